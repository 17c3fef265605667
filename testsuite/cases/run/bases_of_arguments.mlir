// RUN: run --device=cpu,interp

// A part of an argument as its metadata describes it: on the host, and by each thread of a kernel.
func.func private @row(%a: memref<8x8xf32, strided<[?, 1], offset: ?>>, %i: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : memref<8x8xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %first = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * s2 + 2)>()[%offset, %i, %strides#0]
  %row = memref.reinterpret_cast %base to offset: [%first], sizes: [4], strides: [1]
      : memref<f32> to memref<4xf32, strided<[1], offset: ?>>
  scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %row[%j] : memref<4xf32, strided<[1], offset: ?>>
    memref.store %x, %out[%j] : memref<4xf32>
    scf.reduce
  }
  return
}
func.func private @diagonal(%a: memref<8x8xf32, strided<[?, 1], offset: ?>>, %out: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
        : memref<8x8xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
    %down = arith.muli %tx, %strides#0 : index
    %there = arith.addi %down, %offset : index
    %first = arith.addi %there, %tx : index
    %one = memref.reinterpret_cast %base to offset: [%first], sizes: [], strides: []
        : memref<f32> to memref<f32, strided<[], offset: ?>>
    %x = memref.load %one[] : memref<f32, strided<[], offset: ?>>
    memref.store %x, %out[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}
func.func @main(%a: memref<9x12xf32> {warpline.input = "iota:0"}, %rows: memref<4xf32> {warpline.input = "0"},
                %diagonal: memref<4xf32> {warpline.input = "0"}, %i: index {warpline.input = "3"}) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  memref.store %half, %a[%c0, %c0] : memref<9x12xf32>
  %part = memref.subview %a[1, 2] [8, 8] [1, 1] : memref<9x12xf32> to memref<8x8xf32, strided<[12, 1], offset: 14>>
  %open = memref.cast %part : memref<8x8xf32, strided<[12, 1], offset: 14>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @row(%open, %i, %rows) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, index, memref<4xf32>) -> ()
  call @diagonal(%open, %diagonal) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<4xf32>) -> ()
  return
}

// OUT: argument 0: memref<9x12xf32>
// OUT:   count=108 min=0.5 max=107.0 sum=5778.5 first=0.5
// OUT: argument 1: memref<4xf32> = [52.0 53.0 54.0 55.0]
// OUT: argument 2: memref<4xf32> = [14.0 27.0 40.0 53.0]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
