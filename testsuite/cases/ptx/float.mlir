// RUN: compile --target=sm_75 --emit=ptx
// RUN: compile --target=sm_90 --emit=ptx

// Every rounding is written out. What a chip has no bf16 instruction for is rounded by integers.
gpu.module @kernels {
  gpu.func @formats(%a: f32, %b: f64, %c: f16, %d: bf16, %i: i64, %m: memref<4xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %x = arith.truncf %a : f32 to bf16
    memref.store %x, %m[%c0] : memref<4xbf16>
    %y = arith.truncf %b : f64 to bf16
    memref.store %y, %m[%c1] : memref<4xbf16>
    %z = arith.addf %d, %x : bf16
    memref.store %z, %m[%c2] : memref<4xbf16>
    %w = arith.sitofp %i : i64 to bf16
    memref.store %w, %m[%c3] : memref<4xbf16>
    gpu.return
  }
}
// -----

// NaN wins in a maximum; a maximum of numbers leaves it out.
gpu.module @kernels {
  gpu.func @order(%a: f32, %b: f32, %m: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = arith.maximumf %a, %b : f32
    %y = arith.maxnumf %a, %b : f32
    memref.store %x, %m[%c0] : memref<2xf32>
    memref.store %y, %m[%c1] : memref<2xf32>
    gpu.return
  }
}
// -----

// A constant vector, and arithmetic on each of its elements.
gpu.module @kernels {
  gpu.func @vectors(%m: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %a = vector.load %m[%c0] : memref<2xf32>, vector<2xf32>
    %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
    %x = arith.mulf %a, %k : vector<2xf32>
    vector.store %x, %m[%c0] : memref<2xf32>, vector<2xf32>
    gpu.return
  }
}
// -----

// The exact remainder takes a loop.
gpu.module @kernels {
  gpu.func @remainder(%x: f64, %y: f64, %m: memref<1xf64>) kernel {
    %c0 = arith.constant 0 : index
    %r = arith.remf %x, %y : f64
    memref.store %r, %m[%c0] : memref<1xf64>
    gpu.return
  }
}
