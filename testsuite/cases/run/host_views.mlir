// RUN: run --device=cpu,interp --entry=turned
// RUN: run --device=cpu,interp --entry=reinterpreted
// RUN: run --device=cpu,interp --entry=kernel

// Host code takes dimensions in another order, and the memory of a buffer under other layouts: these count from the
// beginning of the buffer, whatever view of it they are made of.
func.func @turned(%m: memref<3x4xf32> {warpline.input = "iota:0:1"}, %n: index {warpline.input = "3"}) -> memref<4x3xf32> {
  %turned = memref.transpose %m (i, j) -> (j, i) : memref<3x4xf32> to memref<4x3xf32, strided<[1, 4]>>
  %row = memref.subview %turned[1, 0] [1, %n] [1, 1] : memref<4x3xf32, strided<[1, 4]>> to memref<1x?xf32, strided<[1, 4], offset: 1>>
  %again = memref.transpose %row (i, j) -> (j, i) : memref<1x?xf32, strided<[1, 4], offset: 1>> to memref<?x1xf32, strided<[4, 1], offset: 1>>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %hundred = arith.constant 100.0 : f32
  memref.store %hundred, %again[%c2, %c0] : memref<?x1xf32, strided<[4, 1], offset: 1>>
  %out = memref.alloc() : memref<4x3xf32>
  memref.copy %turned, %out : memref<4x3xf32, strided<[1, 4]>> to memref<4x3xf32>
  return %out : memref<4x3xf32>
}
func.func @reinterpreted(%m: memref<24xf32> {warpline.input = "iota:0:1"}, %at: index {warpline.input = "2"}) -> (f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %part = memref.subview %m[%at] [8] [1] : memref<24xf32> to memref<8xf32, strided<[1], offset: ?>>
  // From the beginning of '%m', not from that of the part.
  %grid = memref.reinterpret_cast %part to offset: [5], sizes: [2, 3], strides: [6, 2] : memref<8xf32, strided<[1], offset: ?>> to memref<2x3xf32, strided<[6, 2], offset: 5>>
  %a = memref.load %grid[%c1, %c1] : memref<2x3xf32, strided<[6, 2], offset: 5>>
  %any = memref.reinterpret_cast %grid to offset: [%at], sizes: [%at, 2], strides: [3, %at] : memref<2x3xf32, strided<[6, 2], offset: 5>> to memref<?x2xf32, strided<[3, ?], offset: ?>>
  %b = memref.load %any[%c1, %c1] : memref<?x2xf32, strided<[3, ?], offset: ?>>
  // A view of a view of a view.
  %turned = memref.transpose %any (i, j) -> (j, i) : memref<?x2xf32, strided<[3, ?], offset: ?>> to memref<2x?xf32, strided<[?, 3], offset: ?>>
  %line = memref.reinterpret_cast %turned to offset: [23], sizes: [1], strides: [1] : memref<2x?xf32, strided<[?, 3], offset: ?>> to memref<1xf32, strided<[1], offset: 23>>
  %c = memref.load %line[%c0] : memref<1xf32, strided<[1], offset: 23>>
  // A rank that is not known.
  %unranked = memref.cast %m : memref<24xf32> to memref<*xf32>
  %two = memref.reinterpret_cast %unranked to offset: [10], sizes: [2], strides: [4] : memref<*xf32> to memref<2xf32, strided<[4], offset: 10>>
  %d = memref.load %two[%c1] : memref<2xf32, strided<[4], offset: 10>>
  // The parts of a view put together again.
  %base, %offset, %size, %stride = memref.extract_strided_metadata %part : memref<8xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  %same = memref.reinterpret_cast %base to offset: [%offset], sizes: [%size], strides: [%stride] : memref<f32> to memref<?xf32, strided<[?], offset: ?>>
  %e = memref.load %same[%c1] : memref<?xf32, strided<[?], offset: ?>>
  return %a, %b, %c, %d, %e : f32, f32, f32, f32, f32
}
func.func @kernel(%m: memref<4x4xf32> {warpline.input = "iota:0:1"}) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%x, %y, %z) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %turned = memref.transpose %m (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
    %diagonal = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [5] : memref<4x4xf32> to memref<4xf32, strided<[5]>>
    %c3 = arith.constant 3 : index
    %v = memref.load %turned[%x, %c3] : memref<4x4xf32, strided<[1, 4]>>
    memref.store %v, %diagonal[%x] : memref<4xf32, strided<[5]>>
    gpu.terminator
  }
  return
}

// OUT: result 0: memref<4x3xf32>
// OUT:   [[0.0 4.0 8.0]
// OUT:    [1.0 5.0 100.0]
// OUT:    [2.0 6.0 10.0]
// OUT:    [3.0 7.0 11.0]]
// OUT: argument 0: memref<3x4xf32>
// OUT:   [[0.0 1.0 2.0 3.0]
// OUT:    [4.0 5.0 6.0 7.0]
// OUT:    [8.0 100.0 10.0 11.0]]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// OUT: result 0: f32 = 13.0
// OUT: result 1: f32 = 7.0
// OUT: result 2: f32 = 23.0
// OUT: result 3: f32 = 14.0
// OUT: result 4: f32 = 3.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// OUT: argument 0: memref<4x4xf32>
// OUT:   [[12.0 1.0 2.0 3.0]
// OUT:    [4.0 13.0 6.0 7.0]
// OUT:    [8.0 9.0 14.0 11.0]
// OUT:    [12.0 13.0 14.0 15.0]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
