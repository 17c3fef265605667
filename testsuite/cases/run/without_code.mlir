// RUN: warpline run -

// The default device hands over to the interpreter where it has no code for an operation.
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

// OUT: result 0: f32 = 2.5
// OUT: stderr:
// OUT: without_code.mlir:20:13: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'func.constant': functions are no values here
// OUT:     ╭─[ without_code.mlir:20:13 ]
// OUT:     │
// OUT:  20 │     %half = func.constant @half : (f32) -> f32
// OUT:     │             ──────┬──────
// OUT:     │                   ╰──────── this 'func.constant'
// OUT:     │
// OUT:  23 │   %y = func.call_indirect %f(%x) : (f32) -> f32
// OUT:     │        ─────────┬────────
// OUT:     │                 ╰────────── another reason: no code for 'func.call_indirect': functions are no values here
// OUT:     │
// OUT:     │ Note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: ────╯
