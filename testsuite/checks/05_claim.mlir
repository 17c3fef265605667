// A claim that does not hold: an alignment, distinct buffers, `llvm.noalias`
func.func @main(%x: memref<8xf32> {warpline.input = "1"}, %i: index {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %part = memref.subview %x[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %aligned = memref.assume_alignment %part, 16 : memref<4xf32, strided<[1], offset: ?>>
  %v = memref.load %aligned[%c0] : memref<4xf32, strided<[1], offset: ?>>
  return %v : f32
}
