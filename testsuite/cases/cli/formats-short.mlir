// RUN: warpline opt --diagnostics=short

func.func @two_errors(%a: i32) -> i32 {
  %b = arith.adi %a, %a : i32
  return %c : i32
}
// -----

func.func @note(%a: i32) -> i64 {
  return %a : i64
}
// -----

// Columns count characters, not bytes.
func.func @"äöü"() -> i32 { return %missing : i32 }
