// RUN: warpline opt -mlir-print-op-generic -mlir-disable-threading --mlir-print-assume-verified
// RUN: warpline opt --verify-roundtrip --verify-each=false

func.func @constant() -> i32 {
  %c = arith.constant 7 : i32
  return %c : i32
}
