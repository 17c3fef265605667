// RUN: not run --device=cpu

// o10: 4096 threads per block, more than any device takes, are refused before anything runs.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c4096 = arith.constant 4096 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c4096, %c1, %c1) args(%m : memref<64xf32>)
    return
  }
}

// OUT: table_sizes.mlir:8:12: error[E0504]: index 4095 is out of bounds of dimension 0 of size 64 of '%m'
// OUT: table_sizes.mlir:10:7: error[E0504]: index 4095 is out of bounds of dimension 0 of size 64 of '%m'
// OUT: table_sizes.mlir:17:5: error[E0504]: expected a block of at most 1024 threads, but found 4096 x 1 x 1
// -----

// o10: two launches of too many threads: both are told.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c32, %c1) args(%m : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c64, %c64) args(%m : memref<64xf32>)
    return
  }
}

// OUT: table_sizes.mlir:17:5: error[E0504]: expected a block of at most 1024 threads, but found 64 x 32 x 1
// OUT: table_sizes.mlir:18:5: error[E0504]: expected a block of at most 1024 threads, but found 64 x 64 x 64
