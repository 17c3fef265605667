// RUN: opt --expand-arith

// A quotient that is rounded otherwise is one off where there is a remainder.
func.func @rounded(%a: i32, %b: i32, %i: index, %j: index) -> (i32, i32, index) {
  %up = arith.ceildivsi %a, %b : i32
  %down = arith.floordivsi %a, %b : i32
  %blocks = arith.ceildivui %i, %j : index
  return %up, %down, %blocks : i32, i32, index
}

// OUT: module {
// OUT:   func.func @rounded(%arg0: i32, %arg1: i32, %arg2: index, %arg3: index) -> (i32, i32, index) {
// OUT:     %0 = arith.divsi %arg0, %arg1 : i32
// OUT:     %1 = arith.muli %0, %arg1 : i32
// OUT:     %2 = arith.subi %arg0, %1 : i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %3 = arith.cmpi ne, %2, %c0_i32 : i32
// OUT:     %4 = arith.xori %2, %arg1 : i32
// OUT:     %5 = arith.cmpi sge, %4, %c0_i32 : i32
// OUT:     %6 = arith.andi %3, %5 : i1
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %7 = arith.addi %0, %c1_i32 : i32
// OUT:     %8 = arith.select %6, %7, %0 : i32
// OUT:     %9 = arith.divsi %arg0, %arg1 : i32
// OUT:     %10 = arith.muli %9, %arg1 : i32
// OUT:     %11 = arith.subi %arg0, %10 : i32
// OUT:     %c0_i32_0 = arith.constant 0 : i32
// OUT:     %12 = arith.cmpi ne, %11, %c0_i32_0 : i32
// OUT:     %13 = arith.xori %11, %arg1 : i32
// OUT:     %14 = arith.cmpi slt, %13, %c0_i32_0 : i32
// OUT:     %15 = arith.andi %12, %14 : i1
// OUT:     %c-1_i32 = arith.constant -1 : i32
// OUT:     %16 = arith.addi %9, %c-1_i32 : i32
// OUT:     %17 = arith.select %15, %16, %9 : i32
// OUT:     %18 = arith.divui %arg2, %arg3 : index
// OUT:     %19 = arith.muli %18, %arg3 : index
// OUT:     %20 = arith.subi %arg2, %19 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %21 = arith.cmpi ne, %20, %c0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %22 = arith.addi %18, %c1 : index
// OUT:     %23 = arith.select %21, %22, %18 : index
// OUT:     return %8, %17, %23 : i32, i32, index
// OUT:   }
// OUT: }
// -----

// Both halves of a product have twice the width; nobody reads the upper half of the last one.
func.func @extended(%a: i32, %b: i16, %v: vector<2xi8>) -> (i32, i1, i32, i32, i16, vector<2xi8>) {
  %sum, %carry = arith.addui_extended %a, %a : i32, i1
  %low, %high = arith.mulsi_extended %a, %a : i32
  %low16, %high16 = arith.mului_extended %b, %b : i16
  %low8, %high8 = arith.mului_extended %v, %v : vector<2xi8>
  return %sum, %carry, %low, %high, %high16, %low8 : i32, i1, i32, i32, i16, vector<2xi8>
}

// OUT: module {
// OUT:   func.func @extended(%arg0: i32, %arg1: i16, %arg2: vector<2xi8>) -> (i32, i1, i32, i32, i16, vector<2xi8>) {
// OUT:     %0 = arith.addi %arg0, %arg0 : i32
// OUT:     %1 = arith.cmpi ult, %0, %arg0 : i32
// OUT:     %2 = arith.extsi %arg0 : i32 to i64
// OUT:     %3 = arith.extsi %arg0 : i32 to i64
// OUT:     %4 = arith.muli %2, %3 : i64
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %5 = arith.shrui %4, %c32_i64 : i64
// OUT:     %6 = arith.trunci %4 : i64 to i32
// OUT:     %7 = arith.trunci %5 : i64 to i32
// OUT:     %8 = arith.extui %arg1 : i16 to i32
// OUT:     %9 = arith.extui %arg1 : i16 to i32
// OUT:     %10 = arith.muli %8, %9 : i32
// OUT:     %c16_i32 = arith.constant 16 : i32
// OUT:     %11 = arith.shrui %10, %c16_i32 : i32
// OUT:     %12 = arith.trunci %10 : i32 to i16
// OUT:     %13 = arith.trunci %11 : i32 to i16
// OUT:     %14 = arith.muli %arg2, %arg2 : vector<2xi8>
// OUT:     return %0, %1, %6, %7, %13, %14 : i32, i1, i32, i32, i16, vector<2xi8>
// OUT:   }
// OUT: }
// -----

// An odd width is cut out of the product of 64 bits, which is made of digits of 32 bits.
func.func @long(%a: i64, %b: i40) -> (i64, i64, i40) {
  %low, %high = arith.mulsi_extended %a, %a : i64
  %low40, %high40 = arith.mului_extended %b, %b : i40
  return %low, %high, %high40 : i64, i64, i40
}

// OUT: module {
// OUT:   func.func @long(%arg0: i64, %arg1: i40) -> (i64, i64, i40) {
// OUT:     %0 = arith.muli %arg0, %arg0 : i64
// OUT:     %c4294967295_i64 = arith.constant 4294967295 : i64
// OUT:     %1 = arith.andi %arg0, %c4294967295_i64 : i64
// OUT:     %c4294967295_i64_0 = arith.constant 4294967295 : i64
// OUT:     %2 = arith.andi %arg0, %c4294967295_i64_0 : i64
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %3 = arith.shrui %arg0, %c32_i64 : i64
// OUT:     %c32_i64_1 = arith.constant 32 : i64
// OUT:     %4 = arith.shrui %arg0, %c32_i64_1 : i64
// OUT:     %5 = arith.muli %1, %2 : i64
// OUT:     %c32_i64_2 = arith.constant 32 : i64
// OUT:     %6 = arith.shrui %5, %c32_i64_2 : i64
// OUT:     %7 = arith.muli %3, %2 : i64
// OUT:     %8 = arith.addi %7, %6 : i64
// OUT:     %c4294967295_i64_3 = arith.constant 4294967295 : i64
// OUT:     %9 = arith.andi %8, %c4294967295_i64_3 : i64
// OUT:     %10 = arith.muli %1, %4 : i64
// OUT:     %11 = arith.addi %10, %9 : i64
// OUT:     %12 = arith.muli %3, %4 : i64
// OUT:     %c32_i64_4 = arith.constant 32 : i64
// OUT:     %13 = arith.shrui %8, %c32_i64_4 : i64
// OUT:     %c32_i64_5 = arith.constant 32 : i64
// OUT:     %14 = arith.shrui %11, %c32_i64_5 : i64
// OUT:     %15 = arith.addi %13, %14 : i64
// OUT:     %16 = arith.addi %12, %15 : i64
// OUT:     %c63_i64 = arith.constant 63 : i64
// OUT:     %17 = arith.shrsi %arg0, %c63_i64 : i64
// OUT:     %18 = arith.andi %17, %arg0 : i64
// OUT:     %19 = arith.subi %16, %18 : i64
// OUT:     %c63_i64_6 = arith.constant 63 : i64
// OUT:     %20 = arith.shrsi %arg0, %c63_i64_6 : i64
// OUT:     %21 = arith.andi %20, %arg0 : i64
// OUT:     %22 = arith.subi %19, %21 : i64
// OUT:     %23 = arith.extui %arg1 : i40 to i64
// OUT:     %24 = arith.extui %arg1 : i40 to i64
// OUT:     %25 = arith.muli %23, %24 : i64
// OUT:     %c4294967295_i64_7 = arith.constant 4294967295 : i64
// OUT:     %26 = arith.andi %23, %c4294967295_i64_7 : i64
// OUT:     %c4294967295_i64_8 = arith.constant 4294967295 : i64
// OUT:     %27 = arith.andi %24, %c4294967295_i64_8 : i64
// OUT:     %c32_i64_9 = arith.constant 32 : i64
// OUT:     %28 = arith.shrui %23, %c32_i64_9 : i64
// OUT:     %c32_i64_10 = arith.constant 32 : i64
// OUT:     %29 = arith.shrui %24, %c32_i64_10 : i64
// OUT:     %30 = arith.muli %26, %27 : i64
// OUT:     %c32_i64_11 = arith.constant 32 : i64
// OUT:     %31 = arith.shrui %30, %c32_i64_11 : i64
// OUT:     %32 = arith.muli %28, %27 : i64
// OUT:     %33 = arith.addi %32, %31 : i64
// OUT:     %c4294967295_i64_12 = arith.constant 4294967295 : i64
// OUT:     %34 = arith.andi %33, %c4294967295_i64_12 : i64
// OUT:     %35 = arith.muli %26, %29 : i64
// OUT:     %36 = arith.addi %35, %34 : i64
// OUT:     %37 = arith.muli %28, %29 : i64
// OUT:     %c32_i64_13 = arith.constant 32 : i64
// OUT:     %38 = arith.shrui %33, %c32_i64_13 : i64
// OUT:     %c32_i64_14 = arith.constant 32 : i64
// OUT:     %39 = arith.shrui %36, %c32_i64_14 : i64
// OUT:     %40 = arith.addi %38, %39 : i64
// OUT:     %41 = arith.addi %37, %40 : i64
// OUT:     %c40_i64 = arith.constant 40 : i64
// OUT:     %42 = arith.shrui %25, %c40_i64 : i64
// OUT:     %c24_i64 = arith.constant 24 : i64
// OUT:     %43 = arith.shli %41, %c24_i64 : i64
// OUT:     %44 = arith.ori %43, %42 : i64
// OUT:     %45 = arith.trunci %25 : i64 to i40
// OUT:     %46 = arith.trunci %44 : i64 to i40
// OUT:     return %0, %22, %46 : i64, i64, i40
// OUT:   }
// OUT: }
// -----

func.func @remainder(%x: f32, %y: f32) -> f32 {
  %r = arith.remf %x, %y : f32
  return %r : f32
}

// OUT: module {
// OUT:   func.func @remainder(%arg0: f32, %arg1: f32) -> f32 {
// OUT:     %0 = math.absf %arg0 : f32
// OUT:     %1 = math.absf %arg1 : f32
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %cst_0 = arith.constant 0x7F800000 : f32
// OUT:     %cst_1 = arith.constant 0x7FC00000 : f32
// OUT:     %2 = arith.cmpf olt, %0, %cst_0 : f32
// OUT:     %3 = arith.cmpf ogt, %1, %cst : f32
// OUT:     %4 = arith.andi %2, %3 : i1
// OUT:     %5 = arith.cmpf oge, %0, %1 : f32
// OUT:     %6 = arith.andi %4, %5 : i1
// OUT:     %7 = scf.if %6 -> (f32) {
// OUT:       %10 = scf.while (%arg2 = %1) : (f32) -> f32 {
// OUT:         %12 = arith.subf %0, %arg2 : f32
// OUT:         %13 = arith.cmpf oge, %12, %arg2 : f32
// OUT:         scf.condition(%13) %arg2 : f32
// OUT:       } do {
// OUT:       ^bb0(%arg2: f32):
// OUT:         %12 = arith.addf %arg2, %arg2 : f32
// OUT:         scf.yield %12 : f32
// OUT:       }
// OUT:       %11:2 = scf.while (%arg2 = %0, %arg3 = %10) : (f32, f32) -> (f32, f32) {
// OUT:         %12 = arith.cmpf oge, %arg2, %arg3 : f32
// OUT:         %13 = arith.subf %arg2, %arg3 : f32
// OUT:         %14 = arith.select %12, %13, %arg2 : f32
// OUT:         %cst_2 = arith.constant 5.000000e-01 : f32
// OUT:         %15 = arith.mulf %arg3, %cst_2 : f32
// OUT:         %16 = arith.cmpf oge, %15, %1 : f32
// OUT:         scf.condition(%16) %14, %15 : f32, f32
// OUT:       } do {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         scf.yield %arg2, %arg3 : f32, f32
// OUT:       }
// OUT:       scf.yield %11#0 : f32
// OUT:     } else {
// OUT:       scf.yield %0 : f32
// OUT:     }
// OUT:     %8 = math.copysign %7, %arg0 : f32
// OUT:     %9 = arith.select %4, %8, %cst_1 : f32
// OUT:     return %9 : f32
// OUT:   }
// OUT: }
// -----

// Narrow formats are computed in f32, vectors by element.
func.func @remainders(%x: vector<2xf16>, %y: vector<2xf16>) -> vector<2xf16> {
  %r = arith.remf %x, %y : vector<2xf16>
  return %r : vector<2xf16>
}

// OUT: module {
// OUT:   func.func @remainders(%arg0: vector<2xf16>, %arg1: vector<2xf16>) -> vector<2xf16> {
// OUT:     %0:2 = vector.to_elements %arg0 : vector<2xf16>
// OUT:     %1:2 = vector.to_elements %arg1 : vector<2xf16>
// OUT:     %2 = arith.extf %0#0 : f16 to f32
// OUT:     %3 = arith.extf %1#0 : f16 to f32
// OUT:     %4 = math.absf %2 : f32
// OUT:     %5 = math.absf %3 : f32
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %cst_0 = arith.constant 0x7F800000 : f32
// OUT:     %cst_1 = arith.constant 0x7FC00000 : f32
// OUT:     %6 = arith.cmpf olt, %4, %cst_0 : f32
// OUT:     %7 = arith.cmpf ogt, %5, %cst : f32
// OUT:     %8 = arith.andi %6, %7 : i1
// OUT:     %9 = arith.cmpf oge, %4, %5 : f32
// OUT:     %10 = arith.andi %8, %9 : i1
// OUT:     %11 = scf.if %10 -> (f32) {
// OUT:       %29 = scf.while (%arg2 = %5) : (f32) -> f32 {
// OUT:         %31 = arith.subf %4, %arg2 : f32
// OUT:         %32 = arith.cmpf oge, %31, %arg2 : f32
// OUT:         scf.condition(%32) %arg2 : f32
// OUT:       } do {
// OUT:       ^bb0(%arg2: f32):
// OUT:         %31 = arith.addf %arg2, %arg2 : f32
// OUT:         scf.yield %31 : f32
// OUT:       }
// OUT:       %30:2 = scf.while (%arg2 = %4, %arg3 = %29) : (f32, f32) -> (f32, f32) {
// OUT:         %31 = arith.cmpf oge, %arg2, %arg3 : f32
// OUT:         %32 = arith.subf %arg2, %arg3 : f32
// OUT:         %33 = arith.select %31, %32, %arg2 : f32
// OUT:         %cst_5 = arith.constant 5.000000e-01 : f32
// OUT:         %34 = arith.mulf %arg3, %cst_5 : f32
// OUT:         %35 = arith.cmpf oge, %34, %5 : f32
// OUT:         scf.condition(%35) %33, %34 : f32, f32
// OUT:       } do {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         scf.yield %arg2, %arg3 : f32, f32
// OUT:       }
// OUT:       scf.yield %30#0 : f32
// OUT:     } else {
// OUT:       scf.yield %4 : f32
// OUT:     }
// OUT:     %12 = math.copysign %11, %2 : f32
// OUT:     %13 = arith.select %8, %12, %cst_1 : f32
// OUT:     %14 = arith.truncf %13 : f32 to f16
// OUT:     %15 = arith.extf %0#1 : f16 to f32
// OUT:     %16 = arith.extf %1#1 : f16 to f32
// OUT:     %17 = math.absf %15 : f32
// OUT:     %18 = math.absf %16 : f32
// OUT:     %cst_2 = arith.constant 0.000000e+00 : f32
// OUT:     %cst_3 = arith.constant 0x7F800000 : f32
// OUT:     %cst_4 = arith.constant 0x7FC00000 : f32
// OUT:     %19 = arith.cmpf olt, %17, %cst_3 : f32
// OUT:     %20 = arith.cmpf ogt, %18, %cst_2 : f32
// OUT:     %21 = arith.andi %19, %20 : i1
// OUT:     %22 = arith.cmpf oge, %17, %18 : f32
// OUT:     %23 = arith.andi %21, %22 : i1
// OUT:     %24 = scf.if %23 -> (f32) {
// OUT:       %29 = scf.while (%arg2 = %18) : (f32) -> f32 {
// OUT:         %31 = arith.subf %17, %arg2 : f32
// OUT:         %32 = arith.cmpf oge, %31, %arg2 : f32
// OUT:         scf.condition(%32) %arg2 : f32
// OUT:       } do {
// OUT:       ^bb0(%arg2: f32):
// OUT:         %31 = arith.addf %arg2, %arg2 : f32
// OUT:         scf.yield %31 : f32
// OUT:       }
// OUT:       %30:2 = scf.while (%arg2 = %17, %arg3 = %29) : (f32, f32) -> (f32, f32) {
// OUT:         %31 = arith.cmpf oge, %arg2, %arg3 : f32
// OUT:         %32 = arith.subf %arg2, %arg3 : f32
// OUT:         %33 = arith.select %31, %32, %arg2 : f32
// OUT:         %cst_5 = arith.constant 5.000000e-01 : f32
// OUT:         %34 = arith.mulf %arg3, %cst_5 : f32
// OUT:         %35 = arith.cmpf oge, %34, %18 : f32
// OUT:         scf.condition(%35) %33, %34 : f32, f32
// OUT:       } do {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         scf.yield %arg2, %arg3 : f32, f32
// OUT:       }
// OUT:       scf.yield %30#0 : f32
// OUT:     } else {
// OUT:       scf.yield %17 : f32
// OUT:     }
// OUT:     %25 = math.copysign %24, %15 : f32
// OUT:     %26 = arith.select %21, %25, %cst_4 : f32
// OUT:     %27 = arith.truncf %26 : f32 to f16
// OUT:     %28 = vector.from_elements %14, %27 : vector<2xf16>
// OUT:     return %28 : vector<2xf16>
// OUT:   }
// OUT: }
// -----

// What is divided already, in the block or around it, gives the remainder; so does a division that follows.
func.func @shared(%a: i64, %b: i64, %i: index, %n: index, %c: i1) -> (i64, index, i32) {
  %q = arith.divsi %a, %b : i64
  %0 = scf.if %c -> i64 {
    %r = arith.remsi %a, %b : i64
    %s = arith.addi %r, %q : i64
    scf.yield %s : i64
  } else {
    scf.yield %q : i64
  }
  %x = arith.remui %i, %n : index
  %y = arith.divui %i, %n : index
  %z = arith.addi %x, %y : index
  %t = arith.trunci %a : i64 to i32
  %u = arith.trunci %b : i64 to i32
  %v = arith.remsi %t, %u : i32
  return %0, %z, %v : i64, index, i32
}

// OUT: module {
// OUT:   func.func @shared(%arg0: i64, %arg1: i64, %arg2: index, %arg3: index, %arg4: i1) -> (i64, index, i32) {
// OUT:     %0 = arith.divsi %arg0, %arg1 : i64
// OUT:     %1 = scf.if %arg4 -> (i64) {
// OUT:       %9 = arith.muli %0, %arg1 : i64
// OUT:       %10 = arith.subi %arg0, %9 : i64
// OUT:       %11 = arith.addi %10, %0 : i64
// OUT:       scf.yield %11 : i64
// OUT:     } else {
// OUT:       scf.yield %0 : i64
// OUT:     }
// OUT:     %2 = arith.divui %arg2, %arg3 : index
// OUT:     %3 = arith.muli %2, %arg3 : index
// OUT:     %4 = arith.subi %arg2, %3 : index
// OUT:     %5 = arith.addi %4, %2 : index
// OUT:     %6 = arith.trunci %arg0 : i64 to i32
// OUT:     %7 = arith.trunci %arg1 : i64 to i32
// OUT:     %8 = arith.remsi %6, %7 : i32
// OUT:     return %1, %5, %8 : i64, index, i32
// OUT:   }
// OUT: }
// -----

// Targets divide by a constant without a division. What another branch divides, or a later part of the program that may
// never run, gives nothing.
func.func @not_shared(%a: i32, %b: i32, %c: i1) -> (i32, i32) {
  %c10 = arith.constant 10 : i32
  %q = arith.divsi %a, %c10 : i32
  %r = arith.remsi %a, %c10 : i32
  %sum = arith.addi %q, %r : i32
  %0 = scf.if %c -> i32 {
    %1 = arith.divsi %a, %b : i32
    scf.yield %1 : i32
  } else {
    %1 = arith.remsi %a, %b : i32
    cf.assert %c, "stop"
    %2 = arith.divsi %a, %b : i32
    %3 = arith.addi %1, %2 : i32
    scf.yield %3 : i32
  }
  return %sum, %0 : i32, i32
}

// OUT: module {
// OUT:   func.func @not_shared(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32) {
// OUT:     %c10_i32 = arith.constant 10 : i32
// OUT:     %0 = arith.divsi %arg0, %c10_i32 : i32
// OUT:     %1 = arith.remsi %arg0, %c10_i32 : i32
// OUT:     %2 = arith.addi %0, %1 : i32
// OUT:     %3 = scf.if %arg2 -> (i32) {
// OUT:       %4 = arith.divsi %arg0, %arg1 : i32
// OUT:       scf.yield %4 : i32
// OUT:     } else {
// OUT:       %4 = arith.remsi %arg0, %arg1 : i32
// OUT:       cf.assert %arg2, "stop"
// OUT:       %5 = arith.divsi %arg0, %arg1 : i32
// OUT:       %6 = arith.addi %4, %5 : i32
// OUT:       scf.yield %6 : i32
// OUT:     }
// OUT:     return %2, %3 : i32, i32
// OUT:   }
// OUT: }
