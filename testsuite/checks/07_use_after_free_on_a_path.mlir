// A use after free, or a second free, on a path that the run takes
func.func @main(%early: i1 {warpline.input = "1"}, %v: f32 {warpline.input = "1"}) {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  scf.if %early {
    memref.dealloc %x : memref<4xf32>
  }
  memref.store %v, %x[%c0] : memref<4xf32>
  return
}
