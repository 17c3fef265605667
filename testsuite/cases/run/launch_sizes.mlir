// RUN: not run --device=cpu --input=-1

// A size that is wrong is told, and not tried.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%m: memref<4xf32>) kernel {
      gpu.return
    }
  }
  func.func @main(%n: index) {
    %c1 = arith.constant 1 : index
    %m = gpu.alloc () : memref<4xf32>
    gpu.launch_func @k::@fill blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<4xf32>)
    gpu.dealloc %m : memref<4xf32>
    return
  }
}

// OUT: launch_sizes.mlir:13:5: error[E0501]: launch failed with InvalidValue: expected launch sizes from 0 to 2^31, but found -1
// OUT: leaks=0
