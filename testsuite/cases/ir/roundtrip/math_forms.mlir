// RUN: roundtrip --allow-unregistered-dialect

func.func @f(%a: f32, %b: vector<4xf32>, %i: i32, %vi: vector<4xi32>, %t: tensor<?xf16>) {
  %0 = math.absf %a : f32
  %1 = math.acos %a fastmath<nnan> : f32
  %2 = math.isnan %b : vector<4xf32>
  %3 = math.isfinite %t {fastmath = #arith.fastmath<nnan>} : tensor<?xf16>
  %4 = math.clampf %a to [%a, %a] : f32
  %5 = math.clampf %a to [%a, %a] fastmath<fast> {a.b} : f32
  %s, %c = math.sincos %a : f32
  %6 = math.fpowi %a, %i : f32, i32
  %7 = math.fpowi %b, %vi fastmath<nsz> : vector<4xf32>, vector<4xi32>
  %8 = math.ipowi %i, %i : i32
  %9 = math.ctlz %i : i32
  %10 = math.copysign %a, %a : f32
  %11 = math.atan2 %a, %a : f32
  %12 = math.fma %a, %a, %a fastmath<contract> : f32
  %13:2 = math.sincos %b fastmath<fast> : vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: f32, %arg1: vector<4xf32>, %arg2: i32, %arg3: vector<4xi32>, %arg4: tensor<?xf16>) {
// OUT:     %0 = math.absf %arg0 : f32
// OUT:     %1 = math.acos %arg0 fastmath<nnan> : f32
// OUT:     %2 = math.isnan %arg1 : vector<4xf32>
// OUT:     %3 = math.isfinite %arg4 {fastmath = #arith.fastmath<nnan>} : tensor<?xf16>
// OUT:     %4 = math.clampf %arg0 to [%arg0, %arg0] : f32
// OUT:     %5 = math.clampf %arg0 to [%arg0, %arg0] fastmath<fast> {a.b} : f32
// OUT:     %sin, %cos = math.sincos %arg0 : f32
// OUT:     %6 = math.fpowi %arg0, %arg2 : f32, i32
// OUT:     %7 = math.fpowi %arg1, %arg3 fastmath<nsz> : vector<4xf32>, vector<4xi32>
// OUT:     %8 = math.ipowi %arg2, %arg2 : i32
// OUT:     %9 = math.ctlz %arg2 : i32
// OUT:     %10 = math.copysign %arg0, %arg0 : f32
// OUT:     %11 = math.atan2 %arg0, %arg0 : f32
// OUT:     %12 = math.fma %arg0, %arg0, %arg0 fastmath<contract> : f32
// OUT:     %sin_0, %cos_1 = math.sincos %arg1 fastmath<fast> : vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @unranked_arithmetic(%a: tensor<*xf32>) {
  %0 = arith.mulf %a, %a : tensor<*xf32>
  %1 = math.sqrt %a : tensor<*xf32>
  return
}

// OUT: module {
// OUT:   func.func @unranked_arithmetic(%arg0: tensor<*xf32>) {
// OUT:     %0 = arith.mulf %arg0, %arg0 : tensor<*xf32>
// OUT:     %1 = math.sqrt %arg0 : tensor<*xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @hyperbolic(%a: f32) {
  %0 = math.sinh %a : f32
  %1 = math.cosh %a : f32
  %2 = math.tanh %a : f32
  %3 = math.asinh %a : f32
  %4 = math.acosh %a : f32
  %5 = math.atanh %a : f32
  return
}

// OUT: module {
// OUT:   func.func @hyperbolic(%arg0: f32) {
// OUT:     %0 = math.sinh %arg0 : f32
// OUT:     %1 = math.cosh %arg0 : f32
// OUT:     %2 = math.tanh %arg0 : f32
// OUT:     %3 = math.asinh %arg0 : f32
// OUT:     %4 = math.acosh %arg0 : f32
// OUT:     %5 = math.atanh %arg0 : f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @trigonometric(%a: f64) {
  %0 = math.sin %a : f64
  %1 = math.tan %a : f64
  %2 = math.asin %a : f64
  %3 = math.acos %a : f64
  %4 = math.atan %a : f64
  return
}

// OUT: module {
// OUT:   func.func @trigonometric(%arg0: f64) {
// OUT:     %0 = math.sin %arg0 : f64
// OUT:     %1 = math.tan %arg0 : f64
// OUT:     %2 = math.asin %arg0 : f64
// OUT:     %3 = math.acos %arg0 : f64
// OUT:     %4 = math.atan %arg0 : f64
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @exponential(%a: f16) {
  %0 = math.expm1 %a : f16
  %1 = math.exp2 %a : f16
  %2 = math.log10 %a : f16
  %3 = math.log1p %a : f16
  %4 = math.cbrt %a : f16
  %5 = math.erfc %a : f16
  return
}

// OUT: module {
// OUT:   func.func @exponential(%arg0: f16) {
// OUT:     %0 = math.expm1 %arg0 : f16
// OUT:     %1 = math.exp2 %arg0 : f16
// OUT:     %2 = math.log10 %arg0 : f16
// OUT:     %3 = math.log1p %arg0 : f16
// OUT:     %4 = math.cbrt %arg0 : f16
// OUT:     %5 = math.erfc %arg0 : f16
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @rounding(%a: f32) {
  %0 = math.round %a : f32
  %1 = math.roundeven %a : f32
  %2 = math.trunc %a fastmath<fast> : f32
  return
}

// OUT: module {
// OUT:   func.func @rounding(%arg0: f32) {
// OUT:     %0 = math.round %arg0 : f32
// OUT:     %1 = math.roundeven %arg0 : f32
// OUT:     %2 = math.trunc %arg0 fastmath<fast> : f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @bits(%a: i32, %b: vector<4xi8>) {
  %0 = math.ctlz %a : i32
  %1 = math.cttz %b : vector<4xi8>
  %2 = math.ctpop %a : i32
  %3 = math.absi %b : vector<4xi8>
  return
}

// OUT: module {
// OUT:   func.func @bits(%arg0: i32, %arg1: vector<4xi8>) {
// OUT:     %0 = math.ctlz %arg0 : i32
// OUT:     %1 = math.cttz %arg1 : vector<4xi8>
// OUT:     %2 = math.ctpop %arg0 : i32
// OUT:     %3 = math.absi %arg1 : vector<4xi8>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @classes(%a: f32, %b: tensor<2xf16>) {
  %0 = math.isnan %a : f32
  %1 = math.isinf %b : tensor<2xf16>
  %2 = math.isfinite %a : f32
  %3 = math.isnormal %a : f32
  return
}

// OUT: module {
// OUT:   func.func @classes(%arg0: f32, %arg1: tensor<2xf16>) {
// OUT:     %0 = math.isnan %arg0 : f32
// OUT:     %1 = math.isinf %arg1 : tensor<2xf16>
// OUT:     %2 = math.isfinite %arg0 : f32
// OUT:     %3 = math.isnormal %arg0 : f32
// OUT:     return
// OUT:   }
// OUT: }
