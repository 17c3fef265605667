// An index out of bounds that the run computes
func.func @main(%x: memref<4xf32> {warpline.input = "1"}, %i: index {warpline.input = "4"}) -> f32 {
  %v = memref.load %x[%i] : memref<4xf32>
  return %v : f32
}
