// RUN: run --device=cpu,interp

// What is not a number or a contiguous buffer: each argument is used, and each buffer is written.
func.func @main(%v: vector<4xf32> {warpline.input = "1,2,3,4"},
                %c: complex<f32> {warpline.input = "(1,-2.5)"},
                %i: i4 {warpline.input = "-3"},
                %w: i128 {warpline.input = "123456789012345678901234567890"},
                %s: memref<2x3xf32, strided<[5, 1], offset: 2>> {warpline.input = "iota:0"},
                %d: memref<3xi33, strided<[?], offset: ?>> {warpline.input = "-5,-6,7"},
                %u: memref<*xf32> {warpline.input = "[[1,2],[3,4]]"},
                %e: memref<2xvector<2xf32>> {warpline.input = "[[1,2],[3,4]]"})
    -> (vector<4xf32>, complex<f32>, i4, i128, vector<2x2xi8>, vector<f32>, vector<3xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = memref.load %s[%c1, %c2] : memref<2x3xf32, strided<[5, 1], offset: 2>>
  %y = arith.addf %x, %x : f32
  memref.store %y, %s[%c1, %c1] : memref<2x3xf32, strided<[5, 1], offset: 2>>
  %n = memref.load %d[%c1] : memref<3xi33, strided<[?], offset: ?>>
  memref.store %n, %d[%c2] : memref<3xi33, strided<[?], offset: ?>>
  %ranked = memref.cast %u : memref<*xf32> to memref<?x?xf32>
  memref.store %y, %ranked[%c0, %c1] : memref<?x?xf32>
  %row = memref.load %e[%c1] : memref<2xvector<2xf32>>
  memref.store %row, %e[%c0] : memref<2xvector<2xf32>>
  %all = vector.broadcast %y : f32 to vector<4xf32>
  %sum = arith.addf %v, %all : vector<4xf32>
  %twice = arith.addi %i, %i : i4
  %wide = arith.addi %w, %w : i128
  %table = arith.constant dense<[[1, -2], [3, 4]]> : vector<2x2xi8>
  %one = vector.broadcast %x : f32 to vector<f32>
  %bits = arith.constant dense<[true, false, true]> : vector<3xi1>
  return %sum, %c, %twice, %wide, %table, %one, %bits
      : vector<4xf32>, complex<f32>, i4, i128, vector<2x2xi8>, vector<f32>, vector<3xi1>
}

// OUT: result 0: vector<4xf32> = [11.0 12.0 13.0 14.0]
// OUT: result 1: complex<f32> = (1.0,-2.5)
// OUT: result 2: i4 = -6
// OUT: result 3: i128 = 246913578024691357802469135780
// OUT: result 4: vector<2x2xi8>
// OUT:   [[1 -2]
// OUT:    [3 4]]
// OUT: result 5: vector<f32> = 5.0
// OUT: result 6: vector<3xi1> = [1 0 1]
// OUT: argument 4: memref<2x3xf32>
// OUT:   [[0.0 1.0 2.0]
// OUT:    [3.0 10.0 5.0]]
// OUT: argument 5: memref<3xi33> = [-5 -6 -6]
// OUT: argument 6: memref<2x2xf32>
// OUT:   [[1.0 10.0]
// OUT:    [3.0 4.0]]
// OUT: argument 7: memref<2xvector<2xf32>>
// OUT:   [[3.0 4.0]
// OUT:    [3.0 4.0]]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Kernels on a part of an array with gaps.
func.func @main(%a: memref<4x3xf32, strided<[8, 2], offset: 1>> {warpline.input = "iota:0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c3) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<4x3xf32, strided<[8, 2], offset: 1>>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %a[%i, %j] : memref<4x3xf32, strided<[8, 2], offset: 1>>
    scf.reduce
  }
  return
}

// OUT: argument 0: memref<4x3xf32>
// OUT:   [[0.0 1.0 4.0]
// OUT:    [9.0 16.0 25.0]
// OUT:    [36.0 49.0 64.0]
// OUT:    [81.0 100.0 121.0]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Layouts that are not row-major: columns first, and backwards.
func.func @main(%a: memref<3x4xi32, strided<[1, 3]>> {warpline.input = "iota:0"},
                %b: memref<4xi32, strided<[-1], offset: 3>> {warpline.input = "5,6,7,8"}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = memref.load %a[%c2, %c1] : memref<3x4xi32, strided<[1, 3]>>
  memref.store %x, %b[%c1] : memref<4xi32, strided<[-1], offset: 3>>
  memref.store %x, %a[%c1, %c0] : memref<3x4xi32, strided<[1, 3]>>
  return %x : i32
}

// OUT: result 0: i32 = 9
// OUT: argument 0: memref<3x4xi32>
// OUT:   [[0 1 2 3]
// OUT:    [9 5 6 7]
// OUT:    [8 9 10 11]]
// OUT: argument 1: memref<4xi32> = [5 9 7 8]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Arrays without elements.
func.func @main(%a: memref<4x0xf32> {warpline.input = "0"}, %b: memref<0x4xf32, strided<[8, 2], offset: 3>> {warpline.input = "0"},
                %c: memref<?x?xf32> {warpline.input = "3x0xf32=0"}) -> index {
  %c0 = arith.constant 0 : index
  %n = memref.dim %c, %c0 : memref<?x?xf32>
  return %n : index
}

// OUT: result 0: index = 3
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
