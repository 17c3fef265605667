// RUN: not run --device=cpu

// o10: 4096 threads per block, more than a device takes.
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

// OUT: table_sizes.mlir:17:5: error[E0501]: launch failed with InvalidValue: expected a block of 1 to 1024 threads, but found 4096 x 1 x 1
// OUT: leaks=0
