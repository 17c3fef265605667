// Iterations of a parallel loop that race
func.func @main(%x: memref<8xf32> {warpline.input = "iota:"}) {
  affine.parallel (%i) = (0) to (7) {
    %v = affine.load %x[%i + 1] : memref<8xf32>
    affine.store %v, %x[%i] : memref<8xf32>
  }
  return
}
