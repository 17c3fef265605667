// RUN: run --device=interp

// The last element is inside.
func.func @main() -> i32 {
  %last = arith.constant 3 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.store %seven, %m[%last] : memref<4xi32>
  %v = memref.load %m[%last] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %v : i32
}
// -----

// Copying keeps what was never written unwritten; nobody reads it.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<2xi32>
  %n = memref.alloc() : memref<2xi32>
  memref.store %seven, %m[%zero] : memref<2xi32>
  memref.copy %m, %n : memref<2xi32> to memref<2xi32>
  %v = memref.load %n[%zero] : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  memref.dealloc %n : memref<2xi32>
  return %v : i32
}
// -----

// Each buffer is freed once, after its last use.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<2xi32>
  memref.store %seven, %m[%zero] : memref<2xi32>
  %v = memref.load %m[%zero] : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  return %v : i32
}
// -----

// A stack buffer lives as long as its function, in callees, too.
func.func private @fill(%m: memref<2xi32>) {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  memref.store %seven, %m[%zero] : memref<2xi32>
  return
}
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %m = memref.alloca() : memref<2xi32>
  call @fill(%m) : (memref<2xi32>) -> ()
  %v = memref.load %m[%zero] : memref<2xi32>
  return %v : i32
}
// -----

memref.global "private" @state : memref<2xi32> = dense<[1, 2]>
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.get_global @state : memref<2xi32>
  memref.store %seven, %m[%zero] : memref<2xi32>
  %again = memref.get_global @state : memref<2xi32>
  %v = memref.load %again[%zero] : memref<2xi32>
  return %v : i32
}
// -----

// A part that ends where the buffer does.
func.func @main(%from: index {warpline.input = "2"}) -> i32 {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloca() : memref<4xi32>
  %part = memref.subview %m[%from] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  memref.store %seven, %part[%one] : memref<2xi32, strided<[1], offset: ?>>
  %v = memref.load %m[%three] : memref<4xi32>
  return %v : i32
}
// -----

func.func @main(%n: index {warpline.input = "4"}) {
  %m = memref.alloc(%n) : memref<?xi32>
  %four = memref.cast %m : memref<?xi32> to memref<4xi32>
  memref.dealloc %four : memref<4xi32>
  return
}
