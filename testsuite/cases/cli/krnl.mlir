// RUN: warpline run --device=cpu
// RUN: warpline run --device=interp
// RUN: warpline check -
// RUN: warpline opt --diagnostics=short

// The passes of a run replace krnl.global, so it needs no flag there.
func.func @main() -> f32 {
  %c1 = arith.constant 1 : index
  %0 = "krnl.global"() {name = "constant_0", shape = [2], value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> memref<2xf32>
  %1 = memref.load %0[%c1] : memref<2xf32>
  return %1 : f32
}

// OUT: result 0: f32 = 2.0
// OUT: result 0: f32 = 2.0
// OUT: stderr:
// OUT: krnl.mlir:9:8: error[E0108]: operation being parsed with an unregistered dialect: 'krnl.global'
// OUT: krnl.mlir:9:8: note: to accept it, use --allow-unregistered-dialect
// OUT: exit: 1
// -----

// Other operations of that dialect do.
func.func @main() {
  "krnl.entry_point"() : () -> ()
  return
}

// OUT: stderr:
// OUT: krnl.mlir:4:3: error[E0108]: operation being parsed with an unregistered dialect: 'krnl.entry_point'
// OUT:    ╭─[ krnl.mlir:4:3 ]
// OUT:    │
// OUT:  4 │   "krnl.entry_point"() : () -> ()
// OUT:    │   ─────────┬────────
// OUT:    │            ╰────────── this 'krnl.entry_point'
// OUT:    │
// OUT:    │ Note: to accept it, use --allow-unregistered-dialect
// OUT: ───╯
// OUT: exit: 1
// OUT: stderr:
// OUT: krnl.mlir:4:3: error[E0108]: operation being parsed with an unregistered dialect: 'krnl.entry_point'
// OUT:    ╭─[ krnl.mlir:4:3 ]
// OUT:    │
// OUT:  4 │   "krnl.entry_point"() : () -> ()
// OUT:    │   ─────────┬────────
// OUT:    │            ╰────────── this 'krnl.entry_point'
// OUT:    │
// OUT:    │ Note: to accept it, use --allow-unregistered-dialect
// OUT: ───╯
// OUT: exit: 1
// OUT: stderr:
// OUT: krnl.mlir:4:3: error[E0108]: operation being parsed with an unregistered dialect: 'krnl.entry_point'
// OUT:    ╭─[ krnl.mlir:4:3 ]
// OUT:    │
// OUT:  4 │   "krnl.entry_point"() : () -> ()
// OUT:    │   ─────────┬────────
// OUT:    │            ╰────────── this 'krnl.entry_point'
// OUT:    │
// OUT:    │ Note: to accept it, use --allow-unregistered-dialect
// OUT: ───╯
// OUT: exit: 1
// OUT: stderr:
// OUT: krnl.mlir:4:3: error[E0108]: operation being parsed with an unregistered dialect: 'krnl.entry_point'
// OUT: krnl.mlir:4:3: note: to accept it, use --allow-unregistered-dialect
// OUT: exit: 1
