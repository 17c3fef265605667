// RUN: compile --target=sm_80 --emit=ptx

// An instruction where there is one, else compare-and-swap: of 16 bits, and of the word around a byte.
gpu.module @kernels {
  gpu.func @kinds(%a: memref<1xf16>, %b: memref<4xi8>, %c: memref<1xf32>, %h: f16, %v: i8, %f: f32) kernel {
    %c0 = arith.constant 0 : index
    %0 = memref.atomic_rmw addf %h, %a[%c0] : (f16, memref<1xf16>) -> f16
    %1 = memref.atomic_rmw maxs %v, %b[%c0] : (i8, memref<4xi8>) -> i8
    %2 = memref.generic_atomic_rmw %c[%c0] : memref<1xf32> {
    ^bb0(%old: f32):
      %twice = arith.mulf %old, %f : f32
      memref.atomic_yield %twice : f32
    }
    gpu.return
  }
}
