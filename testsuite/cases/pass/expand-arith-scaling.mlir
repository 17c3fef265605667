// RUN: opt --expand-arith

// The definition of the operations, with their flags and their direction of rounding.
func.func @plain(%x: f8E5M2, %y: f32, %s: f8E8M0FNU) -> (f32, f8E4M3FN) {
  %0 = arith.scaling_extf %x, %s fastmath<nnan> : f8E5M2, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %y, %s upward fastmath<nnan> : f32, f8E8M0FNU to f8E4M3FN
  return %0, %1 : f32, f8E4M3FN
}

// OUT: module {
// OUT:   func.func @plain(%arg0: f8E5M2, %arg1: f32, %arg2: f8E8M0FNU) -> (f32, f8E4M3FN) {
// OUT:     %0 = arith.bitcast %arg2 : f8E8M0FNU to i8
// OUT:     %1 = arith.extui %0 : i8 to i32
// OUT:     %c23_i32 = arith.constant 23 : i32
// OUT:     %2 = arith.shli %1, %c23_i32 : i32
// OUT:     %c4194304_i32 = arith.constant 4194304 : i32
// OUT:     %3 = arith.maxui %2, %c4194304_i32 : i32
// OUT:     %c255_i32 = arith.constant 255 : i32
// OUT:     %4 = arith.cmpi eq, %1, %c255_i32 : i32
// OUT:     %c2143289344_i32 = arith.constant 2143289344 : i32
// OUT:     %5 = arith.select %4, %c2143289344_i32, %3 : i32
// OUT:     %6 = arith.bitcast %5 : i32 to f32
// OUT:     %7 = arith.bitcast %arg0 : f8E5M2 to i8
// OUT:     %8 = arith.extui %7 : i8 to i16
// OUT:     %c8_i16 = arith.constant 8 : i16
// OUT:     %9 = arith.shli %8, %c8_i16 : i16
// OUT:     %10 = arith.bitcast %9 : i16 to f16
// OUT:     %11 = arith.extf %10 : f16 to f32
// OUT:     %12 = arith.mulf %11, %6 fastmath<nnan> : f32
// OUT:     %13 = arith.bitcast %arg2 : f8E8M0FNU to i8
// OUT:     %14 = arith.extui %13 : i8 to i32
// OUT:     %c23_i32_0 = arith.constant 23 : i32
// OUT:     %15 = arith.shli %14, %c23_i32_0 : i32
// OUT:     %c4194304_i32_1 = arith.constant 4194304 : i32
// OUT:     %16 = arith.maxui %15, %c4194304_i32_1 : i32
// OUT:     %c255_i32_2 = arith.constant 255 : i32
// OUT:     %17 = arith.cmpi eq, %14, %c255_i32_2 : i32
// OUT:     %c2143289344_i32_3 = arith.constant 2143289344 : i32
// OUT:     %18 = arith.select %17, %c2143289344_i32_3, %16 : i32
// OUT:     %19 = arith.bitcast %18 : i32 to f32
// OUT:     %20 = arith.divf %arg1, %19 fastmath<nnan> : f32
// OUT:     %21 = arith.truncf %20 upward fastmath<nnan> : f32 to f8E4M3FN
// OUT:     return %12, %21 : f32, f8E4M3FN
// OUT:   }
// OUT: }
// -----

// A scale of another format becomes a power of two first; of 8 bits, by way of f32.
func.func @scales(%x: f16, %s: f32, %t: f8E5M2) -> (f32, f32) {
  %0 = arith.scaling_extf %x, %s : f16, f32 to f32
  %1 = arith.scaling_extf %x, %t : f16, f8E5M2 to f32
  return %0, %1 : f32, f32
}

// OUT: module {
// OUT:   func.func @scales(%arg0: f16, %arg1: f32, %arg2: f8E5M2) -> (f32, f32) {
// OUT:     %0 = arith.bitcast %arg1 : f32 to i32
// OUT:     %c4194304_i32 = arith.constant 4194304 : i32
// OUT:     %1 = arith.addi %0, %c4194304_i32 : i32
// OUT:     %c23_i32 = arith.constant 23 : i32
// OUT:     %2 = arith.shrui %1, %c23_i32 : i32
// OUT:     %c6291456_i32 = arith.constant 6291456 : i32
// OUT:     %3 = arith.cmpi slt, %0, %c6291456_i32 : i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %4 = arith.select %3, %c0_i32, %2 : i32
// OUT:     %c2139095039_i32 = arith.constant 2139095039 : i32
// OUT:     %5 = arith.cmpi sgt, %0, %c2139095039_i32 : i32
// OUT:     %c255_i32 = arith.constant 255 : i32
// OUT:     %6 = arith.select %5, %c255_i32, %4 : i32
// OUT:     %7 = arith.cmpf uno, %arg1, %arg1 : f32
// OUT:     %c255_i32_0 = arith.constant 255 : i32
// OUT:     %8 = arith.select %7, %c255_i32_0, %6 : i32
// OUT:     %9 = arith.trunci %8 : i32 to i8
// OUT:     %10 = arith.bitcast %9 : i8 to f8E8M0FNU
// OUT:     %11 = arith.bitcast %10 : f8E8M0FNU to i8
// OUT:     %12 = arith.extui %11 : i8 to i32
// OUT:     %c23_i32_1 = arith.constant 23 : i32
// OUT:     %13 = arith.shli %12, %c23_i32_1 : i32
// OUT:     %c4194304_i32_2 = arith.constant 4194304 : i32
// OUT:     %14 = arith.maxui %13, %c4194304_i32_2 : i32
// OUT:     %c255_i32_3 = arith.constant 255 : i32
// OUT:     %15 = arith.cmpi eq, %12, %c255_i32_3 : i32
// OUT:     %c2143289344_i32 = arith.constant 2143289344 : i32
// OUT:     %16 = arith.select %15, %c2143289344_i32, %14 : i32
// OUT:     %17 = arith.bitcast %16 : i32 to f32
// OUT:     %18 = arith.extf %arg0 : f16 to f32
// OUT:     %19 = arith.mulf %18, %17 : f32
// OUT:     %20 = arith.bitcast %arg2 : f8E5M2 to i8
// OUT:     %21 = arith.extui %20 : i8 to i16
// OUT:     %c8_i16 = arith.constant 8 : i16
// OUT:     %22 = arith.shli %21, %c8_i16 : i16
// OUT:     %23 = arith.bitcast %22 : i16 to f16
// OUT:     %24 = arith.extf %23 : f16 to f32
// OUT:     %25 = arith.bitcast %24 : f32 to i32
// OUT:     %c4194304_i32_4 = arith.constant 4194304 : i32
// OUT:     %26 = arith.addi %25, %c4194304_i32_4 : i32
// OUT:     %c23_i32_5 = arith.constant 23 : i32
// OUT:     %27 = arith.shrui %26, %c23_i32_5 : i32
// OUT:     %c6291456_i32_6 = arith.constant 6291456 : i32
// OUT:     %28 = arith.cmpi slt, %25, %c6291456_i32_6 : i32
// OUT:     %c0_i32_7 = arith.constant 0 : i32
// OUT:     %29 = arith.select %28, %c0_i32_7, %27 : i32
// OUT:     %c2139095039_i32_8 = arith.constant 2139095039 : i32
// OUT:     %30 = arith.cmpi sgt, %25, %c2139095039_i32_8 : i32
// OUT:     %c255_i32_9 = arith.constant 255 : i32
// OUT:     %31 = arith.select %30, %c255_i32_9, %29 : i32
// OUT:     %32 = arith.cmpf uno, %24, %24 : f32
// OUT:     %c255_i32_10 = arith.constant 255 : i32
// OUT:     %33 = arith.select %32, %c255_i32_10, %31 : i32
// OUT:     %34 = arith.trunci %33 : i32 to i8
// OUT:     %35 = arith.bitcast %34 : i8 to f8E8M0FNU
// OUT:     %36 = arith.bitcast %35 : f8E8M0FNU to i8
// OUT:     %37 = arith.extui %36 : i8 to i32
// OUT:     %c23_i32_11 = arith.constant 23 : i32
// OUT:     %38 = arith.shli %37, %c23_i32_11 : i32
// OUT:     %c4194304_i32_12 = arith.constant 4194304 : i32
// OUT:     %39 = arith.maxui %38, %c4194304_i32_12 : i32
// OUT:     %c255_i32_13 = arith.constant 255 : i32
// OUT:     %40 = arith.cmpi eq, %37, %c255_i32_13 : i32
// OUT:     %c2143289344_i32_14 = arith.constant 2143289344 : i32
// OUT:     %41 = arith.select %40, %c2143289344_i32_14, %39 : i32
// OUT:     %42 = arith.bitcast %41 : i32 to f32
// OUT:     %43 = arith.extf %arg0 : f16 to f32
// OUT:     %44 = arith.mulf %43, %42 : f32
// OUT:     return %19, %44 : f32, f32
// OUT:   }
// OUT: }
// -----

func.func @vectors(%x: vector<4xf32>, %s: vector<4xf8E8M0FNU>) -> vector<4xf4E2M1FN> {
  %0 = arith.scaling_truncf %x, %s : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  return %0 : vector<4xf4E2M1FN>
}

// OUT: module {
// OUT:   func.func @vectors(%arg0: vector<4xf32>, %arg1: vector<4xf8E8M0FNU>) -> vector<4xf4E2M1FN> {
// OUT:     %0 = arith.bitcast %arg1 : vector<4xf8E8M0FNU> to vector<4xi8>
// OUT:     %1 = arith.extui %0 : vector<4xi8> to vector<4xi32>
// OUT:     %cst = arith.constant dense<23> : vector<4xi32>
// OUT:     %2 = arith.shli %1, %cst : vector<4xi32>
// OUT:     %cst_0 = arith.constant dense<4194304> : vector<4xi32>
// OUT:     %3 = arith.maxui %2, %cst_0 : vector<4xi32>
// OUT:     %cst_1 = arith.constant dense<255> : vector<4xi32>
// OUT:     %4 = arith.cmpi eq, %1, %cst_1 : vector<4xi32>
// OUT:     %cst_2 = arith.constant dense<2143289344> : vector<4xi32>
// OUT:     %5 = arith.select %4, %cst_2, %3 : vector<4xi1>, vector<4xi32>
// OUT:     %6 = arith.bitcast %5 : vector<4xi32> to vector<4xf32>
// OUT:     %7 = arith.divf %arg0, %6 : vector<4xf32>
// OUT:     %8 = arith.bitcast %7 : vector<4xf32> to vector<4xi32>
// OUT:     %cst_3 = arith.constant dense<2147483647> : vector<4xi32>
// OUT:     %9 = arith.andi %8, %cst_3 : vector<4xi32>
// OUT:     %cst_4 = arith.constant dense<22> : vector<4xi32>
// OUT:     %10 = arith.shrui %9, %cst_4 : vector<4xi32>
// OUT:     %cst_5 = arith.constant dense<1> : vector<4xi32>
// OUT:     %11 = arith.andi %10, %cst_5 : vector<4xi32>
// OUT:     %12 = arith.addi %9, %11 : vector<4xi32>
// OUT:     %cst_6 = arith.constant dense<2097151> : vector<4xi32>
// OUT:     %13 = arith.addi %12, %cst_6 : vector<4xi32>
// OUT:     %cst_7 = arith.constant dense<22> : vector<4xi32>
// OUT:     %14 = arith.shrui %13, %cst_7 : vector<4xi32>
// OUT:     %cst_8 = arith.constant dense<252> : vector<4xi32>
// OUT:     %15 = arith.subi %14, %cst_8 : vector<4xi32>
// OUT:     %cst_9 = arith.constant dense<0x4A800000> : vector<4xf32>
// OUT:     %16 = arith.bitcast %9 : vector<4xi32> to vector<4xf32>
// OUT:     %17 = arith.addf %16, %cst_9 : vector<4xf32>
// OUT:     %18 = arith.bitcast %17 : vector<4xf32> to vector<4xi32>
// OUT:     %19 = arith.bitcast %cst_9 : vector<4xf32> to vector<4xi32>
// OUT:     %20 = arith.subi %18, %19 : vector<4xi32>
// OUT:     %cst_10 = arith.constant dense<1065353216> : vector<4xi32>
// OUT:     %21 = arith.cmpi ult, %9, %cst_10 : vector<4xi32>
// OUT:     %22 = arith.select %21, %20, %15 : vector<4xi1>, vector<4xi32>
// OUT:     %cst_11 = arith.constant dense<28> : vector<4xi32>
// OUT:     %23 = arith.shrui %8, %cst_11 : vector<4xi32>
// OUT:     %cst_12 = arith.constant dense<8> : vector<4xi32>
// OUT:     %24 = arith.andi %23, %cst_12 : vector<4xi32>
// OUT:     %cst_13 = arith.constant dense<7> : vector<4xi32>
// OUT:     %25 = arith.cmpi ugt, %22, %cst_13 : vector<4xi32>
// OUT:     %cst_14 = arith.constant dense<7> : vector<4xi32>
// OUT:     %26 = arith.select %25, %cst_14, %22 : vector<4xi1>, vector<4xi32>
// OUT:     %27 = arith.ori %26, %24 : vector<4xi32>
// OUT:     %28 = arith.cmpf uno, %7, %7 : vector<4xf32>
// OUT:     %cst_15 = arith.constant dense<7> : vector<4xi32>
// OUT:     %29 = arith.select %28, %cst_15, %27 : vector<4xi1>, vector<4xi32>
// OUT:     %30 = arith.trunci %29 : vector<4xi32> to vector<4xi4>
// OUT:     %31 = arith.bitcast %30 : vector<4xi4> to vector<4xf4E2M1FN>
// OUT:     return %31 : vector<4xf4E2M1FN>
// OUT:   }
// OUT: }
// -----

// Nothing computes in a format of 8 bits.
func.func @small(%x: f4E2M1FN, %s: f8E8M0FNU) -> f8E5M2 {
  %0 = arith.scaling_extf %x, %s : f4E2M1FN, f8E8M0FNU to f8E5M2
  return %0 : f8E5M2
}

// OUT: module {
// OUT:   func.func @small(%arg0: f4E2M1FN, %arg1: f8E8M0FNU) -> f8E5M2 {
// OUT:     %0 = arith.scaling_extf %arg0, %arg1 : f4E2M1FN, f8E8M0FNU to f8E5M2
// OUT:     return %0 : f8E5M2
// OUT:   }
// OUT: }
