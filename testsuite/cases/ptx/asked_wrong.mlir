// RUN: not compile --target=sm_80 --emit=ptx

// No block fits less than once.
gpu.module @kernels {
  gpu.func @none() kernel attributes {nvvm.minctasm = 0 : i32} {
    gpu.return
  }
}

// OUT: asked_wrong.mlir:5:3: error[E0301]: 'gpu.func' cannot be compiled for sm_80: expected a positive number for 'nvvm.minctasm'
