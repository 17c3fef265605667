// RUN: warpline run --max-streams=2 --diagnostics=short
// RUN: warpline run --detect-races --diagnostics=short

// The interpreter runs this, and so the flags of other devices are refused.
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

// OUT: stderr:
// OUT: flags_refused_later.mlir:21:13: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'func.constant': functions are no values here
// OUT: flags_refused_later.mlir:24:8: note: another reason: no code for 'func.call_indirect': functions are no values here
// OUT: flags_refused_later.mlir:21:13: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu or on a GPU for --max-streams, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: stderr:
// OUT: flags_refused_later.mlir:21:13: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'func.constant': functions are no values here
// OUT: flags_refused_later.mlir:24:8: note: another reason: no code for 'func.call_indirect': functions are no values here
// OUT: flags_refused_later.mlir:21:13: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu for --detect-races, but found one on the interpreter, which has no streams
// OUT: exit: 2
