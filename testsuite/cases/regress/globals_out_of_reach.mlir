// RUN: not compile --target=cpu --emit=clif

// Globals of a device module that are too large, or aligned to more than a page.
gpu.module @kernels {
  memref.global "private" @large : memref<100000000000000xi8> = dense<1>
  gpu.func @k(%m: memref<1xi8>) kernel {
    gpu.return
  }
}

// OUT: globals_out_of_reach.mlir:5:3: error[E0301]: the cpu backend cannot make this global: its size is limited to 268435456 bytes; pass a buffer
// -----

gpu.module @kernels {
  memref.global "private" @aligned : memref<4xi32> = dense<1> {alignment = 8192 : i64}
  gpu.func @k(%m: memref<1xi8>) kernel {
    gpu.return
  }
}

// OUT: globals_out_of_reach.mlir:3:3: error[E0301]: the cpu backend cannot make this global: its alignment is limited to 4096 bytes
// -----

gpu.module @kernels {
  memref.global "private" @wide : memref<4xi256> = dense<1>
  gpu.func @k(%m: memref<1xi8>) kernel {
    gpu.return
  }
}

// OUT: globals_out_of_reach.mlir:3:3: error[E0301]: the cpu backend cannot make this global: expected elements of scalars of at most 128 bits
