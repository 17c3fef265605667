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
// OUT:       %3 = arith.bitcast %2 : vector<2xf32> to vector<2xi32>
// OUT:       %cst = arith.constant dense<16> : vector<2xi32>
// OUT:       %4 = arith.shrui %3, %cst : vector<2xi32>
// OUT:       %cst_0 = arith.constant dense<1> : vector<2xi32>
// OUT:       %5 = arith.andi %4, %cst_0 : vector<2xi32>
// OUT:       %cst_1 = arith.constant dense<32767> : vector<2xi32>
// OUT:       %6 = arith.addi %5, %cst_1 : vector<2xi32>
// OUT:       %7 = arith.addi %3, %6 : vector<2xi32>
// OUT:       %cst_2 = arith.constant dense<16> : vector<2xi32>
// OUT:       %8 = arith.shrui %7, %cst_2 : vector<2xi32>
// OUT:       %cst_3 = arith.constant dense<64> : vector<2xi32>
// OUT:       %9 = arith.ori %4, %cst_3 : vector<2xi32>
// OUT:       %10 = arith.cmpf uno, %2, %2 : vector<2xf32>
// OUT:       %11 = arith.select %10, %9, %8 : vector<2xi1>, vector<2xi32>
// OUT:       %12 = arith.trunci %11 : vector<2xi32> to vector<2xi16>
// OUT:       %13 = arith.bitcast %12 : vector<2xi16> to vector<2xbf16>
// OUT:       vector.store %13, %arg2[%c0] : memref<?xbf16>, vector<2xbf16>
// OUT:       %14 = arith.extf %arg1 : bf16 to f64
// OUT:       %15 = arith.extf %arg1 : bf16 to f64
// OUT:       %16 = arith.extf %arg1 : bf16 to f64
// OUT:       %17 = arith.mulf %14, %15 : f64
// OUT:       %18 = arith.addf %17, %16 : f64
// OUT:       %19 = arith.subf %18, %17 : f64
// OUT:       %20 = arith.subf %18, %19 : f64
// OUT:       %21 = arith.subf %17, %20 : f64
// OUT:       %22 = arith.subf %16, %19 : f64
// OUT:       %23 = arith.addf %21, %22 : f64
// OUT:       %cst_4 = arith.constant 0.000000e+00 : f64
// OUT:       %24 = arith.cmpf one, %23, %cst_4 : f64
// OUT:       %25 = arith.cmpf ogt, %18, %cst_4 : f64
// OUT:       %26 = arith.cmpf ogt, %23, %cst_4 : f64
// OUT:       %27 = arith.xori %25, %26 : i1
// OUT:       %28 = arith.bitcast %18 : f64 to i64
// OUT:       %c0_i64 = arith.constant 0 : i64
// OUT:       %c1_i64 = arith.constant 1 : i64
// OUT:       %c-1_i64 = arith.constant -1 : i64
// OUT:       %29 = arith.andi %28, %c1_i64 : i64
// OUT:       %30 = arith.cmpi eq, %29, %c0_i64 : i64
// OUT:       %31 = arith.andi %24, %30 : i1
// OUT:       %32 = arith.select %27, %c-1_i64, %c1_i64 : i64
// OUT:       %33 = arith.select %31, %32, %c0_i64 : i64
// OUT:       %34 = arith.addi %28, %33 : i64
// OUT:       %35 = arith.bitcast %34 : i64 to f64
// OUT:       %36 = arith.truncf %35 : f64 to f32
// OUT:       %37 = arith.extf %36 : f32 to f64
// OUT:       %38 = arith.cmpf one, %37, %35 : f64
// OUT:       %39 = arith.bitcast %35 : f64 to i64
// OUT:       %40 = arith.bitcast %37 : f64 to i64
// OUT:       %41 = arith.cmpi ugt, %40, %39 : i64
// OUT:       %42 = arith.andi %41, %38 : i1
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c-1_i32 = arith.constant -1 : i32
// OUT:       %43 = arith.bitcast %36 : f32 to i32
// OUT:       %44 = arith.select %42, %c-1_i32, %c0_i32 : i32
// OUT:       %45 = arith.addi %43, %44 : i32
// OUT:       %46 = arith.select %38, %c1_i32, %c0_i32 : i32
// OUT:       %47 = arith.ori %45, %46 : i32
// OUT:       %48 = arith.bitcast %47 : i32 to f32
// OUT:       %49 = arith.bitcast %48 : f32 to i32
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %50 = arith.shrui %49, %c16_i32 : i32
// OUT:       %c1_i32_5 = arith.constant 1 : i32
// OUT:       %51 = arith.andi %50, %c1_i32_5 : i32
// OUT:       %c32767_i32 = arith.constant 32767 : i32
// OUT:       %52 = arith.addi %51, %c32767_i32 : i32
// OUT:       %53 = arith.addi %49, %52 : i32
// OUT:       %c16_i32_6 = arith.constant 16 : i32
// OUT:       %54 = arith.shrui %53, %c16_i32_6 : i32
// OUT:       %c64_i32 = arith.constant 64 : i32
// OUT:       %55 = arith.ori %50, %c64_i32 : i32
// OUT:       %56 = arith.cmpf uno, %48, %48 : f32
// OUT:       %57 = arith.select %56, %55, %54 : i32
// OUT:       %58 = arith.trunci %57 : i32 to i16
// OUT:       %59 = arith.bitcast %58 : i16 to bf16
// OUT:       memref.store %59, %arg2[%c2] : memref<?xbf16>
// OUT:       %60 = arith.extf %arg1 : bf16 to f32
// OUT:       %61 = arith.fptosi %60 : f32 to i32
// OUT:       memref.store %61, %arg3[%c0] : memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
