// RUN: warpline run --max-streams=2 --diagnostics=short
// RUN: warpline run --detect-races --diagnostics=short

// The interpreter runs this, and so the flags of other devices are refused.
func.func @main(%x: f32 {warpline.input = "2.5"}) -> f32 {
  %done = async.runtime.create : !async.token
  async.runtime.set_available %done : !async.token
  async.runtime.await %done : !async.token
  return %x : f32
}

// OUT: stderr:
// OUT: flags_refused_later.mlir:6:11: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'async.runtime.create': it is what async.execute is lowered to; write async.execute
// OUT: flags_refused_later.mlir:7:3: note: another reason: no code for 'async.runtime.set_available': it is what async.execute is lowered to; write async.execute
// OUT: flags_refused_later.mlir:8:3: note: another reason: no code for 'async.runtime.await': it is what async.execute is lowered to; write async.execute
// OUT: flags_refused_later.mlir:6:11: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu or on a GPU for --max-streams, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: stderr:
// OUT: flags_refused_later.mlir:6:11: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'async.runtime.create': it is what async.execute is lowered to; write async.execute
// OUT: flags_refused_later.mlir:7:3: note: another reason: no code for 'async.runtime.set_available': it is what async.execute is lowered to; write async.execute
// OUT: flags_refused_later.mlir:8:3: note: another reason: no code for 'async.runtime.await': it is what async.execute is lowered to; write async.execute
// OUT: flags_refused_later.mlir:6:11: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu for --detect-races, but found one on the interpreter, which has no streams
// OUT: exit: 2
