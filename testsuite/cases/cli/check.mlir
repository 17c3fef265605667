// RUN: warpline check - --diagnostics=short

func.func private @right()
// -----

func.func @wrong() -> i32 {
  %a = arith.adi %b, %b : i32
  return %c : i32
}

// OUT: stderr:
// OUT: check.mlir:3:8: error[E0107]: custom op 'arith.adi' is unknown
// OUT: check.mlir:3:8: note: did you mean 'arith.addi'?
// OUT: check.mlir:4:10: error[E0104]: use of undeclared SSA value name '%c'
// OUT: check.mlir:4:10: note: did you mean '%a'?
// OUT: exit: 1
// -----

"test.op"() : () -> ()

// OUT: stderr:
// OUT: check.mlir:2:1: error[E0108]: operation being parsed with an unregistered dialect: 'test.op'
// OUT: check.mlir:2:1: note: to accept it, use --allow-unregistered-dialect
// OUT: exit: 1
