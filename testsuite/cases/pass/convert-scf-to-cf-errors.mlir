// RUN: opt --convert-scf-to-cf --verify-diagnostics

func.func @one_block(%m: memref<?xf32>, %x: f32, %c: i1) {
  affine.for %i = 0 to 10 {
    // expected-error@+1 {{'scf.if' cannot be lowered to blocks: expected a region around it that takes several blocks, but found one of 'affine.for'}}
    scf.if %c {
      memref.store %x, %m[%i] : memref<?xf32>
    }
  }
  return
}
// -----

func.func @tensors(%n: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'scf.forall' cannot be lowered to blocks: expected no results}}
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xf32> {
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<4xf32>
}
