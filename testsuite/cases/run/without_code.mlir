// RUN: warpline run -

// The default device hands over to the interpreter where it has no code for an operation.
func.func @main() {
  %v = arith.constant dense<[1.0, 2.5]> : vector<2xf32>
  vector.print %v : vector<2xf32>
  return
}

// OUT: ( 1, 2.5 )
// OUT: stderr:
// OUT: without_code.mlir:5:8: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'arith.constant': expected integers of 1, 8, 16, 32 or 64 bits, index, f16, bf16, f32 or f64, but found vector<2xf32>
// OUT:    ╭─[ without_code.mlir:5:8 ]
// OUT:    │
// OUT:  5 │   %v = arith.constant dense<[1.0, 2.5]> : vector<2xf32>
// OUT:    │        ───────┬──────
// OUT:    │               ╰──────── this 'arith.constant'
// OUT:  6 │   vector.print %v : vector<2xf32>
// OUT:    │   ──────┬─────
// OUT:    │         ╰─────── another reason: no code for 'vector.print': vectors are not supported yet
// OUT:    │
// OUT:    │ Note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: ───╯
