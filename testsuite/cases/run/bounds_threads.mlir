// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// The report has the block and the thread, also behind a barrier, where the code of a kernel is cut.
func.func @main(%n: index {warpline.input = "5"}) -> memref<?x8xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %rows = memref.alloc(%n) : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c2, %sz = %c1)
             workgroup(%tile: memref<6xf32, #gpu.address_space<workgroup>>) {
    %one = arith.constant 1.0 : f32
    %twice = arith.muli %ty, %c3 : index
    %slot = arith.addi %twice, %tx : index
    memref.store %one, %tile[%slot] : memref<6xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %first = arith.muli %bx, %c3 : index
    %row = arith.addi %first, %tx : index
    %0 = memref.load %tile[%slot] : memref<6xf32, #gpu.address_space<workgroup>>
    memref.store %0, %rows[%row, %ty] : memref<?x8xf32>
    gpu.terminator
  }
  return %rows : memref<?x8xf32>
}

// OUT: stderr:
// OUT: bounds_threads.mlir:21:5: error[E0501]: index 5 is out of bounds of dimension 0 of size 5 of '%rows', in block (1, 0, 0) thread (2, 0, 0)
// OUT: bounds_threads.mlir:10:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_threads.mlir:21:5: error[E0501]: index 5 is out of bounds of dimension 0 of size 5 of '%rows', in block (1, 0, 0) thread (2, 0, 0)
// OUT: bounds_threads.mlir:10:3: note: launched here
// OUT: exit: 1
