// An index out of bounds that is a constant
func.func @main(%x: memref<4xf32> {warpline.input = "1"}) -> f32 {
  %c4 = arith.constant 4 : index
  %v = memref.load %x[%c4] : memref<4xf32>
  return %v : f32
}
