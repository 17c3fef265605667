// Layer normalisation of each row, as loops: (x - mean) / sqrt(variance + epsilon) * gamma + beta. No kernel stands in the
// text: the outer loop has no dependences between its iterations, so it becomes one, with a thread per row.
//
//   warpline run examples/layer_norm.mlir
func.func @main(%x: memref<64x32xf32> {warpline.input = "rand:3:-4:4"},
                %gamma: memref<32xf32> {warpline.input = "splat:1"},
                %beta: memref<32xf32> {warpline.input = "splat:0"}) -> memref<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 32.0 : f32
  %epsilon = arith.constant 1.0e-05 : f32
  %y = memref.alloc() : memref<64x32xf32>
  affine.for %row = 0 to 64 {
    %sum = affine.for %i = 0 to 32 iter_args(%so_far = %zero) -> (f32) {
      %v = affine.load %x[%row, %i] : memref<64x32xf32>
      %added = arith.addf %so_far, %v : f32
      affine.yield %added : f32
    }
    %mean = arith.divf %sum, %n : f32
    %squares = affine.for %i = 0 to 32 iter_args(%so_far = %zero) -> (f32) {
      %v = affine.load %x[%row, %i] : memref<64x32xf32>
      %distance = arith.subf %v, %mean : f32
      %square = arith.mulf %distance, %distance : f32
      %added = arith.addf %so_far, %square : f32
      affine.yield %added : f32
    }
    %variance = arith.divf %squares, %n : f32
    %shifted = arith.addf %variance, %epsilon : f32
    %scale = math.rsqrt %shifted : f32
    affine.for %i = 0 to 32 {
      %v = affine.load %x[%row, %i] : memref<64x32xf32>
      %distance = arith.subf %v, %mean : f32
      %normal = arith.mulf %distance, %scale : f32
      %g = affine.load %gamma[%i] : memref<32xf32>
      %b = affine.load %beta[%i] : memref<32xf32>
      %scaled = arith.mulf %normal, %g : f32
      %result = arith.addf %scaled, %b : f32
      affine.store %result, %y[%row, %i] : memref<64x32xf32>
    }
  }
  return %y : memref<64x32xf32>
}
