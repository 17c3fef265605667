// RUN: not compile --target=sm_90 --emit=ptx
// A direction that the chip does not have.
gpu.module @kernels {
  gpu.func @none(%m: memref<4xf32>, %h: memref<4xf16>) kernel {
    %c0 = arith.constant 0 : index
    %a = memref.load %m[%c0] : memref<4xf32>
    %b = memref.load %h[%c0] : memref<4xf16>
    %0 = arith.addf %a, %a to_nearest_away : f32
    %1 = arith.addf %b, %b upward : f16
    memref.store %0, %m[%c0] : memref<4xf32>
    memref.store %1, %h[%c0] : memref<4xf16>
    gpu.return
  }
}

// OUT: rounding_refused.mlir:8:10: error[E0301]: 'arith.addf' cannot be compiled for sm_90: the chip does not round f32 to_nearest_away
// OUT: rounding_refused.mlir:9:10: error[E0301]: 'arith.addf' cannot be compiled for sm_90: the chip does not round f16 upward
