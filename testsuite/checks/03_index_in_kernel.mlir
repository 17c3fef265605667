// An index out of bounds in a kernel
func.func @main(%x: memref<4xf32> {warpline.input = "1"}, %n: index {warpline.input = "1"}) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %i = arith.addi %tx, %n : index
    memref.store %two, %x[%i] : memref<4xf32>
    gpu.terminator
  }
  return
}
