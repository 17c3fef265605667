// RUN: not compile --target=gfx1100 --emit=hsaco

// All operations that cannot be compiled are reported.
gpu.module @kernels {
  gpu.func @cluster(%m: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %id = gpu.cluster_id x
    memref.store %id, %m[%c0] : memref<1xindex>
    gpu.barrier scope <cluster>
    gpu.return
  }
}

// OUT: refused.mlir:7:11: error[E0301]: 'gpu.cluster_id' cannot be compiled for gfx1100: the chip has no clusters of blocks
// OUT: refused.mlir:9:5: error[E0301]: 'gpu.barrier' cannot be compiled for gfx1100: the chip has no clusters of blocks
