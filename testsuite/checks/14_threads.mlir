// Threads of a kernel that race at indices of the run, or in global memory
func.func @main(%x: memref<8xf32> {warpline.input = "iota:"}, %y: memref<8xf32> {warpline.input = "0"}, %n: index {warpline.input = "2"}) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx] : memref<8xf32>
    %i = arith.divui %tx, %n : index
    memref.store %v, %y[%i] : memref<8xf32>
    gpu.terminator
  }
  return
}
