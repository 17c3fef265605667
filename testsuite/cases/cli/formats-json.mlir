// RUN: warpline opt --diagnostics=json

func.func @note(%a: i32) -> i64 {
  return %a : i64
}

// OUT: stderr:
// OUT: {"v":1,"severity":"error","code":"E0112","message":"use of value '%a' expects different type than prior uses: 'i64' vs 'i32'","file":"formats-json.mlir","line":4,"column":10,"bytes":[84,86],"labels":[],"notes":[{"message":"prior use here","line":3,"column":17,"bytes":[57,59]}],"fixes":[],"pass":null}
// OUT: exit: 1
// -----

func.func @suggestion(%a: i32) -> i32 {
  %b = arith.adi %a, %a : i32
  return %a : i32
}

// OUT: stderr:
// OUT: {"v":1,"severity":"error","code":"E0107","message":"custom op 'arith.adi' is unknown","file":"formats-json.mlir","line":3,"column":8,"bytes":[48,57],"labels":[],"notes":[{"message":"did you mean 'arith.addi'?","line":null,"column":null,"bytes":null}],"fixes":[],"pass":null}
// OUT: exit: 1
// -----

// Text of the program is escaped.
func.func @quotes() attributes {t.a = "\q"} { return }

// OUT: stderr:
// OUT: {"v":1,"severity":"error","code":"E0103","message":"expected one of \\\" \\\\ \\n \\t or two hex digits after '\\' in a string","file":"formats-json.mlir","line":3,"column":39,"bytes":[74,78],"labels":[],"notes":[],"fixes":[],"pass":null}
// OUT: exit: 1
