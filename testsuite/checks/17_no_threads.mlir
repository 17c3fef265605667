// A launch without blocks or threads
func.func @main(%x: memref<8xf32> {warpline.input = "1"}, %n: index {warpline.input = "0"}) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    memref.store %two, %x[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
