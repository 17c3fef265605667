// RUN: not compile --emit=binary

gpu.module @kernels [#nvvm.target, #xevm.target] {
  gpu.func @nothing() kernel {
    gpu.return
  }
}

// OUT: binary_refused.mlir:3:1: error[E0301]: 'gpu.module' cannot be compiled for '#xevm.target': there is code for #nvvm.target and #rocdl.target only
// -----

// A feature that one of the targets lacks.
gpu.module @kernels [#nvvm.target<chip = "sm_90">, #nvvm.target<chip = "sm_75">] {
  gpu.func @cluster(%m: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %id = gpu.cluster_id x
    memref.store %id, %m[%c0] : memref<1xindex>
    gpu.return
  }
}

// OUT: binary_refused.mlir:6:11: error[E0301]: 'gpu.cluster_id' cannot be compiled for sm_75: a cluster needs sm_90 or later
