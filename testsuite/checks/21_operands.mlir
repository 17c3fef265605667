// Operands of a structured operation whose sizes do not fit
func.func @main(%x: memref<8xf32> {warpline.input = "1"}, %n: index {warpline.input = "5"}) {
  %y = memref.subview %x[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %z = memref.alloc() : memref<4xf32>
  linalg.copy ins(%y : memref<?xf32, strided<[1]>>) outs(%z : memref<4xf32>)
  memref.copy %z, %z : memref<4xf32> to memref<4xf32>
  memref.dealloc %z : memref<4xf32>
  return
}
