// RUN: warpline run -

// The default device hands over to the interpreter where it has no code for an operation.
func.func @main(%m: memref<4xf32> {warpline.input = "1.25"}) -> f32 {
  %whole = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>>
  %v = memref.load %whole[] : memref<vector<4xf32>>
  %y = vector.reduction <add>, %v : vector<4xf32> into f32
  return %y : f32
}

// OUT: result 0: f32 = 5.0
// OUT: stderr:
// OUT: without_code.mlir:5:12: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.type_cast': a buffer of vectors is not supported; use vector.load
// OUT:    ╭─[ without_code.mlir:5:12 ]
// OUT:    │
// OUT:  5 │   %whole = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>>
// OUT:    │            ────────┬───────
// OUT:    │                    ╰───────── this 'vector.type_cast'
// OUT:    │
// OUT:    │ Note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: ───╯
