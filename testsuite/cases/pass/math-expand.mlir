// RUN: opt --math-expand

// A root is exact, and so is a quotient: what is left is within two units of the last place.
func.func @rsqrt(%x: f32) -> f32 {
  %0 = math.rsqrt %x : f32
  return %0 : f32
}

// OUT: module {
// OUT:   func.func @rsqrt(%arg0: f32) -> f32 {
// OUT:     %0 = math.sqrt %arg0 : f32
// OUT:     %cst = arith.constant 1.000000e+00 : f32
// OUT:     %1 = arith.divf %cst, %0 : f32
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----

// Half precision is computed in single precision and rounded once.
func.func @round(%x: vector<2xf16>) -> vector<2xf16> {
  %0 = math.round %x : vector<2xf16>
  return %0 : vector<2xf16>
}

// OUT: module {
// OUT:   func.func @round(%arg0: vector<2xf16>) -> vector<2xf16> {
// OUT:     %0 = arith.extf %arg0 : vector<2xf16> to vector<2xf32>
// OUT:     %cst = arith.constant dense<1056964607> : vector<2xi32>
// OUT:     %1 = arith.bitcast %cst : vector<2xi32> to vector<2xf32>
// OUT:     %2 = math.copysign %1, %0 : vector<2xf32>
// OUT:     %3 = arith.addf %0, %2 : vector<2xf32>
// OUT:     %4 = math.trunc %3 : vector<2xf32>
// OUT:     %5 = arith.truncf %4 : vector<2xf32> to vector<2xf16>
// OUT:     return %5 : vector<2xf16>
// OUT:   }
// OUT: }
// -----

func.func @exp2(%x: f32) -> f32 {
  %0 = math.exp2 %x : f32
  return %0 : f32
}

// OUT: module {
// OUT:   func.func @exp2(%arg0: f32) -> f32 {
// OUT:     %cst = arith.constant -151.482986 : f32
// OUT:     %0 = arith.cmpf olt, %arg0, %cst : f32
// OUT:     %cst_0 = arith.constant -151.482986 : f32
// OUT:     %1 = arith.select %0, %cst_0, %arg0 : f32
// OUT:     %cst_1 = arith.constant 129.84256 : f32
// OUT:     %2 = arith.cmpf ogt, %1, %cst_1 : f32
// OUT:     %cst_2 = arith.constant 129.84256 : f32
// OUT:     %3 = arith.select %2, %cst_2, %1 : f32
// OUT:     %cst_3 = arith.constant 1.000000e+00 : f32
// OUT:     %cst_4 = arith.constant 0x4B400000 : f32
// OUT:     %4 = math.fma %3, %cst_3, %cst_4 : f32
// OUT:     %5 = arith.subf %4, %cst_4 : f32
// OUT:     %6 = arith.bitcast %4 : f32 to i32
// OUT:     %c1262485504_i32 = arith.constant 1262485504 : i32
// OUT:     %7 = arith.subi %6, %c1262485504_i32 : i32
// OUT:     %8 = arith.subf %3, %5 : f32
// OUT:     %cst_5 = arith.constant 0.693147182 : f32
// OUT:     %9 = arith.mulf %8, %cst_5 : f32
// OUT:     %cst_6 = arith.constant 1.000000e+00 : f32
// OUT:     %cst_7 = arith.constant 0.0013926184 : f32
// OUT:     %cst_8 = arith.constant 0.00836317893 : f32
// OUT:     %10 = math.fma %cst_7, %9, %cst_8 : f32
// OUT:     %cst_9 = arith.constant 0.0416665561 : f32
// OUT:     %11 = math.fma %10, %9, %cst_9 : f32
// OUT:     %cst_10 = arith.constant 0.166665763 : f32
// OUT:     %12 = math.fma %11, %9, %cst_10 : f32
// OUT:     %cst_11 = arith.constant 5.000000e-01 : f32
// OUT:     %13 = math.fma %12, %9, %cst_11 : f32
// OUT:     %14 = math.fma %13, %9, %cst_6 : f32
// OUT:     %15 = math.fma %14, %9, %cst_6 : f32
// OUT:     %c254_i32 = arith.constant 254 : i32
// OUT:     %16 = arith.addi %7, %c254_i32 : i32
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %17 = arith.shrui %16, %c1_i32 : i32
// OUT:     %18 = arith.subi %16, %17 : i32
// OUT:     %c23_i32 = arith.constant 23 : i32
// OUT:     %19 = arith.shli %17, %c23_i32 : i32
// OUT:     %20 = arith.bitcast %19 : i32 to f32
// OUT:     %c23_i32_12 = arith.constant 23 : i32
// OUT:     %21 = arith.shli %18, %c23_i32_12 : i32
// OUT:     %22 = arith.bitcast %21 : i32 to f32
// OUT:     %23 = arith.mulf %15, %20 : f32
// OUT:     %24 = arith.mulf %23, %22 : f32
// OUT:     return %24 : f32
// OUT:   }
// OUT: }
// -----

// What every backend has stays.
func.func @base(%x: f32, %y: f32) -> f32 {
  %0 = math.sqrt %x : f32
  %1 = math.copysign %0, %y : f32
  %2 = math.fma %0, %1, %x : f32
  return %2 : f32
}

// OUT: module {
// OUT:   func.func @base(%arg0: f32, %arg1: f32) -> f32 {
// OUT:     %0 = math.sqrt %arg0 : f32
// OUT:     %1 = math.copysign %0, %arg1 : f32
// OUT:     %2 = math.fma %0, %1, %arg0 : f32
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
// -----

func.func @power(%x: i2, %y: i2) -> i2 {
  %0 = math.ipowi %x, %y : i2
  return %0 : i2
}

// OUT: module {
// OUT:   func.func @power(%arg0: i2, %arg1: i2) -> i2 {
// OUT:     %c1_i2 = arith.constant 1 : i2
// OUT:     %c0_i2 = arith.constant 0 : i2
// OUT:     %c0_i2_0 = arith.constant 0 : i2
// OUT:     %0 = arith.shrui %arg1, %c0_i2_0 : i2
// OUT:     %1 = arith.andi %0, %c1_i2 : i2
// OUT:     %2 = arith.cmpi ne, %1, %c0_i2 : i2
// OUT:     %3 = arith.muli %c1_i2, %arg0 : i2
// OUT:     %4 = arith.select %2, %3, %c1_i2 : i2
// OUT:     %5 = arith.muli %arg0, %arg0 : i2
// OUT:     %c1_i2_1 = arith.constant 1 : i2
// OUT:     %6 = arith.shrui %arg1, %c1_i2_1 : i2
// OUT:     %7 = arith.andi %6, %c1_i2 : i2
// OUT:     %8 = arith.cmpi ne, %7, %c0_i2 : i2
// OUT:     %9 = arith.muli %4, %5 : i2
// OUT:     %10 = arith.select %8, %9, %4 : i2
// OUT:     %c-1_i2 = arith.constant -1 : i2
// OUT:     %11 = arith.cmpi eq, %arg0, %c1_i2 : i2
// OUT:     %12 = arith.cmpi eq, %arg0, %c-1_i2 : i2
// OUT:     %13 = arith.ori %11, %12 : i1
// OUT:     %14 = arith.select %13, %10, %c0_i2 : i2
// OUT:     %15 = arith.cmpi slt, %arg1, %c0_i2 : i2
// OUT:     %16 = arith.select %15, %14, %10 : i2
// OUT:     return %16 : i2
// OUT:   }
// OUT: }
// -----

func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// OUT: module {
// OUT:   func.func @clamp(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 {
// OUT:     %0 = arith.maximumf %arg0, %arg1 : f32
// OUT:     %1 = arith.minimumf %0, %arg2 : f32
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
