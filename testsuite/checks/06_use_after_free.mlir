// A use after free, or a second free, on every path
func.func @main(%v: f32 {warpline.input = "1"}) {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  memref.store %v, %x[%c0] : memref<4xf32>
  return
}
