// RUN: warpline compile --target=cpu --bounds=trap --emit=mlir --remarks=cpu-vectorize --diagnostics=short -o /dev/null

// A long version of a kernel with checks stays scalar, as the version without has vectors; a short one has vectors, too.
gpu.module @k {
  gpu.func @short(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
    gpu.return
  }
  gpu.func @long(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %i = gpu.global_id x
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%old = %zero) -> (f32) {
      %at = arith.addi %i, %k : index
      %v = memref.load %x[%at] : memref<?xf32>
      %w = arith.divf %v, %old : f32
      %s = arith.addf %w, %old : f32
      scf.yield %s : f32
    }
    memref.store %sum, %y[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: stderr:
// OUT: cpu-vectorize-cold.mlir:6:10: remark[cpu-vectorize]: vectors of 16 threads
// OUT: cpu-vectorize-cold.mlir:13:11: remark[cpu-vectorize]: vectors of 16 threads
// OUT: cpu-vectorize-cold.mlir:13:11: remark[cpu-vectorize]: scalar threads: the version without checks has vectors
