// RUN: compile --target=sm_80 --emit=ptx

// What the chip has exactly.
gpu.module @kernels {
  gpu.func @exact(%a: f32, %b: f32, %i: i32, %m: memref<8xf32>, %n: memref<8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = math.copysign %a, %b : f32
    memref.store %x, %m[%c0] : memref<8xf32>
    %y = math.sqrt %x : f32
    memref.store %y, %m[%c1] : memref<8xf32>
    %zeros = math.ctlz %i : i32
    memref.store %zeros, %n[%c0] : memref<8xi32>
    %low = math.cttz %i : i32
    memref.store %low, %n[%c1] : memref<8xi32>
    %is = math.isnormal %a : f32
    %bit = arith.extui %is : i1 to i32
    memref.store %bit, %n[%c2] : memref<8xi32>
    gpu.return
  }
}
// -----

// An approximation only where the flags allow it.
gpu.module @kernels {
  gpu.func @approximate(%a: f32, %h: f16, %m: memref<4xf32>, %n: memref<4xf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = math.exp %a fastmath<afn> : f32
    memref.store %x, %m[%c0] : memref<4xf32>
    %y = math.rsqrt %a fastmath<afn> : f32
    memref.store %y, %m[%c1] : memref<4xf32>
    %z = math.tanh %h fastmath<afn> : f16
    memref.store %z, %n[%c0] : memref<4xf16>
    gpu.return
  }
}
// -----

// All others are polynomials.
gpu.module @kernels {
  gpu.func @exponential(%a: f32, %m: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = math.exp %a : f32
    memref.store %x, %m[%c0] : memref<1xf32>
    gpu.return
  }
}
