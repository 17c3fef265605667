// RUN: not compile --target=sm_90 --emit=ptx

// A direction of rounding that the code would not keep is refused, not dropped.
gpu.module @kernels {
  gpu.func @narrow(%m: memref<1xf32>, %h: memref<1xf16>) kernel {
    %zero = arith.constant 0 : index
    %x = memref.load %m[%zero] : memref<1xf32>
    %y = arith.truncf %x upward : f32 to f16
    memref.store %y, %h[%zero] : memref<1xf16>
    gpu.return
  }
}

// OUT: rounding_mode.mlir:8:10: error[E0301]: 'arith.truncf' cannot be compiled for sm_90: only rounding to nearest even is supported, but found upward
