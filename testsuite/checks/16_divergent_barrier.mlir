// A barrier that a part of the threads reaches
func.func @main(%x: memref<8xf32> {warpline.input = "iota:"}) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx] : memref<8xf32>
    %is_low = arith.cmpi ult, %tx, %c4 : index
    scf.if %is_low {
      gpu.barrier
      memref.store %v, %x[%tx] : memref<8xf32>
    } else {
      %w = arith.addf %v, %v : f32
      gpu.barrier
      memref.store %w, %x[%tx] : memref<8xf32>
    }
    gpu.terminator
  }
  return
}
