// RUN: opt --math-uplift-to-fma

// Sums and differences, where both operations may be contracted.
func.func @permitted(%a: f32, %b: f32, %c: f32, %v: vector<4xf64>) -> (f32, f32, f32, f32, vector<4xf64>) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<contract,reassoc> : f32
  %2 = arith.addf %c, %0 fastmath<fast> : f32
  %3 = arith.subf %0, %c fastmath<contract> : f32
  %4 = arith.subf %c, %0 fastmath<contract> : f32
  %5 = arith.mulf %v, %v fastmath<fast> : vector<4xf64>
  %6 = arith.addf %5, %v fastmath<fast> : vector<4xf64>
  return %1, %2, %3, %4, %6 : f32, f32, f32, f32, vector<4xf64>
}

// The first operand is fused if both are products; the other product stays.
func.func @both(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %a fastmath<contract> : f32
  %1 = arith.mulf %b, %b fastmath<contract> : f32
  %2 = arith.addf %0, %1 fastmath<contract> : f32
  return %2 : f32
}

// Exact products are rounded once in any case.
func.func @exact(%h: f16, %g: f16, %s: f32, %q: f8E4M3FN, %c: f32, %d: f64) -> (f32, f64, f32) {
  %0 = arith.extf %h : f16 to f32
  %1 = arith.extf %g : f16 to f32
  %2 = arith.mulf %0, %1 : f32
  %3 = arith.addf %c, %2 : f32
  %4 = arith.extf %s : f32 to f64
  %5 = arith.mulf %4, %4 : f64
  %6 = arith.subf %5, %d : f64
  %7 = arith.extf %q : f8E4M3FN to f32
  %8 = arith.mulf %7, %0 : f32
  %9 = arith.addf %8, %c : f32
  return %3, %6, %9 : f32, f64, f32
}

// These stay: one flag alone, products that may over- or underflow, a factor that is not widened, a rounding mode.
func.func @kept(%a: f32, %b: f32, %c: f32, %h: bf16, %e: f8E8M0FNU, %f: f16) -> (f32, f32, f32, f32, f32, f32) {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  %2 = arith.mulf %a, %b fastmath<contract> : f32
  %3 = arith.addf %2, %c : f32
  %4 = arith.extf %h : bf16 to f32
  %5 = arith.mulf %4, %4 : f32
  %6 = arith.addf %5, %c : f32
  %7 = arith.extf %e : f8E8M0FNU to f32
  %8 = arith.mulf %7, %7 : f32
  %9 = arith.addf %8, %c : f32
  %10 = arith.extf %f : f16 to f32
  %11 = arith.mulf %10, %a : f32
  %12 = arith.addf %11, %c : f32
  %13 = arith.mulf %a, %b upward fastmath<contract> : f32
  %14 = arith.addf %13, %c fastmath<contract> : f32
  return %1, %3, %6, %9, %12, %14 : f32, f32, f32, f32, f32, f32
}

// OUT: module {
// OUT:   func.func @permitted(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: vector<4xf64>) -> (f32, f32, f32, f32, vector<4xf64>) {
// OUT:     %0 = math.fma %arg0, %arg1, %arg2 fastmath<reassoc,contract> : f32
// OUT:     %1 = math.fma %arg0, %arg1, %arg2 fastmath<fast> : f32
// OUT:     %2 = arith.negf %arg2 : f32
// OUT:     %3 = math.fma %arg0, %arg1, %2 fastmath<contract> : f32
// OUT:     %4 = arith.negf %arg0 : f32
// OUT:     %5 = math.fma %4, %arg1, %arg2 fastmath<contract> : f32
// OUT:     %6 = math.fma %arg3, %arg3, %arg3 fastmath<fast> : vector<4xf64>
// OUT:     return %0, %1, %3, %5, %6 : f32, f32, f32, f32, vector<4xf64>
// OUT:   }
// OUT:   func.func @both(%arg0: f32, %arg1: f32) -> f32 {
// OUT:     %0 = arith.mulf %arg1, %arg1 fastmath<contract> : f32
// OUT:     %1 = math.fma %arg0, %arg0, %0 fastmath<contract> : f32
// OUT:     return %1 : f32
// OUT:   }
// OUT:   func.func @exact(%arg0: f16, %arg1: f16, %arg2: f32, %arg3: f8E4M3FN, %arg4: f32, %arg5: f64) -> (f32, f64, f32) {
// OUT:     %0 = arith.extf %arg0 : f16 to f32
// OUT:     %1 = arith.extf %arg1 : f16 to f32
// OUT:     %2 = math.fma %0, %1, %arg4 : f32
// OUT:     %3 = arith.extf %arg2 : f32 to f64
// OUT:     %4 = arith.negf %arg5 : f64
// OUT:     %5 = math.fma %3, %3, %4 : f64
// OUT:     %6 = arith.extf %arg3 : f8E4M3FN to f32
// OUT:     %7 = math.fma %6, %0, %arg4 : f32
// OUT:     return %2, %5, %7 : f32, f64, f32
// OUT:   }
// OUT:   func.func @kept(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: bf16, %arg4: f8E8M0FNU, %arg5: f16) -> (f32, f32, f32, f32, f32, f32) {
// OUT:     %0 = arith.mulf %arg0, %arg1 : f32
// OUT:     %1 = arith.addf %0, %arg2 fastmath<contract> : f32
// OUT:     %2 = arith.mulf %arg0, %arg1 fastmath<contract> : f32
// OUT:     %3 = arith.addf %2, %arg2 : f32
// OUT:     %4 = arith.extf %arg3 : bf16 to f32
// OUT:     %5 = arith.mulf %4, %4 : f32
// OUT:     %6 = arith.addf %5, %arg2 : f32
// OUT:     %7 = arith.extf %arg4 : f8E8M0FNU to f32
// OUT:     %8 = arith.mulf %7, %7 : f32
// OUT:     %9 = arith.addf %8, %arg2 : f32
// OUT:     %10 = arith.extf %arg5 : f16 to f32
// OUT:     %11 = arith.mulf %10, %arg0 : f32
// OUT:     %12 = arith.addf %11, %arg2 : f32
// OUT:     %13 = arith.mulf %arg0, %arg1 upward fastmath<contract> : f32
// OUT:     %14 = arith.addf %13, %arg2 fastmath<contract> : f32
// OUT:     return %1, %3, %6, %9, %12, %14 : f32, f32, f32, f32, f32, f32
// OUT:   }
// OUT: }
