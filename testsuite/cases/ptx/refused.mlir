// RUN: not compile --target=sm_75 --emit=ptx

// A feature that a chip lacks is named with the first chip that has it.
gpu.module @kernels {
  gpu.func @cluster(%m: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %id = gpu.cluster_id x
    memref.store %id, %m[%c0] : memref<1xindex>
    gpu.return
  }
}

// OUT: refused.mlir:7:11: error[E0301]: 'gpu.cluster_id' cannot be compiled for sm_75: clusters needs sm_90 or later
// -----

gpu.module @kernels {
  gpu.func @fp8(%x: f32, %m: memref<1xf8E4M3FN>) kernel {
    %c0 = arith.constant 0 : index
    %y = arith.truncf %x : f32 to f8E4M3FN
    memref.store %y, %m[%c0] : memref<1xf8E4M3FN>
    gpu.return
  }
}

// OUT: refused.mlir:5:10: error[E0301]: 'arith.truncf' cannot be compiled for sm_75: a conversion of fp8 needs sm_89 or later
