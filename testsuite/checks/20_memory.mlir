// An allocation that is larger than the memory
func.func @main(%n: index {warpline.input = "100000000000000"}) {
  %x = memref.alloc(%n) : memref<?xf32>
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  memref.store %v, %x[%c0] : memref<?xf32>
  memref.dealloc %x : memref<?xf32>
  return
}
