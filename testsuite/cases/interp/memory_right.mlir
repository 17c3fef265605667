// RUN: run --device=cpu,interp

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

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
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

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
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

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
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

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
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

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
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

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

func.func @main(%n: index {warpline.input = "4"}) {
  %m = memref.alloc(%n) : memref<?xi32>
  %four = memref.cast %m : memref<?xi32> to memref<4xi32>
  memref.dealloc %four : memref<4xi32>
  return
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

func.func @main(%m: memref<2x4xf32> {warpline.input = "0"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %v = vector.load %m[%zero, %one] : memref<2x4xf32>, vector<3xf32>
  return
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// What is outside is padding.
func.func @main(%m: memref<4xf32> {warpline.input = "1"}) -> f32 {
  %three = arith.constant 3 : index
  %pad = arith.constant 5.0 : f32
  %v = vector.transfer_read %m[%three], %pad : memref<4xf32>, vector<2xf32>
  %sum = vector.reduction <add>, %v : vector<2xf32> into f32
  return %sum : f32
}

// OUT: result 0: f32 = 6.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// The content of a stack buffer outlives its scope.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %v = memref.alloca_scope -> (i32) {
    %local = memref.alloca() : memref<1xi32>
    memref.store %seven, %local[%zero] : memref<1xi32>
    %inner = memref.load %local[%zero] : memref<1xi32>
    memref.alloca_scope.return %inner : i32
  }
  return %v : i32
}

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

func.func @main(%four: index {warpline.input = "4"}) {
  %m = memref.alloca() {alignment = 32} : memref<8xf32>
  %part = memref.subview %m[%four] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %aligned = memref.assume_alignment %part, 16 : memref<4xf32, strided<[1], offset: ?>>
  return
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

func.func @main() {
  %m = memref.alloca() : memref<8xf32>
  %n = memref.alloca() : memref<8xf32>
  %a, %b = memref.distinct_objects %m, %n : memref<8xf32>, memref<8xf32>
  return
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
