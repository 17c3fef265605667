// RUN: warpline run --input=4xf32=1 --input=0 --diagnostics=short
// RUN: warpline run --device=interp --input=4xf32=1 --input=0 --diagnostics=short
// RUN: warpline run --input=4xf32=1 --input=4 --diagnostics=short

// A launch of no threads is skipped, and told.
func.func @main(%x: memref<4xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    memref.store %two, %x[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// OUT: argument 0: memref<4xf32> = [1.0 1.0 1.0 1.0]
// OUT: stderr:
// OUT: empty_launch.mlir:9:3: remark[E0501]: the launch has no blocks or no threads: it is skipped
// OUT: argument 0: memref<4xf32> = [1.0 1.0 1.0 1.0]
// OUT: stderr:
// OUT: empty_launch.mlir:9:3: remark[E0501]: the launch has no blocks or no threads: it is skipped
// OUT: argument 0: memref<4xf32> = [2.0 2.0 2.0 2.0]
