// RUN: run --device=cpu,interp

// A tile in a numbered memory space, allocated, filled, read through a view and freed by each iteration; the matrices
// themselves are in other numbered spaces.
func.func @tiles(%in: memref<8x8xi32, 2>, %out: memref<8x8xi32, 7>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%a, %b) = (%c0, %c0) to (%c8, %c8) step (%c4, %c4) {
    %from = memref.subview %in[%a, %b] [4, 4] [1, 1] : memref<8x8xi32, 2> to memref<4x4xi32, strided<[8, 1], offset: ?>, 2>
    %to = memref.subview %out[%a, %b] [4, 4] [1, 1] : memref<8x8xi32, 7> to memref<4x4xi32, strided<[8, 1], offset: ?>, 7>
    %tile = memref.alloc() : memref<4x4xi32, 1>
    memref.copy %from, %tile : memref<4x4xi32, strided<[8, 1], offset: ?>, 2> to memref<4x4xi32, 1>
    scf.for %i = %c0 to %c4 step %c1 {
      %row = memref.subview %tile[%i, 0] [1, 4] [1, 1] : memref<4x4xi32, 1> to memref<4xi32, strided<[1], offset: ?>, 1>
      scf.for %j = %c0 to %c4 step %c1 {
        %x = memref.load %row[%j] : memref<4xi32, strided<[1], offset: ?>, 1>
        %y = arith.addi %x, %x : i32
        memref.store %y, %row[%j] : memref<4xi32, strided<[1], offset: ?>, 1>
      }
    }
    memref.copy %tile, %to : memref<4x4xi32, 1> to memref<4x4xi32, strided<[8, 1], offset: ?>, 7>
    memref.dealloc %tile : memref<4x4xi32, 1>
    scf.reduce
  }
  return
}
func.func @main(%in: memref<8x8xi32, 2> {warpline.input = "iota:0"}, %out: memref<8x8xi32, 7> {warpline.input = "0"}) {
  call @tiles(%in, %out) : (memref<8x8xi32, 2>, memref<8x8xi32, 7>) -> ()
  return
}

// OUT: argument 1: memref<8x8xi32>
// OUT:   [[0 2 4 6 8 10 12 14]
// OUT:    [16 18 20 22 24 26 28 30]
// OUT:    [32 34 36 38 40 42 44 46]
// OUT:    [48 50 52 54 56 58 60 62]
// OUT:    [64 66 68 70 72 74 76 78]
// OUT:    [80 82 84 86 88 90 92 94]
// OUT:    [96 98 100 102 104 106 108 110]
// OUT:    [112 114 116 118 120 122 124 126]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A tile of the threads of a kernel in space 5, which is private, and a cast between two names of global memory.
func.func @main(%in: memref<4xi32, 1> {warpline.input = "iota:1"}) -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %out = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %plain = memref.memory_space_cast %in : memref<4xi32, 1> to memref<4xi32>
    %own = memref.alloc() : memref<2xi32, 5>
    %x = memref.load %plain[%tx] : memref<4xi32>
    memref.store %x, %own[%c0] : memref<2xi32, 5>
    %y = memref.load %own[%c0] : memref<2xi32, 5>
    %z = arith.muli %y, %y : i32
    memref.store %z, %out[%tx] : memref<4xi32>
    memref.dealloc %own : memref<2xi32, 5>
    gpu.terminator
  }
  return %out : memref<4xi32>
}

// OUT: result 0: memref<4xi32> = [1 4 9 16]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// One number for the memory of an argument and that of a tile.
func.func @main(%a: memref<8xi32, 1> {warpline.input = "iota:1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %tile = memref.alloc() : memref<2xi32, 1>
    %plain = memref.memory_space_cast %tile : memref<2xi32, 1> to memref<2xi32>
    %x = memref.load %a[%i] : memref<8xi32, 1>
    memref.store %x, %tile[%c1] : memref<2xi32, 1>
    %y = memref.load %plain[%c1] : memref<2xi32>
    %z = arith.muli %x, %y : i32
    memref.store %z, %a[%i] : memref<8xi32, 1>
    memref.dealloc %tile : memref<2xi32, 1>
    scf.reduce
  }
  return
}

// OUT: argument 0: memref<8xi32> = [1 4 9 16 25 36 49 64]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
