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

// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT:
// OUT:
// OUT: // -----// IR Dump After CSE (cse) //----- //
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: // -----// IR Dump Before CSE (cse) //----- //
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: module {
// OUT:   func.func @adds_zero(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: Pass Manager with 2 passes:
// OUT: builtin.module(
// OUT:   canonicalize{max-iterations=10 top-down=true region-simplify=normal test-convergence=false},
// OUT:   cse
// OUT: )
