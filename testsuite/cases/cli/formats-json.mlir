// RUN: warpline opt --diagnostics=json

func.func @note(%a: i32) -> i64 {
  return %a : i64
}
// -----

func.func @suggestion(%a: i32) -> i32 {
  %b = arith.adi %a, %a : i32
  return %a : i32
}
// -----

// Text of the program is escaped.
func.func @quotes() attributes {t.a = "\q"} { return }
