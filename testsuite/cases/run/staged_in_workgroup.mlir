// RUN: warpline run --input=iota: --input=&32xf32
// RUN: warpline run --device=interp --input=iota: --input=&32xf32
// RUN: warpline run --input=iota: --input=&32xf32 --output=y=-
// RUN: warpline run --input=iota: --input=&32xf32 --output=z=- --diagnostics=short

// A kernel stages elements in workgroup and private memory: that writes neither argument that it reads.
func.func @main(%x: memref<32xf32>, %y: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<32xf32, #gpu.address_space<workgroup>>)
             private(%own : memref<1xf32, #gpu.address_space<private>>) {
    %c0 = arith.constant 0 : index
    %c31 = arith.constant 31 : index
    %v = memref.load %x[%tx] : memref<32xf32>
    memref.store %v, %tile[%tx] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %j = arith.subi %c31, %tx : index
    %w = memref.load %tile[%j] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %w, %own[%c0] : memref<1xf32, #gpu.address_space<private>>
    %u = memref.load %own[%c0] : memref<1xf32, #gpu.address_space<private>>
    memref.store %u, %y[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// OUT: argument 1: memref<32xf32> = [31.0 30.0 29.0 28.0 27.0 26.0 25.0 24.0 23.0 22.0 21.0 20.0 19.0 18.0 17.0 16.0 15.0 14.0 13.0 12.0 11.0 10.0 9.0 8.0 7.0 6.0 5.0 4.0 3.0 2.0 1.0 0.0]
// OUT: argument 1: memref<32xf32> = [31.0 30.0 29.0 28.0 27.0 26.0 25.0 24.0 23.0 22.0 21.0 20.0 19.0 18.0 17.0 16.0 15.0 14.0 13.0 12.0 11.0 10.0 9.0 8.0 7.0 6.0 5.0 4.0 3.0 2.0 1.0 0.0]
// OUT: 32xf32=[31.0 30.0 29.0 28.0 27.0 26.0 25.0 24.0 23.0 22.0 21.0 20.0 19.0 18.0 17.0 16.0 15.0 14.0 13.0 12.0 11.0 10.0 9.0 8.0 7.0 6.0 5.0 4.0 3.0 2.0 1.0 0.0]
// OUT: stderr:
// OUT: warpline: error: no output is named 'z'; the function gives y
// OUT: exit: 2
