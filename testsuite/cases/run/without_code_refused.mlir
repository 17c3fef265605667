// RUN: not run --device=cpu

// A device that is named refuses an operation that it has no code for.
func.func private @twice(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}
func.func private @half(%x: f32) -> f32 {
  %c = arith.constant 0.5 : f32
  %y = arith.mulf %x, %c : f32
  return %y : f32
}
func.func @main(%x: f32 {warpline.input = "1.25"}) -> f32 {
  %zero = arith.constant 0.0 : f32
  %is_positive = arith.cmpf ogt, %x, %zero : f32
  %f = scf.if %is_positive -> ((f32) -> f32) {
    %twice = func.constant @twice : (f32) -> f32
    scf.yield %twice : (f32) -> f32
  } else {
    %half = func.constant @half : (f32) -> f32
    scf.yield %half : (f32) -> f32
  }
  %y = func.call_indirect %f(%x) : (f32) -> f32
  return %y : f32
}

// OUT: without_code_refused.mlir:20:13: error[E0301]: the cpu backend cannot compile 'func.constant': functions are no values here
