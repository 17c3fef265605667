// RUN: run --device=cpu,interp

// Buffers of unknown rank go through calls, branches and loops; a buffer at an offset that is only known at run time stays one.
func.func private @verifyMemRefF32(memref<*xf32>, memref<*xf32>) -> i64
func.func @rank(%x: memref<*xf32>) -> index {
  %rank = memref.rank %x : memref<*xf32>
  return %rank : index
}
func.func @pick(%c: i1, %a: memref<*xf32>, %b: memref<*xf32>) -> memref<*xf32> {
  cf.cond_br %c, ^one(%a : memref<*xf32>), ^one(%b : memref<*xf32>)
^one(%x: memref<*xf32>):
  return %x : memref<*xf32>
}
func.func @last(%x: memref<*xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %m = memref.cast %x : memref<*xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
  %v = memref.load %m[%c1, %c1] : memref<2x?xf32, strided<[?, ?], offset: ?>>
  return %v : f32
}
func.func @main(%c: i1 {warpline.input = "true"}, %i: index {warpline.input = "1"},
    %in: memref<3x4xf32> {warpline.input = "iota:0:1"}) -> (index, index, f32, i64, index, memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %part = memref.subview %in[%i, 2] [2, 2] [1, 1] : memref<3x4xf32> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  %of_part = memref.cast %part : memref<2x2xf32, strided<[4, 1], offset: ?>> to memref<*xf32>
  %new = memref.alloc() : memref<2x2xf32>
  %of_new = memref.cast %new : memref<2x2xf32> to memref<*xf32>
  %of_in = memref.cast %in : memref<3x4xf32> to memref<*xf32>
  %picked = call @pick(%c, %of_part, %of_in) : (i1, memref<*xf32>, memref<*xf32>) -> memref<*xf32>
  memref.copy %picked, %of_new : memref<*xf32> to memref<*xf32>
  %rank = call @rank(%picked) : (memref<*xf32>) -> index
  %size = memref.dim %picked, %i : memref<*xf32>
  %last = call @last(%picked) : (memref<*xf32>) -> f32
  %n_errors = call @verifyMemRefF32(%picked, %of_new) : (memref<*xf32>, memref<*xf32>) -> i64
  %line, %ranks = scf.for %j = %c0 to %c3 step %c1 iter_args(%x = %of_new, %sum = %c0) -> (memref<*xf32>, index) {
    %own = memref.rank %x : memref<*xf32>
    %more = arith.addi %sum, %own : index
    %short = memref.reinterpret_cast %x to offset: [%j], sizes: [2], strides: [1]
        : memref<*xf32> to memref<2xf32, strided<[1], offset: ?>>
    %next = memref.cast %short : memref<2xf32, strided<[1], offset: ?>> to memref<*xf32>
    scf.yield %next, %more : memref<*xf32>, index
  }
  return %rank, %size, %last, %n_errors, %ranks, %new : index, index, f32, i64, index, memref<2x2xf32>
}

// OUT: result 0: index = 2
// OUT: result 1: index = 2
// OUT: result 2: f32 = 11.0
// OUT: result 3: i64 = 0
// OUT: result 4: index = 4
// OUT: result 5: memref<2x2xf32>
// OUT:   [[6.0 7.0]
// OUT:    [10.0 11.0]]
// OUT: argument 2: memref<3x4xf32>
// OUT:   [[0.0 1.0 2.0 3.0]
// OUT:    [4.0 5.0 6.0 7.0]
// OUT:    [8.0 9.0 10.0 11.0]]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Another memory space, and a cast to another rank that is never reached.
func.func @sizes(%x: memref<*xf32, 1>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %plain = memref.memory_space_cast %x : memref<*xf32, 1> to memref<*xf32>
  %rank = memref.rank %plain : memref<*xf32>
  %is_line = arith.cmpi eq, %rank, %c1 : index
  %size = scf.if %is_line -> index {
    %line = memref.cast %plain : memref<*xf32> to memref<?xf32>
    %n = memref.dim %line, %c0 : memref<?xf32>
    scf.yield %n : index
  } else {
    %n = memref.dim %plain, %c1 : memref<*xf32>
    scf.yield %n : index
  }
  return %rank, %size : index, index
}
func.func @main(%in: memref<3x4xf32> {warpline.input = "iota:0:1"}) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %other = memref.memory_space_cast %in : memref<3x4xf32> to memref<3x4xf32, 1>
  %x = memref.cast %other : memref<3x4xf32, 1> to memref<*xf32, 1>
  %rank, %size = call @sizes(%x) : (memref<*xf32, 1>) -> (index, index)
  %own = memref.rank %x : memref<*xf32, 1>
  %is_line = arith.cmpi eq, %own, %c1 : index
  %first = scf.if %is_line -> index {
    %line = memref.cast %x : memref<*xf32, 1> to memref<?xf32, 1>
    %n = memref.dim %line, %c0 : memref<?xf32, 1>
    scf.yield %n : index
  } else {
    scf.yield %c0 : index
  }
  return %rank, %size, %first : index, index, index
}

// OUT: result 0: index = 2
// OUT: result 1: index = 4
// OUT: result 2: index = 0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
