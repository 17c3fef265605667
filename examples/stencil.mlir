// A five-point stencil (Jacobi), as loops: 10 times, each inner point becomes the mean of its four neighbours, from one buffer
// into another and back. Both sweeps become kernels; the time loop stays on the host and launches them.
//
//   warpline run examples/stencil.mlir
func.func @main(%a: memref<34x34xf32> {warpline.input = "rand:7"}) -> memref<34x34xf32> {
  %quarter = arith.constant 0.25 : f32
  %b = memref.alloc() : memref<34x34xf32>
  affine.for %i = 0 to 34 {
    affine.for %j = 0 to 34 {
      %v = affine.load %a[%i, %j] : memref<34x34xf32>
      affine.store %v, %b[%i, %j] : memref<34x34xf32>
    }
  }
  affine.for %time = 0 to 5 {
    affine.for %i = 1 to 33 {
      affine.for %j = 1 to 33 {
        %north = affine.load %a[%i - 1, %j] : memref<34x34xf32>
        %south = affine.load %a[%i + 1, %j] : memref<34x34xf32>
        %west = affine.load %a[%i, %j - 1] : memref<34x34xf32>
        %east = affine.load %a[%i, %j + 1] : memref<34x34xf32>
        %s1 = arith.addf %north, %south : f32
        %s2 = arith.addf %west, %east : f32
        %sum = arith.addf %s1, %s2 : f32
        %mean = arith.mulf %sum, %quarter : f32
        affine.store %mean, %b[%i, %j] : memref<34x34xf32>
      }
    }
    affine.for %i = 1 to 33 {
      affine.for %j = 1 to 33 {
        %north = affine.load %b[%i - 1, %j] : memref<34x34xf32>
        %south = affine.load %b[%i + 1, %j] : memref<34x34xf32>
        %west = affine.load %b[%i, %j - 1] : memref<34x34xf32>
        %east = affine.load %b[%i, %j + 1] : memref<34x34xf32>
        %s1 = arith.addf %north, %south : f32
        %s2 = arith.addf %west, %east : f32
        %sum = arith.addf %s1, %s2 : f32
        %mean = arith.mulf %sum, %quarter : f32
        affine.store %mean, %a[%i, %j] : memref<34x34xf32>
      }
    }
  }
  memref.dealloc %b : memref<34x34xf32>
  return %a : memref<34x34xf32>
}
