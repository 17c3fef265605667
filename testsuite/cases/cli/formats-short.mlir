// RUN: warpline opt --diagnostics=short

func.func @two_errors(%a: i32) -> i32 {
  %b = arith.adi %a, %a : i32
  return %c : i32
}

// OUT: stderr:
// OUT: formats-short.mlir:4:8: error[E0107]: custom op 'arith.adi' is unknown
// OUT: formats-short.mlir:4:8: note: did you mean 'arith.addi'?
// OUT: formats-short.mlir:5:10: error[E0104]: use of undeclared SSA value name '%c'
// OUT: formats-short.mlir:5:10: note: did you mean '%a'?
// OUT: exit: 1
// -----

func.func @note(%a: i32) -> i64 {
  return %a : i64
}

// OUT: stderr:
// OUT: formats-short.mlir:3:10: error[E0112]: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'
// OUT: formats-short.mlir:2:17: note: prior use here
// OUT: exit: 1
// -----

// Columns count characters, not bytes.
func.func @"äöü"() -> i32 { return %missing : i32 }

// OUT: stderr:
// OUT: formats-short.mlir:3:36: error[E0104]: use of undeclared SSA value name '%missing'
// OUT: exit: 1
