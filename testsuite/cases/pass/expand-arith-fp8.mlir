// RUN: opt --expand-arith

// The upper byte of an f16, the exponent of an f32, and a format with another bias.
func.func @widened(%a: f8E5M2, %b: f8E8M0FNU, %c: f8E4M3FN) -> (f32, f32, f16) {
  %0 = arith.extf %a : f8E5M2 to f32
  %1 = arith.extf %b : f8E8M0FNU to f32
  %2 = arith.extf %c : f8E4M3FN to f16
  return %0, %1, %2 : f32, f32, f16
}

// OUT: module {
// OUT:   func.func @widened(%arg0: f8E5M2, %arg1: f8E8M0FNU, %arg2: f8E4M3FN) -> (f32, f32, f16) {
// OUT:     %0 = arith.bitcast %arg0 : f8E5M2 to i8
// OUT:     %1 = arith.extui %0 : i8 to i16
// OUT:     %c8_i16 = arith.constant 8 : i16
// OUT:     %2 = arith.shli %1, %c8_i16 : i16
// OUT:     %3 = arith.bitcast %2 : i16 to f16
// OUT:     %4 = arith.extf %3 : f16 to f32
// OUT:     %5 = arith.bitcast %arg1 : f8E8M0FNU to i8
// OUT:     %6 = arith.extui %5 : i8 to i32
// OUT:     %c23_i32 = arith.constant 23 : i32
// OUT:     %7 = arith.shli %6, %c23_i32 : i32
// OUT:     %c4194304_i32 = arith.constant 4194304 : i32
// OUT:     %8 = arith.maxui %7, %c4194304_i32 : i32
// OUT:     %c255_i32 = arith.constant 255 : i32
// OUT:     %9 = arith.cmpi eq, %6, %c255_i32 : i32
// OUT:     %c2143289344_i32 = arith.constant 2143289344 : i32
// OUT:     %10 = arith.select %9, %c2143289344_i32, %8 : i32
// OUT:     %11 = arith.bitcast %10 : i32 to f32
// OUT:     %12 = arith.bitcast %arg2 : f8E4M3FN to i8
// OUT:     %13 = arith.extui %12 : i8 to i32
// OUT:     %c127_i32 = arith.constant 127 : i32
// OUT:     %14 = arith.andi %13, %c127_i32 : i32
// OUT:     %c20_i32 = arith.constant 20 : i32
// OUT:     %15 = arith.shli %14, %c20_i32 : i32
// OUT:     %16 = arith.bitcast %15 : i32 to f32
// OUT:     %cst = arith.constant 1.329228E+36 : f32
// OUT:     %17 = arith.mulf %16, %cst : f32
// OUT:     %18 = arith.bitcast %17 : f32 to i32
// OUT:     %c128_i32 = arith.constant 128 : i32
// OUT:     %19 = arith.andi %13, %c128_i32 : i32
// OUT:     %c24_i32 = arith.constant 24 : i32
// OUT:     %20 = arith.shli %19, %c24_i32 : i32
// OUT:     %21 = arith.ori %18, %20 : i32
// OUT:     %c127_i32_0 = arith.constant 127 : i32
// OUT:     %22 = arith.cmpi eq, %14, %c127_i32_0 : i32
// OUT:     %c2143289344_i32_1 = arith.constant 2143289344 : i32
// OUT:     %23 = arith.select %22, %c2143289344_i32_1, %21 : i32
// OUT:     %24 = arith.bitcast %23 : i32 to f32
// OUT:     %25 = arith.truncf %24 : f32 to f16
// OUT:     return %4, %11, %25 : f32, f32, f16
// OUT:   }
// OUT: }
// -----

func.func @narrowed(%x: f32) -> f8E4M3FN {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// OUT: module {
// OUT:   func.func @narrowed(%arg0: f32) -> f8E4M3FN {
// OUT:     %0 = arith.bitcast %arg0 : f32 to i32
// OUT:     %c2147483647_i32 = arith.constant 2147483647 : i32
// OUT:     %1 = arith.andi %0, %c2147483647_i32 : i32
// OUT:     %c20_i32 = arith.constant 20 : i32
// OUT:     %2 = arith.shrui %1, %c20_i32 : i32
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %3 = arith.andi %2, %c1_i32 : i32
// OUT:     %4 = arith.addi %1, %3 : i32
// OUT:     %c524287_i32 = arith.constant 524287 : i32
// OUT:     %5 = arith.addi %4, %c524287_i32 : i32
// OUT:     %c20_i32_0 = arith.constant 20 : i32
// OUT:     %6 = arith.shrui %5, %c20_i32_0 : i32
// OUT:     %c960_i32 = arith.constant 960 : i32
// OUT:     %7 = arith.subi %6, %c960_i32 : i32
// OUT:     %cst = arith.constant 1.638400e+04 : f32
// OUT:     %8 = arith.bitcast %1 : i32 to f32
// OUT:     %9 = arith.addf %8, %cst : f32
// OUT:     %10 = arith.bitcast %9 : f32 to i32
// OUT:     %11 = arith.bitcast %cst : f32 to i32
// OUT:     %12 = arith.subi %10, %11 : i32
// OUT:     %c1015021568_i32 = arith.constant 1015021568 : i32
// OUT:     %13 = arith.cmpi ult, %1, %c1015021568_i32 : i32
// OUT:     %14 = arith.select %13, %12, %7 : i32
// OUT:     %c24_i32 = arith.constant 24 : i32
// OUT:     %15 = arith.shrui %0, %c24_i32 : i32
// OUT:     %c128_i32 = arith.constant 128 : i32
// OUT:     %16 = arith.andi %15, %c128_i32 : i32
// OUT:     %c126_i32 = arith.constant 126 : i32
// OUT:     %17 = arith.cmpi ugt, %14, %c126_i32 : i32
// OUT:     %c127_i32 = arith.constant 127 : i32
// OUT:     %18 = arith.select %17, %c127_i32, %14 : i32
// OUT:     %19 = arith.ori %18, %16 : i32
// OUT:     %20 = arith.cmpf uno, %arg0, %arg0 : f32
// OUT:     %c127_i32_1 = arith.constant 127 : i32
// OUT:     %21 = arith.select %20, %c127_i32_1, %19 : i32
// OUT:     %22 = arith.trunci %21 : i32 to i8
// OUT:     %23 = arith.bitcast %22 : i8 to f8E4M3FN
// OUT:     return %23 : f8E4M3FN
// OUT:   }
// OUT: }
// -----

// From f64 in one step.
func.func @powers(%x: f64, %v: vector<2xf32>) -> (f8E8M0FNU, vector<2xf8E8M0FNU>) {
  %0 = arith.truncf %x : f64 to f8E8M0FNU
  %1 = arith.truncf %v : vector<2xf32> to vector<2xf8E8M0FNU>
  return %0, %1 : f8E8M0FNU, vector<2xf8E8M0FNU>
}

// OUT: module {
// OUT:   func.func @powers(%arg0: f64, %arg1: vector<2xf32>) -> (f8E8M0FNU, vector<2xf8E8M0FNU>) {
// OUT:     %0 = arith.bitcast %arg0 : f64 to i64
// OUT:     %c2251799813685248_i64 = arith.constant 2251799813685248 : i64
// OUT:     %1 = arith.addi %0, %c2251799813685248_i64 : i64
// OUT:     %c52_i64 = arith.constant 52 : i64
// OUT:     %2 = arith.shrui %1, %c52_i64 : i64
// OUT:     %c896_i64 = arith.constant 896 : i64
// OUT:     %3 = arith.subi %2, %c896_i64 : i64
// OUT:     %c0_i64 = arith.constant 0 : i64
// OUT:     %4 = arith.maxsi %3, %c0_i64 : i64
// OUT:     %c255_i64 = arith.constant 255 : i64
// OUT:     %5 = arith.minsi %4, %c255_i64 : i64
// OUT:     %c0_i64_0 = arith.constant 0 : i64
// OUT:     %6 = arith.cmpi slt, %0, %c0_i64_0 : i64
// OUT:     %c0_i64_1 = arith.constant 0 : i64
// OUT:     %7 = arith.select %6, %c0_i64_1, %5 : i64
// OUT:     %8 = arith.cmpf uno, %arg0, %arg0 : f64
// OUT:     %c255_i64_2 = arith.constant 255 : i64
// OUT:     %9 = arith.select %8, %c255_i64_2, %7 : i64
// OUT:     %10 = arith.trunci %9 : i64 to i8
// OUT:     %11 = arith.bitcast %10 : i8 to f8E8M0FNU
// OUT:     %12 = arith.bitcast %arg1 : vector<2xf32> to vector<2xi32>
// OUT:     %cst = arith.constant dense<4194304> : vector<2xi32>
// OUT:     %13 = arith.addi %12, %cst : vector<2xi32>
// OUT:     %cst_3 = arith.constant dense<23> : vector<2xi32>
// OUT:     %14 = arith.shrui %13, %cst_3 : vector<2xi32>
// OUT:     %cst_4 = arith.constant dense<6291456> : vector<2xi32>
// OUT:     %15 = arith.cmpi slt, %12, %cst_4 : vector<2xi32>
// OUT:     %cst_5 = arith.constant dense<0> : vector<2xi32>
// OUT:     %16 = arith.select %15, %cst_5, %14 : vector<2xi1>, vector<2xi32>
// OUT:     %cst_6 = arith.constant dense<2139095039> : vector<2xi32>
// OUT:     %17 = arith.cmpi sgt, %12, %cst_6 : vector<2xi32>
// OUT:     %cst_7 = arith.constant dense<255> : vector<2xi32>
// OUT:     %18 = arith.select %17, %cst_7, %16 : vector<2xi1>, vector<2xi32>
// OUT:     %19 = arith.cmpf uno, %arg1, %arg1 : vector<2xf32>
// OUT:     %cst_8 = arith.constant dense<255> : vector<2xi32>
// OUT:     %20 = arith.select %19, %cst_8, %18 : vector<2xi1>, vector<2xi32>
// OUT:     %21 = arith.trunci %20 : vector<2xi32> to vector<2xi8>
// OUT:     %22 = arith.bitcast %21 : vector<2xi8> to vector<2xf8E8M0FNU>
// OUT:     return %11, %22 : f8E8M0FNU, vector<2xf8E8M0FNU>
// OUT:   }
// OUT: }
// -----

// Another direction of rounding stays, and what has no format that is computed in.
func.func @kept(%x: f32, %y: f4E2M1FN) -> (f8E5M2, f8E5M2) {
  %0 = arith.truncf %x upward : f32 to f8E5M2
  %1 = arith.extf %y : f4E2M1FN to f8E5M2
  return %0, %1 : f8E5M2, f8E5M2
}

// OUT: module {
// OUT:   func.func @kept(%arg0: f32, %arg1: f4E2M1FN) -> (f8E5M2, f8E5M2) {
// OUT:     %0 = arith.truncf %arg0 upward : f32 to f8E5M2
// OUT:     %1 = arith.extf %arg1 : f4E2M1FN to f8E5M2
// OUT:     return %0, %1 : f8E5M2, f8E5M2
// OUT:   }
// OUT: }
