// RUN: opt --lower-affine --verify-diagnostics

func.func @copy(%far: memref<16xi32>, %near: memref<16xi32, 2>, %tag: memref<1xi32>, %n: index) {
  // expected-error@+1 {{the attributes of this operation do not fit together}}
  affine.dma_start %far[%n], %near[0], %tag[], %n : memref<16xi32>, memref<16xi32, 2>, memref<1xi32>
  return
}
