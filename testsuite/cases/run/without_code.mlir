// RUN: warpline run -

// The default device hands over to the interpreter where it has no code for an operation.
func.func @main() {
  %v = arith.constant dense<[1.0, 2.5]> : vector<2xf32>
  vector.print %v : vector<2xf32>
  return
}

// OUT: ( 1, 2.5 )
// OUT: stderr:
// OUT: without_code.mlir:6:3: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.print': it is not implemented
// OUT:    ╭─[ without_code.mlir:6:3 ]
// OUT:    │
// OUT:  6 │   vector.print %v : vector<2xf32>
// OUT:    │   ──────┬─────
// OUT:    │         ╰─────── this 'vector.print'
// OUT:    │
// OUT:    │ Note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: ───╯
