// RUN: warpline opt -mlir-print-op-generic -mlir-disable-threading --mlir-print-assume-verified
// RUN: warpline opt --verify-roundtrip --verify-each=false

func.func @constant() -> i32 {
  %c = arith.constant 7 : i32
  return %c : i32
}

// OUT: "builtin.module"() ({
// OUT:   "func.func"() <{function_type = () -> i32, sym_name = "constant"}> ({
// OUT:     %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32
// OUT:     "func.return"(%0) : (i32) -> ()
// OUT:   }) : () -> ()
// OUT: }) : () -> ()
// OUT: module {
// OUT:   func.func @constant() -> i32 {
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     return %c7_i32 : i32
// OUT:   }
// OUT: }
