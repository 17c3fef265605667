// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --device=interp --bounds=off --diagnostics=short
// RUN: warpline run --device=cpu,interp --input=4 --diagnostics=short --output=-

// A loop that leaves its buffer ends at the first store outside, without a flag. Without checks the interpreter still keeps
// to the buffer.
func.func @main(%n: index {warpline.input = "100000"}) -> memref<4xi64> {
  %out = memref.alloc() : memref<4xi64>
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    scf.for %i = %tx to %n step %c1 {
      memref.store %zero, %out[%i] : memref<4xi64>
    }
    gpu.terminator
  }
  return %out : memref<4xi64>
}

// OUT: stderr:
// OUT: bounds_default.mlir:15:7: error[E0501]: index 4 is out of bounds of dimension 0 of size 4 of '%out', in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_default.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_default.mlir:15:7: error[E0501]: index 4 is out of bounds of dimension 0 of size 4 of '%out', in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_default.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_default.mlir:15:7: error[E0501]: the element is outside of its buffer, in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_default.mlir:9:10: note: the buffer was allocated here
// OUT: bounds_default.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: 4xi64=[0 0 0 0]
