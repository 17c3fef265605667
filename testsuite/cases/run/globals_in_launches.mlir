// RUN: run --device=cpu,interp

// A launch that reads a table of constants of the module around it, also in a function that it calls, and adds to a variable
// that the host reads afterwards.
memref.global "private" constant @table : memref<4xf32> = dense<[0.5, 1.0, 2.0, 4.0]>
memref.global "private" @sums : memref<4xf32> = dense<10.0>
func.func private @entry(%i: index) -> f32 {
  %table = memref.get_global @table : memref<4xf32>
  %x = memref.load %table[%i] : memref<4xf32>
  return %x : f32
}
func.func @main() -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %x = func.call @entry(%tx) : (index) -> f32
    %table = memref.get_global @table : memref<4xf32>
    %y = memref.load %table[%tx] : memref<4xf32>
    %sums = memref.get_global @sums : memref<4xf32>
    %old = memref.load %sums[%tx] : memref<4xf32>
    %product = arith.mulf %x, %y : f32
    %new = arith.addf %old, %product : f32
    memref.store %new, %sums[%tx] : memref<4xf32>
    gpu.terminator
  }
  %sums = memref.get_global @sums : memref<4xf32>
  %x = memref.load %sums[%c2] : memref<4xf32>
  %y = memref.load %sums[%c3] : memref<4xf32>
  return %x, %y : f32, f32
}

// OUT: result 0: f32 = 14.0
// OUT: result 1: f32 = 26.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A global in the memory of a block: its threads exchange numbers through it.
memref.global "private" @tile : memref<4xi32, #gpu.address_space<workgroup>>
func.func @main() -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %out = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %c3 = arith.constant 3 : index
    %tile = memref.get_global @tile : memref<4xi32, #gpu.address_space<workgroup>>
    %n = arith.index_cast %tx : index to i32
    memref.store %n, %tile[%tx] : memref<4xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c3, %tx : index
    %x = memref.load %tile[%other] : memref<4xi32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%tx] : memref<4xi32>
    gpu.terminator
  }
  return %out : memref<4xi32>
}

// OUT: result 0: memref<4xi32> = [3 2 1 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
