// RUN: compile --target=sm_89 --emit=ptx

// Floats of 8 bits are stored and converted; on sm_89 that needs PTX 8.1.
gpu.module @kernels {
  gpu.func @convert(%a: memref<4xf8E4M3FN>, %b: memref<4xf8E5M2>, %m: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<4xf8E4M3FN>
    %wide = arith.extf %x : f8E4M3FN to f32
    memref.store %wide, %m[%c0] : memref<4xf32>
    %narrow = arith.truncf %wide : f32 to f8E5M2
    memref.store %narrow, %b[%c0] : memref<4xf8E5M2>
    gpu.return
  }
}
