// RUN: warpline opt --color=never

func.func @note_on_another_line(%a: i32) -> i64 {
  return %a : i64
}

// OUT: stderr:
// OUT: formats-text.mlir:4:10: error[E0112]: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'
// OUT:    ╭─[ formats-text.mlir:4:10 ]
// OUT:    │
// OUT:  4 │   return %a : i64
// OUT:    │          ─┬
// OUT:    │           ╰── the value '%a'
// OUT:    │
// OUT:    ├─[ formats-text.mlir:3:33 ]
// OUT:    │
// OUT:  3 │ func.func @note_on_another_line(%a: i32) -> i64 {
// OUT:    │                                 ─┬
// OUT:    │                                  ╰── prior use here
// OUT: ───╯
// OUT: exit: 1
// -----

// A tab and a control character.
func.func @control() -> i32 {
	return %missing : i32 // here
}

// OUT: stderr:
// OUT: formats-text.mlir:4:9: error[E0104]: use of undeclared SSA value name '%missing'
// OUT:    ╭─[ formats-text.mlir:4:9 ]
// OUT:    │
// OUT:  4 │     return %missing : i32 // here
// OUT:    │            ────┬───
// OUT:    │                ╰───── the value '%missing'
// OUT: ───╯
// OUT: exit: 1
// -----

// A window is cut around the place on a long line.
func.func @long_line(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 %1 = arith.addi %a, %a : i32 %2 = arith.addi %a, %a : i32 %3 = arith.addi %a, %a : i32 %4 = arith.addi %a, %missing : i32 %5 = arith.addi %a, %a : i32 %6 = arith.addi %a, %a : i32 %7 = arith.addi %a, %a : i32 %8 = arith.addi %a, %a : i32 return %a : i32 }

// OUT: stderr:
// OUT: formats-text.mlir:3:176: error[E0104]: use of undeclared SSA value name '%missing'
// OUT:    ╭─[ formats-text.mlir:3:176 ]
// OUT:    │
// OUT:  3 │ …, %a : i32 %3 = arith.addi %a, %a : i32 %4 = arith.addi %a, %missing : i32 %5 = arith.addi %a, %a : i32 %6 = arith.addi %a, %a : i32 %7 = arith.addi %a, %a : i3…
// OUT:    │                                                              ────┬───
// OUT:    │                                                                  ╰───── the value '%missing'
// OUT: ───╯
// OUT: exit: 1
// -----

func.func @unclosed() {
  scf.if %c {
    return
}

// OUT: stderr:
// OUT: formats-text.mlir:3:10: error[E0104]: use of undeclared SSA value name '%c'
// OUT:    ╭─[ formats-text.mlir:3:10 ]
// OUT:    │
// OUT:  3 │   scf.if %c {
// OUT:    │          ─┬
// OUT:    │           ╰── the value '%c'
// OUT: ───╯
// OUT: formats-text.mlir:3:13: error[E0106]: '{' is never closed
// OUT:    ╭─[ formats-text.mlir:3:13 ]
// OUT:    │
// OUT:  3 │   scf.if %c {
// OUT:    │             ┬
// OUT:    │             ╰── this '{'
// OUT:    │
// OUT:  5 │ }
// OUT:    │ ┬
// OUT:    │ ╰── expected its end before this
// OUT: ───╯
// OUT: formats-text.mlir:4:5: error[E0107]: custom op 'return' is unknown (here the name of the dialect must be written)
// OUT:    ╭─[ formats-text.mlir:4:5 ]
// OUT:    │
// OUT:  4 │     return
// OUT:    │     ───┬──
// OUT:    │        ╰──── this 'return'
// OUT:    │
// OUT:    │ Note: did you mean 'func.return' or 'async.return' or 'gpu.return'?
// OUT: ───╯
// OUT: exit: 1
