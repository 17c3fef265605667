// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --device=cpu --diagnostics=short
// RUN: not warpline run --device=interp --checks=poison --diagnostics=short

// A shift by more than the width is selected away: it is poison, which harms only where it is used.
func.func @main(%x: i32 {warpline.input = "1"}, %n: i32 {warpline.input = "40"}) -> i32 {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %s = arith.shli %x, %n : i32
  %lt = arith.cmpi ult, %n, %c32 : i32
  %r = arith.select %lt, %s, %c0 : i32
  return %r : i32
}

// OUT: result 0: i32 = 0
// OUT: result 0: i32 = 0
// OUT: stderr:
// OUT: poison.mlir:9:8: error[E0501]: shift by the width of the type or more
// OUT: exit: 1
// -----

// A conversion of NaN is selected away.
func.func @main(%x: f32 {warpline.input = "nan"}) -> i32 {
  %c0 = arith.constant 0 : i32
  %i = arith.fptosi %x : f32 to i32
  %nan = arith.cmpf uno, %x, %x : f32
  %r = arith.select %nan, %c0, %i : i32
  return %r : i32
}

// OUT: result 0: i32 = 0
// OUT: result 0: i32 = 0
// OUT: stderr:
// OUT: poison.mlir:5:8: error[E0501]: the float does not fit the integer type
// OUT: exit: 1
// -----

// Each lane is poison by itself.
func.func @main(%x: memref<4xi32> {warpline.input = "1,2,3,4"}, %n: memref<4xi32> {warpline.input = "1,32,31,-1"}) {
  %i = arith.constant 0 : index
  %c0 = arith.constant dense<0> : vector<4xi32>
  %c32 = arith.constant dense<32> : vector<4xi32>
  %xs = vector.load %x[%i] : memref<4xi32>, vector<4xi32>
  %ns = vector.load %n[%i] : memref<4xi32>, vector<4xi32>
  %s = arith.shli %xs, %ns : vector<4xi32>
  %u = arith.shrui %s, %ns : vector<4xi32>
  %lt = arith.cmpi ult, %ns, %c32 : vector<4xi32>
  %r = arith.select %lt, %u, %c0 : vector<4xi1>, vector<4xi32>
  vector.store %r, %x[%i] : memref<4xi32>, vector<4xi32>
  return
}

// OUT: argument 0: memref<4xi32> = [1 0 1 0]
// OUT: argument 0: memref<4xi32> = [1 0 1 0]
// OUT: stderr:
// OUT: poison.mlir:9:8: error[E0501]: shift by the width of the type or more
// OUT: exit: 1
// -----

// A shift of 100 bits.
func.func @main(%n: i64 {warpline.input = "100"}) -> i64 {
  %a = arith.constant 5 : i100
  %c0 = arith.constant 0 : i64
  %count = arith.extui %n : i64 to i100
  %s = arith.shli %a, %count : i100
  %short = arith.trunci %s : i100 to i64
  %c100 = arith.constant 100 : i64
  %lt = arith.cmpi ult, %n, %c100 : i64
  %r = arith.select %lt, %short, %c0 : i64
  return %r : i64
}

// OUT: result 0: i64 = 0
// OUT: result 0: i64 = 0
// OUT: stderr:
// OUT: poison.mlir:7:8: error[E0501]: shift by the width of the type or more
// OUT: exit: 1
// -----

// Threads convert what only some of them use.
func.func @main(%x: memref<4xf32> {warpline.input = "1,nan,3,1e30"}, %y: memref<4xi8> {warpline.input = "9"}) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %limit = arith.constant 100.0 : f32
  %none = arith.constant -1 : i8
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx] : memref<4xf32>
    %i = arith.fptosi %v : f32 to i8
    %fits = arith.cmpf olt, %v, %limit : f32
    %r = arith.select %fits, %i, %none : i8
    memref.store %r, %y[%tx] : memref<4xi8>
    gpu.terminator
  }
  return
}

// OUT: argument 1: memref<4xi8> = [1 -1 3 -1]
// OUT: argument 1: memref<4xi8> = [1 -1 3 -1]
// OUT: stderr:
// OUT: poison.mlir:11:10: error[E0501]: the float does not fit the integer type, in block (0, 0, 0) thread (1, 0, 0)
// OUT: poison.mlir:8:3: note: launched here
// OUT: exit: 1
// -----

// Affine expressions of poison, and those that overflow, are poison.
func.func @main(%x: index {warpline.input = "1"}, %n: index {warpline.input = "64"}) -> index {
  %c7 = arith.constant 7 : index
  %most = arith.constant 9223372036854775807 : index
  %s = arith.shli %x, %n : index
  %a = affine.apply affine_map<(d0) -> (d0 + 1)>(%s)
  %m = affine.min affine_map<(d0)[s0] -> (d0 mod s0, 5)>(%a)[%c7]
  %d:2 = affine.delinearize_index %m into (4, 5) : index, index
  %l = affine.linearize_index [%d#0, %x] by (4, 5) : index
  %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%most)
  %both = arith.addi %l, %o : index
  %is_far = arith.cmpi ult, %n, %c7 : index
  %r = arith.select %is_far, %both, %c7 : index
  return %r : index
}

// OUT: result 0: index = 7
// OUT: result 0: index = 7
// OUT: stderr:
// OUT: poison.mlir:6:8: error[E0501]: shift by the width of the type or more
// OUT: exit: 1
// -----

// A mask of poison that nothing uses.
func.func @main(%x: index {warpline.input = "1"}, %n: index {warpline.input = "64"}) -> index {
  %s = arith.shli %x, %n : index
  %mask = vector.create_mask %s : vector<4xi1>
  return %x : index
}

// OUT: result 0: index = 1
// OUT: result 0: index = 1
// OUT: stderr:
// OUT: poison.mlir:4:8: error[E0501]: shift by the width of the type or more
// OUT: exit: 1
