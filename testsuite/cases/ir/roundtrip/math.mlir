// RUN: roundtrip

func.func @functions(%a: f32, %i: i32) {
  %absf = math.absf %a : f32
  %sqrt = math.sqrt %a : f32
  %rsqrt = math.rsqrt %a : f32
  %exp = math.exp %a : f32
  %exp2 = math.exp2 %a : f32
  %log = math.log %a : f32
  %log2 = math.log2 %a : f32
  %sin = math.sin %a : f32
  %cos = math.cos %a : f32
  %tanh = math.tanh %a : f32
  %erf = math.erf %a : f32
  %floor = math.floor %a : f32
  %ceil = math.ceil %a : f32
  %trunc = math.trunc %a : f32
  %roundeven = math.roundeven %a : f32
  %absi = math.absi %i : i32
  %pow = math.powf %a, %a : f32
  %fma = math.fma %a, %a, %a : f32
  %fast = math.exp %a fastmath<afn> : f32
  return
}

// OUT: module {
// OUT:   func.func @functions(%arg0: f32, %arg1: i32) {
// OUT:     %0 = math.absf %arg0 : f32
// OUT:     %1 = math.sqrt %arg0 : f32
// OUT:     %2 = math.rsqrt %arg0 : f32
// OUT:     %3 = math.exp %arg0 : f32
// OUT:     %4 = math.exp2 %arg0 : f32
// OUT:     %5 = math.log %arg0 : f32
// OUT:     %6 = math.log2 %arg0 : f32
// OUT:     %7 = math.sin %arg0 : f32
// OUT:     %8 = math.cos %arg0 : f32
// OUT:     %9 = math.tanh %arg0 : f32
// OUT:     %10 = math.erf %arg0 : f32
// OUT:     %11 = math.floor %arg0 : f32
// OUT:     %12 = math.ceil %arg0 : f32
// OUT:     %13 = math.trunc %arg0 : f32
// OUT:     %14 = math.roundeven %arg0 : f32
// OUT:     %15 = math.absi %arg1 : i32
// OUT:     %16 = math.powf %arg0, %arg0 : f32
// OUT:     %17 = math.fma %arg0, %arg0, %arg0 : f32
// OUT:     %18 = math.exp %arg0 fastmath<afn> : f32
// OUT:     return
// OUT:   }
// OUT: }
