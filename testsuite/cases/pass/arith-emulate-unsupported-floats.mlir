// RUN: opt --arith-emulate-unsupported-floats=native=f16
// Sums are native in f16; quotients, minima and comparisons are not.
gpu.module @m {
  gpu.func @halves(%a: f16, %b: f16, %m: memref<?xf16>, %n: memref<?xi1>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %0 = arith.addf %a, %b : f16
    memref.store %0, %m[%c0] : memref<?xf16>
    %1 = arith.divf %a, %b : f16
    memref.store %1, %m[%c1] : memref<?xf16>
    %2 = math.sqrt %a : f16
    memref.store %2, %m[%c2] : memref<?xf16>
    %3 = arith.cmpf olt, %a, %b : f16
    memref.store %3, %n[%c0] : memref<?xi1>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @halves(%arg0: f16, %arg1: f16, %arg2: memref<?xf16>, %arg3: memref<?xi1>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %0 = arith.addf %arg0, %arg1 : f16
// OUT:       memref.store %0, %arg2[%c0] : memref<?xf16>
// OUT:       %1 = arith.extf %arg0 : f16 to f32
// OUT:       %2 = arith.extf %arg1 : f16 to f32
// OUT:       %3 = arith.divf %1, %2 : f32
// OUT:       %4 = arith.truncf %3 : f32 to f16
// OUT:       memref.store %4, %arg2[%c1] : memref<?xf16>
// OUT:       %5 = arith.extf %arg0 : f16 to f32
// OUT:       %6 = math.sqrt %5 : f32
// OUT:       %7 = arith.truncf %6 : f32 to f16
// OUT:       memref.store %7, %arg2[%c2] : memref<?xf16>
// OUT:       %8 = arith.extf %arg0 : f16 to f32
// OUT:       %9 = arith.extf %arg1 : f16 to f32
// OUT:       %10 = arith.cmpf olt, %8, %9 : f32
// OUT:       memref.store %10, %arg3[%c0] : memref<?xi1>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Sums of bf16 are not, nor is a conversion to an integer; a fused product stays, as it would be rounded twice.
gpu.module @m {
  gpu.func @brains(%a: vector<2xbf16>, %b: bf16, %m: memref<?xbf16>, %n: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %0 = arith.addf %a, %a : vector<2xbf16>
    vector.store %0, %m[%c0] : memref<?xbf16>, vector<2xbf16>
    %1 = math.fma %b, %b, %b : bf16
    memref.store %1, %m[%c2] : memref<?xbf16>
    %2 = arith.fptosi %b : bf16 to i32
    memref.store %2, %n[%c0] : memref<?xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @brains(%arg0: vector<2xbf16>, %arg1: bf16, %arg2: memref<?xbf16>, %arg3: memref<?xi32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %0 = arith.extf %arg0 : vector<2xbf16> to vector<2xf32>
// OUT:       %1 = arith.extf %arg0 : vector<2xbf16> to vector<2xf32>
// OUT:       %2 = arith.addf %0, %1 : vector<2xf32>
// OUT:       %3 = arith.truncf %2 : vector<2xf32> to vector<2xbf16>
// OUT:       vector.store %3, %arg2[%c0] : memref<?xbf16>, vector<2xbf16>
// OUT:       %4 = math.fma %arg1, %arg1, %arg1 : bf16
// OUT:       memref.store %4, %arg2[%c2] : memref<?xbf16>
// OUT:       %5 = arith.extf %arg1 : bf16 to f32
// OUT:       %6 = arith.fptosi %5 : f32 to i32
// OUT:       memref.store %6, %arg3[%c0] : memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
