// A view that is larger than its buffer
func.func @main(%x: memref<8xi8> {warpline.input = "1"}, %shift: index {warpline.input = "5"}) {
  %view = memref.view %x[%shift][] : memref<8xi8> to memref<4xi8>
  return
}
