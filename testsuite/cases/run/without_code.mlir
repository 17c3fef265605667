// RUN: warpline run -

// The default device hands over to the interpreter where it has no code for an operation.
func.func @main(%x: f32 {warpline.input = "2.5"}) -> f32 {
  %done = async.runtime.create : !async.token
  async.runtime.set_available %done : !async.token
  async.runtime.await %done : !async.token
  return %x : f32
}

// OUT: result 0: f32 = 2.5
// OUT: stderr:
// OUT: without_code.mlir:5:11: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'async.runtime.create': it is what async.execute is lowered to; write async.execute
// OUT:    ╭─[ without_code.mlir:5:11 ]
// OUT:    │
// OUT:  5 │   %done = async.runtime.create : !async.token
// OUT:    │           ──────────┬─────────
// OUT:    │                     ╰─────────── this 'async.runtime.create'
// OUT:  6 │   async.runtime.set_available %done : !async.token
// OUT:    │   ─────────────┬─────────────
// OUT:    │                ╰─────────────── another reason: no code for 'async.runtime.set_available': it is what async.execute is lowered to; write async.execute
// OUT:  7 │   async.runtime.await %done : !async.token
// OUT:    │   ─────────┬─────────
// OUT:    │            ╰─────────── another reason: no code for 'async.runtime.await': it is what async.execute is lowered to; write async.execute
// OUT:    │
// OUT:    │ Note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: ───╯
