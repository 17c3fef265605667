// A missing barrier between accesses of workgroup memory with known indices
func.func @main(%x: memref<8xf32> {warpline.input = "iota:"}) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<8xf32, #gpu.address_space<workgroup>>) {
    %v = memref.load %x[%tx] : memref<8xf32>
    memref.store %v, %tile[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
    %j = arith.subi %c7, %tx : index
    %w = memref.load %tile[%j] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %w, %x[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
