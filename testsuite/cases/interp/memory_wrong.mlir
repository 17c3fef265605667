// RUN: not run --device=interp

// An index one past the end.
func.func @main() -> i32 {
  %past = arith.constant 4 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.store %seven, %m[%past] : memref<4xi32>
  return %seven : i32
}

// OUT: memory_wrong.mlir:8:3: error[E0504]: index 4 is out of bounds of dimension 0 of size 4 of '%m'
// -----

// An index below zero in the second dimension.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %below = arith.constant -1 : index
  %m = memref.alloc() : memref<2x3xi32>
  %v = memref.load %m[%zero, %below] : memref<2x3xi32>
  return %v : i32
}

// OUT: memory_wrong.mlir:7:8: error[E0504]: index -1 is out of bounds of dimension 1 of size 3 of '%m'
// OUT: memory_wrong.mlir:7:8: warning[W0206]: the memory is read, but nothing writes it
// OUT: memory_wrong.mlir:6:8: note: the buffer was allocated here
// -----

// Only one half of the buffer is written.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<2xi32>
  memref.store %seven, %m[%zero] : memref<2xi32>
  %v = memref.load %m[%one] : memref<2xi32>
  return %v : i32
}

// OUT: memory_wrong.mlir:9:8: error[E0501]: read of an element that was never written
// OUT: memory_wrong.mlir:7:8: note: the buffer was allocated here
// -----

// Read after the end of the buffer's life.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<2xi32>
  memref.store %seven, %m[%zero] : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  %v = memref.load %m[%zero] : memref<2xi32>
  return %v : i32
}

// OUT: memory_wrong.mlir:9:8: error[E0504]: use of a buffer after it was freed
// OUT: memory_wrong.mlir:6:8: note: the buffer was allocated here
// OUT: memory_wrong.mlir:8:3: note: it was freed here
// -----

// An atomic update after the end of the buffer's life.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  %v = memref.atomic_rmw addi %seven, %m[%zero] : (i32, memref<2xi32>) -> i32
  return %v : i32
}

// OUT: memory_wrong.mlir:8:8: error[E0504]: use of a buffer after it was freed
// OUT: memory_wrong.mlir:6:8: note: the buffer was allocated here
// OUT: memory_wrong.mlir:7:3: note: it was freed here
// -----

// Freed twice, the second time through another view.
func.func @main() {
  %m = memref.alloc() : memref<2xi32>
  %v = memref.cast %m : memref<2xi32> to memref<?xi32>
  memref.dealloc %m : memref<2xi32>
  memref.dealloc %v : memref<?xi32>
  return
}

// OUT: memory_wrong.mlir:7:3: error[E0504]: the buffer was already freed
// OUT: memory_wrong.mlir:4:8: note: the buffer was allocated here
// OUT: memory_wrong.mlir:6:3: note: it was freed here
// -----

// A stack buffer that outlives its function.
func.func private @leaky() -> memref<2xi32> {
  %m = memref.alloca() : memref<2xi32>
  return %m : memref<2xi32>
}
func.func @main() {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = call @leaky() : () -> memref<2xi32>
  memref.store %seven, %m[%zero] : memref<2xi32>
  return
}

// OUT: memory_wrong.mlir:5:3: error[E0504]: the function returns a buffer that ends with it
// OUT: memory_wrong.mlir:4:8: note: the buffer is allocated here
// -----

// A stack buffer is not the program's to free.
func.func @main() {
  %m = memref.alloca() : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  return
}

// OUT: memory_wrong.mlir:5:3: error[E0501]: expected a buffer allocated by alloc, but found a global or a local one
// OUT: memory_wrong.mlir:4:8: note: the buffer was allocated here
// -----

memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
func.func @main() {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.get_global @table : memref<2xi32>
  memref.store %seven, %m[%zero] : memref<2xi32>
  return
}

// OUT: memory_wrong.mlir:7:3: error[E0504]: write to a constant global
// OUT: memory_wrong.mlir:2:1: note: the global is here
// -----

// A part that begins inside of the buffer and ends outside.
func.func @main(%from: index {warpline.input = "3"}) {
  %m = memref.alloc() : memref<4xi32>
  %part = memref.subview %m[%from] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  return
}

// OUT: memory_wrong.mlir:5:11: error[E0501]: 2 elements from 3 in steps of 1 are outside of dimension 0 of size 4
// -----

// The type claims a size that the buffer does not have.
func.func @main(%n: index {warpline.input = "3"}) {
  %m = memref.alloc(%n) : memref<?xi32>
  %four = memref.cast %m : memref<?xi32> to memref<4xi32>
  return
}

// OUT: memory_wrong.mlir:5:11: error[E0501]: a buffer of shape [3] does not fit the type
// -----

// The last lane of the vector is outside of the row.
func.func @main(%m: memref<2x4xf32> {warpline.input = "0"}) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %v = vector.load %m[%zero, %two] : memref<2x4xf32>, vector<3xf32>
  return
}

// OUT: memory_wrong.mlir:6:8: error[E0501]: index 4 is out of bounds of dimension 1 of size 4 of '%m'
// OUT: memory_wrong.mlir:6:8: note: MLIR lets targets continue in the next row where that is inside the buffer; --bounds=off does so
// -----

// The transfer promises that all is in bounds.
func.func @main(%m: memref<4xf32> {warpline.input = "0"}) {
  %three = arith.constant 3 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%three], %pad {in_bounds = [true]} : memref<4xf32>, vector<2xf32>
  return
}

// OUT: memory_wrong.mlir:6:8: error[E0501]: index 4 is out of bounds of dimension 0 of size 4 of '%m'
// -----

// A stack buffer that outlives its scope.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloca_scope -> (memref<1xi32>) {
    %local = memref.alloca() : memref<1xi32>
    memref.store %seven, %local[%zero] : memref<1xi32>
    memref.alloca_scope.return %local : memref<1xi32>
  }
  %v = memref.load %m[%zero] : memref<1xi32>
  return %v : i32
}

// OUT: memory_wrong.mlir:11:8: error[E0501]: use of a buffer after it was freed
// OUT: memory_wrong.mlir:7:14: note: the buffer was allocated here
// OUT: memory_wrong.mlir:6:8: note: its lifetime ended here
// -----

// The second element is not at a multiple of 16 bytes.
func.func @main(%one: index {warpline.input = "1"}) {
  %m = memref.alloca() : memref<8xf32>
  %part = memref.subview %m[%one] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %aligned = memref.assume_alignment %part, 16 : memref<4xf32, strided<[1], offset: ?>>
  return
}

// OUT: memory_wrong.mlir:6:14: error[E0501]: expected an address that is a multiple of 16, but 4 bytes remain
// -----

// Three bytes do not hold an integer of four.
func.func @main(%zero: index {warpline.input = "0"}) {
  %bytes = memref.alloca() : memref<3xi8>
  %word = memref.view %bytes[%zero][] : memref<3xi8> to memref<i32>
  return
}

// OUT: memory_wrong.mlir:5:11: error[E0501]: the view exceeds its buffer, which has 3 bytes left
// -----

// Two names of one buffer.
func.func @main() {
  %m = memref.alloca() : memref<8xf32>
  %a, %b = memref.distinct_objects %m, %m : memref<8xf32>, memref<8xf32>
  return
}

// OUT: memory_wrong.mlir:5:12: error[E0504]: expected distinct buffers, but two of them overlap
// -----

// Two parts of one buffer with an element in common.
func.func @main() {
  %m = memref.alloca() : memref<8xf32>
  %low = memref.subview %m[0] [5] [1] : memref<8xf32> to memref<5xf32, strided<[1]>>
  %high = memref.subview %m[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %a, %b = memref.distinct_objects %low, %high : memref<5xf32, strided<[1]>>, memref<4xf32, strided<[1], offset: 4>>
  return
}

// OUT: memory_wrong.mlir:7:12: error[E0501]: expected distinct buffers, but two of them overlap
// -----

// A number of four bytes at the second byte.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %i = arith.constant 7 : i32
  %bytes = memref.alloca() : memref<8xi8>
  %v = memref.view %bytes[%one][] : memref<8xi8> to memref<1xi32>
  memref.store %i, %v[%zero] : memref<1xi32>
  return
}

// OUT: memory_wrong.mlir:9:3: error[E0501]: expected an address that is a multiple of 4, but 1 bytes remain
// OUT: memory_wrong.mlir:7:12: note: the buffer was allocated here
// -----

// The load promises more than the buffer keeps.
memref.global "private" constant @g : memref<4xi32> = dense<5>
func.func @main(%i: index {warpline.input = "1"}) -> i32 {
  %g = memref.get_global @g : memref<4xi32>
  %v = memref.load %g[%i] {alignment = 8 : i64} : memref<4xi32>
  return %v : i32
}

// OUT: memory_wrong.mlir:6:8: error[E0501]: expected an address that is a multiple of 8, but 4 bytes remain
// -----

memref.global "private" constant @g : memref<8xi32> = dense<5>
func.func @main(%i: index {warpline.input = "1"}) {
  %g = memref.get_global @g : memref<8xi32>
  %v = vector.load %g[%i] {alignment = 16 : i64} : memref<8xi32>, vector<4xi32>
  return
}

// OUT: memory_wrong.mlir:5:8: error[E0501]: expected an address that is a multiple of 16, but 4 bytes remain
// -----

// Half of a buffer is freed.
func.func @main() {
  %m = memref.alloc() : memref<4xf32>
  %half = memref.subview %m[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  memref.dealloc %half : memref<2xf32, strided<[1], offset: 2>>
  return
}

// OUT: memory_wrong.mlir:6:3: error[E0501]: expected the buffer returned by alloc, but found a subview of it
// OUT: memory_wrong.mlir:4:8: note: the buffer was allocated here
// -----

// Two lanes of a scatter write to one place.
func.func @main(%i: index {warpline.input = "3"}) {
  %zero = arith.constant 0 : index
  %m = memref.alloca() : memref<4xi32>
  %places = vector.broadcast %i : index to vector<2xindex>
  %all = arith.constant dense<true> : vector<2xi1>
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  vector.scatter %m[%zero][%places], %all, %v : memref<4xi32>, vector<2xindex>, vector<2xi1>, vector<2xi32>
  return
}

// OUT: memory_wrong.mlir:9:3: error[E0501]: two lanes write to element 3 of the buffer
