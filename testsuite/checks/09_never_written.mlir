// Memory that is read and that nothing writes
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  %v = memref.load %x[%c0] : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  return %v : f32
}
