// RUN: warpline opt --canonicalize --cse --mlir-print-ir-after-all
// RUN: warpline opt --canonicalize --cse --mlir-print-ir-after-all --mlir-print-ir-after-change
// RUN: warpline opt --canonicalize --cse --mlir-print-ir-before=cse
// RUN: warpline opt --canonicalize --cse --mlir-print-ir-after=canonicalize --mlir-print-ir-module-scope
// RUN: warpline opt --canonicalize --cse --dump-pass-pipeline

func.func @adds_zero(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  return %sum : i32
}
