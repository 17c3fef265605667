// RUN: warpline run --device=cpu,interp --diagnostics=short --output=-
// RUN: warpline run --device=cpu --input=9 --diagnostics=short
// RUN: warpline run --device=interp --input=9 --diagnostics=short
// RUN: warpline run --device=cpu --input=8 --input=13 --diagnostics=short
// RUN: warpline run --device=interp --input=8 --input=13 --diagnostics=short
// RUN: warpline run --device=cpu,interp --input=0 --diagnostics=short --output=-
// RUN: warpline run --device=cpu --input=8 --input=4 --input=4611686018427387904 --diagnostics=short
// RUN: warpline run --device=interp --input=8 --input=4 --input=4611686018427387904 --diagnostics=short

// Checks leave loops: on the host, in a kernel, and in a kernel around a barrier. The first index out of bounds is reported
// with what came before it. With a factor of 2^62 each second and fourth index is 0.
func.func @main(%n: index {warpline.input = "8"}, %k: index {warpline.input = "12"}, %factor: index {warpline.input = "1"})
    -> (memref<12xf32>, memref<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = memref.alloc(%c8) : memref<?xf32>
  %x = memref.alloc() : memref<12xf32>
  %y = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %one, %m[%i] : memref<?xf32>
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
    %at = arith.muli %i, %factor : index
    %v = memref.load %m[%at] : memref<?xf32>
    %after = arith.addf %before, %v : f32
    scf.yield %after : f32
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    scf.for %i = %tx to %c12 step %c4 {
      memref.store %one, %x[%i] : memref<12xf32>
    }
    %own = scf.for %i = %c0 to %k step %c4 iter_args(%before = %zero) -> (f32) {
      %at = arith.addi %i, %tx : index
      %v = memref.load %x[%at] : memref<12xf32>
      gpu.barrier
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    }
    memref.store %own, %y[%tx] : memref<4xf32>
    gpu.terminator
  }
  memref.dealloc %m : memref<?xf32>
  return %x, %y, %sum : memref<12xf32>, memref<4xf32>, f32
}

// OUT: 12xf32=[1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: result 1: memref<4xf32> = [3.0 3.0 3.0 3.0]
// OUT: result 2: f32 = 8.0
// OUT: stderr:
// OUT: bounds_loops.mlir:25:5: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (8, 0, 0)
// OUT: bounds_loops.mlir:24:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_loops.mlir:25:5: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%m'
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_loops.mlir:40:12: error[E0501]: index 12 is out of bounds of dimension 0 of size 12 of '%x', in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_loops.mlir:33:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_loops.mlir:40:12: error[E0501]: index 12 is out of bounds of dimension 0 of size 12 of '%x', in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_loops.mlir:33:3: note: launched here
// OUT: exit: 1
// OUT: 12xf32=[1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: result 1: memref<4xf32> = [3.0 3.0 3.0 3.0]
// OUT: result 2: f32 = 0.0
// OUT: stderr:
// OUT: bounds_loops.mlir:29:10: error[E0501]: index 4611686018427387904 is out of bounds of dimension 0 of size 8 of '%m'
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_loops.mlir:29:10: error[E0501]: index 4611686018427387904 is out of bounds of dimension 0 of size 8 of '%m'
// OUT: exit: 1
