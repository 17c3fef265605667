// RUN: warpline opt --diagnostics=sarif

func.func @note(%a: i32) -> i64 {
  return %a : i64
}
// -----

func.func private @nothing_to_report()
