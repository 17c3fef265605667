// RUN: warpline opt --color=never

func.func @note_on_another_line(%a: i32) -> i64 {
  return %a : i64
}
// -----

// A tab and a control character.
func.func @control() -> i32 {
	return %missing : i32 // here
}
// -----

// A window is cut around the place on a long line.
func.func @long_line(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 %1 = arith.addi %a, %a : i32 %2 = arith.addi %a, %a : i32 %3 = arith.addi %a, %a : i32 %4 = arith.addi %a, %missing : i32 %5 = arith.addi %a, %a : i32 %6 = arith.addi %a, %a : i32 %7 = arith.addi %a, %a : i32 %8 = arith.addi %a, %a : i32 return %a : i32 }
// -----

func.func @unclosed() {
  scf.if %c {
    return
}
