// RUN: opt --pass-pipeline=builtin.module(expand-arith{native=fp8,mul-extended,remf,rounded-division})

// What the target has stays, and serves the widths that it has not.
func.func @native(%a: i64, %b: i40, %x: f64) -> (i64, i40, i64, f64) {
  %low, %high = arith.mulsi_extended %a, %a : i64
  %low40, %high40 = arith.mulsi_extended %b, %b : i40
  %q = arith.ceildivsi %a, %high : i64
  %r = arith.remf %x, %x : f64
  return %high, %high40, %q, %r : i64, i40, i64, f64
}

// OUT: module {
// OUT:   func.func @native(%arg0: i64, %arg1: i40, %arg2: f64) -> (i64, i40, i64, f64) {
// OUT:     %low, %high = arith.mulsi_extended %arg0, %arg0 : i64
// OUT:     %0 = arith.extsi %arg1 : i40 to i64
// OUT:     %1 = arith.extsi %arg1 : i40 to i64
// OUT:     %low_0, %high_1 = arith.mulsi_extended %0, %1 : i64
// OUT:     %c40_i64 = arith.constant 40 : i64
// OUT:     %2 = arith.shrui %low_0, %c40_i64 : i64
// OUT:     %c24_i64 = arith.constant 24 : i64
// OUT:     %3 = arith.shli %high_1, %c24_i64 : i64
// OUT:     %4 = arith.ori %3, %2 : i64
// OUT:     %5 = arith.trunci %low_0 : i64 to i40
// OUT:     %6 = arith.trunci %4 : i64 to i40
// OUT:     %7 = arith.ceildivsi %arg0, %high : i64
// OUT:     %8 = arith.remf %arg2, %arg2 : f64
// OUT:     return %high, %6, %7, %8 : i64, i40, i64, f64
// OUT:   }
// OUT: }
// -----

// Up to half the width that targets have, there is no need of a product of 64 bits.
func.func @narrow(%a: i7, %b: i32) -> (i7, i32) {
  %low, %high = arith.mulsi_extended %a, %a : i7
  %low32, %high32 = arith.mului_extended %b, %b : i32
  return %high, %high32 : i7, i32
}

// OUT: module {
// OUT:   func.func @narrow(%arg0: i7, %arg1: i32) -> (i7, i32) {
// OUT:     %0 = arith.extsi %arg0 : i7 to i32
// OUT:     %1 = arith.extsi %arg0 : i7 to i32
// OUT:     %2 = arith.muli %0, %1 : i32
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     %3 = arith.shrui %2, %c7_i32 : i32
// OUT:     %4 = arith.trunci %2 : i32 to i7
// OUT:     %5 = arith.trunci %3 : i32 to i7
// OUT:     %6 = arith.extui %arg1 : i32 to i64
// OUT:     %7 = arith.extui %arg1 : i32 to i64
// OUT:     %8 = arith.muli %6, %7 : i64
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %9 = arith.shrui %8, %c32_i64 : i64
// OUT:     %10 = arith.trunci %8 : i64 to i32
// OUT:     %11 = arith.trunci %9 : i64 to i32
// OUT:     return %5, %11 : i7, i32
// OUT:   }
// OUT: }
// -----

// What the target converts serves other formats.
func.func @conversions(%a: f8E4M3FN, %x: f32, %h: f16) -> (f32, f8E4M3FN, f8E5M2) {
  %0 = arith.extf %a : f8E4M3FN to f32
  %1 = arith.truncf %x : f32 to f8E4M3FN
  %2 = arith.truncf %h : f16 to f8E5M2
  return %0, %1, %2 : f32, f8E4M3FN, f8E5M2
}

// OUT: module {
// OUT:   func.func @conversions(%arg0: f8E4M3FN, %arg1: f32, %arg2: f16) -> (f32, f8E4M3FN, f8E5M2) {
// OUT:     %0 = arith.extf %arg0 : f8E4M3FN to f16
// OUT:     %1 = arith.extf %0 : f16 to f32
// OUT:     %2 = arith.truncf %arg1 : f32 to f8E4M3FN
// OUT:     %3 = arith.extf %arg2 : f16 to f32
// OUT:     %4 = arith.truncf %3 : f32 to f8E5M2
// OUT:     return %1, %2, %4 : f32, f8E4M3FN, f8E5M2
// OUT:   }
// OUT: }
