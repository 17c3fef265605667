// An element that is read before it is written
func.func @main(%v: f32 {warpline.input = "1"}, %i: index {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  memref.store %v, %x[%c0] : memref<4xf32>
  %w = memref.load %x[%i] : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  return %w : f32
}
