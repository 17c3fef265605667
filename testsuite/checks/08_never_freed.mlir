// A buffer that is never freed
func.func @main(%v: f32 {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %x = gpu.alloc host_shared () : memref<4xf32>
  memref.store %v, %x[%c0] : memref<4xf32>
  %w = memref.load %x[%c0] : memref<4xf32>
  return %w : f32
}
