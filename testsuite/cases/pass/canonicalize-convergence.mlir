// RUN: not opt --canonicalize="max-iterations=1 test-convergence"

func.func @changes_once(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}

// OUT: canonicalize-convergence.mlir:1:1: error[E0301]: 'canonicalize' did not converge within 1 rounds
