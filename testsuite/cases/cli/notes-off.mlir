// RUN: warpline opt --mlir-disable-diagnostic-notes --mlir-diagnostic-verbosity-level=errors --diagnostics=short

func.func @note(%a: i32) -> i64 {
  return %a : i64
}

// OUT: stderr:
// OUT: notes-off.mlir:4:10: error[E0112]: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'
// OUT: exit: 1
