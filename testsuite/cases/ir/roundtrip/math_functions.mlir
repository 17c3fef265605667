// RUN: roundtrip

func.func @of_one_float(%x: f32, %v: vector<4xf16>, %t: tensor<?xf64>) {
  %0 = math.cbrt %x : f32
  %1 = math.expm1 %v : vector<4xf16>
  %2 = math.tan %x fastmath<afn> : f32
  %3 = math.atan %t : tensor<?xf64>
  %4 = math.sinh %x : f32
  %5 = math.cosh %v : vector<4xf16>
  %6 = math.asinh %x : f32
  %7 = math.erfc %x fastmath<nnan> : f32
  %8 = math.round %t : tensor<?xf64>
  return
}

// OUT: module {
// OUT:   func.func @of_one_float(%arg0: f32, %arg1: vector<4xf16>, %arg2: tensor<?xf64>) {
// OUT:     %0 = math.cbrt %arg0 : f32
// OUT:     %1 = math.expm1 %arg1 : vector<4xf16>
// OUT:     %2 = math.tan %arg0 fastmath<afn> : f32
// OUT:     %3 = math.atan %arg2 : tensor<?xf64>
// OUT:     %4 = math.sinh %arg0 : f32
// OUT:     %5 = math.cosh %arg1 : vector<4xf16>
// OUT:     %6 = math.asinh %arg0 : f32
// OUT:     %7 = math.erfc %arg0 fastmath<nnan> : f32
// OUT:     %8 = math.round %arg2 : tensor<?xf64>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @of_several(%x: f32, %v: vector<[4]xf32>, %n: i32, %m: vector<[4]xi16>) {
  %0 = math.atan2 %x, %x : f32
  %1 = math.atan2 %v, %v fastmath<fast> : vector<[4]xf32>
  %2 = math.fpowi %x, %n : f32, i32
  %3 = math.fpowi %v, %m fastmath<contract> : vector<[4]xf32>, vector<[4]xi16>
  %4 = math.clampf %x to [%x, %x] : f32
  %5 = math.ctpop %n : i32
  %6 = math.ctpop %m : vector<[4]xi16>
  return
}

// OUT: module {
// OUT:   func.func @of_several(%arg0: f32, %arg1: vector<[4]xf32>, %arg2: i32, %arg3: vector<[4]xi16>) {
// OUT:     %0 = math.atan2 %arg0, %arg0 : f32
// OUT:     %1 = math.atan2 %arg1, %arg1 fastmath<fast> : vector<[4]xf32>
// OUT:     %2 = math.fpowi %arg0, %arg2 : f32, i32
// OUT:     %3 = math.fpowi %arg1, %arg3 fastmath<contract> : vector<[4]xf32>, vector<[4]xi16>
// OUT:     %4 = math.clampf %arg0 to [%arg0, %arg0] : f32
// OUT:     %5 = math.ctpop %arg2 : i32
// OUT:     %6 = math.ctpop %arg3 : vector<[4]xi16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @questions(%x: f32, %v: vector<2x3xbf16>) -> (i1, i1, vector<2x3xi1>) {
  %0 = math.isfinite %x : f32
  %1 = math.isinf %x : f32
  %2 = math.isnan %v : vector<2x3xbf16>
  return %0, %1, %2 : i1, i1, vector<2x3xi1>
}

// OUT: module {
// OUT:   func.func @questions(%arg0: f32, %arg1: vector<2x3xbf16>) -> (i1, i1, vector<2x3xi1>) {
// OUT:     %0 = math.isfinite %arg0 : f32
// OUT:     %1 = math.isinf %arg0 : f32
// OUT:     %2 = math.isnan %arg1 : vector<2x3xbf16>
// OUT:     return %0, %1, %2 : i1, i1, vector<2x3xi1>
// OUT:   }
// OUT: }
