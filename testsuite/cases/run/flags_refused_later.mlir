// RUN: warpline run --max-streams=2 --diagnostics=short
// RUN: warpline run --detect-races --diagnostics=short

// The interpreter runs this, and so the flags of other devices are refused.
func.func @main(%m: memref<4xf32> {warpline.input = "1.25"}) -> f32 {
  %whole = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>>
  %v = memref.load %whole[] : memref<vector<4xf32>>
  %y = vector.reduction <add>, %v : vector<4xf32> into f32
  return %y : f32
}

// OUT: stderr:
// OUT: flags_refused_later.mlir:6:12: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.type_cast': a buffer of vectors is not supported; use vector.load
// OUT: flags_refused_later.mlir:6:12: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu or on a GPU for --max-streams, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: stderr:
// OUT: flags_refused_later.mlir:6:12: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.type_cast': a buffer of vectors is not supported; use vector.load
// OUT: flags_refused_later.mlir:6:12: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu for --detect-races, but found one on the interpreter, which has no streams
// OUT: exit: 2
