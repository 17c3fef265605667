// RUN: warpline run --max-streams=2 --diagnostics=short
// RUN: warpline run --detect-races --diagnostics=short

// The interpreter runs this, and so the flags of other devices are refused.
func.func @main(%x: f32 {warpline.input = "1"}) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  vector.print %v : vector<4xf32>
  return %x : f32
}

// OUT: stderr:
// OUT: flags_refused_later.mlir:7:3: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.print': it is not implemented
// OUT: flags_refused_later.mlir:7:3: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu or on a GPU for --max-streams, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: stderr:
// OUT: flags_refused_later.mlir:7:3: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.print': it is not implemented
// OUT: flags_refused_later.mlir:7:3: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu for --detect-races, but found one on the interpreter, which has no streams
// OUT: exit: 2
