// RUN: run --plan-for=any --device=cpu,interp

// Every second element.
func.func @main(%m: memref<16xi32> {warpline.input = "1"}) {
  %v = arith.constant 3 : i32
  %even = memref.subview %m[0] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2]>>
  gpu.memset %even, %v : memref<8xi32, strided<[2]>>, i32
  return
}

// OUT: argument 0: memref<16xi32> = [3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1]
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Elements of 1, 2 and 8 bytes; the halves of the last value differ.
func.func @main(%a: memref<4x4xi8> {warpline.input = "1"}, %b: memref<4x4xf16> {warpline.input = "1"}, %c: memref<4x4xf64> {warpline.input = "1"}, %d: memref<9xi64> {warpline.input = "1"}) {
  %byte = arith.constant 7 : i8
  %half = arith.constant 2.5 : f16
  %double = arith.constant 0.1 : f64
  %long = arith.constant -5000000000 : i64
  %column = memref.subview %a[0, 1] [4, 1] [1, 1] : memref<4x4xi8> to memref<4x1xi8, strided<[4, 1], offset: 1>>
  gpu.memset %column, %byte : memref<4x1xi8, strided<[4, 1], offset: 1>>, i8
  %block = memref.subview %b[1, 1] [2, 2] [1, 1] : memref<4x4xf16> to memref<2x2xf16, strided<[4, 1], offset: 5>>
  gpu.memset %block, %half : memref<2x2xf16, strided<[4, 1], offset: 5>>, f16
  %corners = memref.subview %c[0, 0] [2, 2] [3, 3] : memref<4x4xf64> to memref<2x2xf64, strided<[12, 3]>>
  gpu.memset %corners, %double : memref<2x2xf64, strided<[12, 3]>>, f64
  %thirds = memref.subview %d[0] [3] [3] : memref<9xi64> to memref<3xi64, strided<[3]>>
  gpu.memset %thirds, %long : memref<3xi64, strided<[3]>>, i64
  return
}

// OUT: argument 0: memref<4x4xi8>
// OUT:   [[1 7 1 1]
// OUT:    [1 7 1 1]
// OUT:    [1 7 1 1]
// OUT:    [1 7 1 1]]
// OUT: argument 1: memref<4x4xf16>
// OUT:   [[1.0 1.0 1.0 1.0]
// OUT:    [1.0 2.5 2.5 1.0]
// OUT:    [1.0 2.5 2.5 1.0]
// OUT:    [1.0 1.0 1.0 1.0]]
// OUT: argument 2: memref<4x4xf64>
// OUT:   [[0.1 1.0 1.0 0.1]
// OUT:    [1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0]
// OUT:    [0.1 1.0 1.0 0.1]]
// OUT: argument 3: memref<9xi64> = [-5000000000 1 1 -5000000000 1 1 -5000000000 1 1]
// OUT: kernels=0 launches=0 streams=4 waits=3 records=3 host_syncs=1 leaks=0
// -----

// Four dimensions, of which some continue others.
func.func @main(%m: memref<3x2x4x5xi32> {warpline.input = "1"}) {
  %v = arith.constant 3 : i32
  %w = arith.constant 7 : i32
  %part = memref.subview %m[1, 0, 0, 0] [2, 2, 2, 5] [1, 1, 2, 1] : memref<3x2x4x5xi32> to memref<2x2x2x5xi32, strided<[40, 20, 10, 1], offset: 40>>
  gpu.memset %part, %v : memref<2x2x2x5xi32, strided<[40, 20, 10, 1], offset: 40>>, i32
  %rest = memref.subview %m[0, 0, 1, 0] [3, 1, 2, 4] [1, 1, 2, 1] : memref<3x2x4x5xi32> to memref<3x2x4xi32, strided<[40, 10, 1], offset: 5>>
  gpu.memset %rest, %w : memref<3x2x4xi32, strided<[40, 10, 1], offset: 5>>, i32
  return
}

// OUT: argument 0: memref<3x2x4x5xi32>
// OUT:   count=120 min=1 max=7 sum=344.0 first=1
// OUT:   values: 1 (56 times), 3 (40 times), 7 (24 times)
// OUT: kernels=0 launches=0 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// Sizes and strides that only the run knows; an empty view writes nothing.
func.func @main(%m: memref<8x8xf32> {warpline.input = "1"}, %from: index {warpline.input = "1"}, %n: index {warpline.input = "3"}, %step: index {warpline.input = "2"}, %none: index {warpline.input = "0"}) {
  %v = arith.constant 9.0 : f32
  %w = arith.constant 5.0 : f32
  %part = memref.subview %m[%from, %from] [%n, %n] [%step, %step] : memref<8x8xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  gpu.memset %part, %v : memref<?x?xf32, strided<[?, ?], offset: ?>>, f32
  %empty = memref.subview %m[0, 0] [%n, %none] [1, 1] : memref<8x8xf32> to memref<?x?xf32, strided<[8, 1]>>
  gpu.memset %empty, %w : memref<?x?xf32, strided<[8, 1]>>, f32
  return
}

// OUT: argument 0: memref<8x8xf32>
// OUT:   [[1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 9.0 1.0 9.0 1.0 9.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 9.0 1.0 9.0 1.0 9.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 9.0 1.0 9.0 1.0 9.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]]
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Views that go backwards, and views that stay at an element.
func.func @main(%a: memref<10xi32> {warpline.input = "1"}, %b: memref<4x4xi64> {warpline.input = "1"}, %c: memref<12xi32> {warpline.input = "1"}, %back: index {warpline.input = "-2"}, %none: index {warpline.input = "0"}) {
  %v = arith.constant 3 : i32
  %w = arith.constant -5000000000 : i64
  %x = memref.subview %a[9] [4] [%back] : memref<10xi32> to memref<4xi32, strided<[?], offset: 9>>
  gpu.memset %x, %v : memref<4xi32, strided<[?], offset: 9>>, i32
  %y = memref.subview %b[3, 2] [2, 2] [%back, %back] : memref<4x4xi64> to memref<2x2xi64, strided<[?, ?], offset: 14>>
  gpu.memset %y, %w : memref<2x2xi64, strided<[?, ?], offset: 14>>, i64
  %z = memref.subview %c[5] [3] [%none] : memref<12xi32> to memref<3xi32, strided<[?], offset: 5>>
  gpu.memset %z, %v : memref<3xi32, strided<[?], offset: 5>>, i32
  return
}

// OUT: argument 0: memref<10xi32> = [1 1 1 3 1 3 1 3 1 3]
// OUT: argument 1: memref<4x4xi64>
// OUT:   [[1 1 1 1]
// OUT:    [-5000000000 1 -5000000000 1]
// OUT:    [1 1 1 1]
// OUT:    [-5000000000 1 -5000000000 1]]
// OUT: argument 2: memref<12xi32> = [1 1 1 1 1 3 1 1 1 1 1 1]
// OUT: kernels=0 launches=0 streams=3 waits=2 records=2 host_syncs=1 leaks=0
// -----

// More dimensions than a strided copy takes, and none.
func.func @main(%m: memref<2x2x2x2x2x2x2x2x2x2xi32> {warpline.input = "1"}, %s: memref<4xi32> {warpline.input = "1"}) {
  %v = arith.constant 3 : i32
  %part = memref.subview %m[0, 0, 0, 0, 0, 0, 0, 0, 0, 0] [1, 2, 1, 2, 1, 2, 1, 2, 1, 2] [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    : memref<2x2x2x2x2x2x2x2x2x2xi32> to memref<1x2x1x2x1x2x1x2x1x2xi32, strided<[512, 256, 128, 64, 32, 16, 8, 4, 2, 1]>>
  gpu.memset %part, %v : memref<1x2x1x2x1x2x1x2x1x2xi32, strided<[512, 256, 128, 64, 32, 16, 8, 4, 2, 1]>>, i32
  %one = memref.subview %s[2] [1] [1] : memref<4xi32> to memref<i32, strided<[], offset: 2>>
  gpu.memset %one, %v : memref<i32, strided<[], offset: 2>>, i32
  return
}

// OUT: argument 0: memref<2x2x2x2x2x2x2x2x2x2xi32>
// OUT:   count=1024 min=1 max=3 sum=1088.0 first=3
// OUT:   values: 1 (992 times), 3 (32 times)
// OUT: argument 1: memref<4xi32> = [1 1 3 1]
// OUT: kernels=0 launches=0 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// Behind a launch and before one, with tokens; the gaps keep what the first launch wrote.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @number(%m: memref<16xi32>) kernel {
      %i = gpu.thread_id x
      %v = arith.index_cast %i : index to i32
      memref.store %v, %m[%i] : memref<16xi32>
      gpu.return
    }
    gpu.func @twice(%m: memref<16xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<16xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %m[%i] : memref<16xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<16xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %v = arith.constant 100 : i32
    %odd = memref.subview %m[1] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2], offset: 1>>
    %t0 = gpu.launch_func async @k::@number blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>)
    %t1 = gpu.memset async [%t0] %odd, %v : memref<8xi32, strided<[2], offset: 1>>, i32
    %t2 = gpu.launch_func async [%t1] @k::@twice blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>)
    gpu.wait [%t2]
    return
  }
}

// OUT: argument 0: memref<16xi32> = [0 200 4 200 8 200 12 200 16 200 20 200 24 200 28 200]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
