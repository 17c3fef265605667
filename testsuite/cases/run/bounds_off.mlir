// RUN: warpline run --device=cpu,interp --bounds=off --output=-
// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// An index beyond its dimension that still lies in the buffer: without checks it is the element of the next row.
func.func @main(%m: memref<2x4xi32> {warpline.input = "iota:0"}, %i: index {warpline.input = "6"}) -> i32 {
  %c0 = arith.constant 0 : index
  %0 = memref.load %m[%c0, %i] : memref<2x4xi32>
  return %0 : i32
}

// OUT: i32=6
// OUT: stderr:
// OUT: bounds_off.mlir:8:8: error[E0501]: index 6 is out of bounds of dimension 1 of size 4 of '%m'
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_off.mlir:8:8: error[E0501]: index 6 is out of bounds of dimension 1 of size 4 of '%m'
// OUT: exit: 1
