// RUN: warpline opt --mlir-disable-diagnostic-notes --mlir-diagnostic-verbosity-level=errors --diagnostics=short

func.func @note(%a: i32) -> i64 {
  return %a : i64
}
