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
// OUT:       %4 = arith.extf %arg1 : bf16 to f64
// OUT:       %5 = arith.extf %arg1 : bf16 to f64
// OUT:       %6 = arith.extf %arg1 : bf16 to f64
// OUT:       %7 = arith.mulf %4, %5 : f64
// OUT:       %8 = arith.addf %7, %6 : f64
// OUT:       %9 = arith.subf %8, %7 : f64
// OUT:       %10 = arith.subf %8, %9 : f64
// OUT:       %11 = arith.subf %7, %10 : f64
// OUT:       %12 = arith.subf %6, %9 : f64
// OUT:       %13 = arith.addf %11, %12 : f64
// OUT:       %cst = arith.constant 0.000000e+00 : f64
// OUT:       %14 = arith.cmpf one, %13, %cst : f64
// OUT:       %15 = arith.cmpf ogt, %8, %cst : f64
// OUT:       %16 = arith.cmpf ogt, %13, %cst : f64
// OUT:       %17 = arith.xori %15, %16 : i1
// OUT:       %18 = arith.bitcast %8 : f64 to i64
// OUT:       %c0_i64 = arith.constant 0 : i64
// OUT:       %c1_i64 = arith.constant 1 : i64
// OUT:       %c-1_i64 = arith.constant -1 : i64
// OUT:       %19 = arith.andi %18, %c1_i64 : i64
// OUT:       %20 = arith.cmpi eq, %19, %c0_i64 : i64
// OUT:       %21 = arith.andi %14, %20 : i1
// OUT:       %22 = arith.select %17, %c-1_i64, %c1_i64 : i64
// OUT:       %23 = arith.select %21, %22, %c0_i64 : i64
// OUT:       %24 = arith.addi %18, %23 : i64
// OUT:       %25 = arith.bitcast %24 : i64 to f64
// OUT:       %26 = arith.truncf %25 : f64 to bf16
// OUT:       memref.store %26, %arg2[%c2] : memref<?xbf16>
// OUT:       %27 = arith.extf %arg1 : bf16 to f32
// OUT:       %28 = arith.fptosi %27 : f32 to i32
// OUT:       memref.store %28, %arg3[%c0] : memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
