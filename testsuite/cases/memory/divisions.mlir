// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Wrong: one element of a vector is divided by zero.
func.func @main(%m: memref<4xi32> {warpline.input = "1,2,0,4"}, %o: memref<4xi32> {warpline.input = "8"}) {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0] : memref<4xi32>, vector<4xi32>
  %w = vector.load %o[%c0] : memref<4xi32>, vector<4xi32>
  %q = arith.divsi %w, %v : vector<4xi32>
  vector.store %q, %o[%c0] : memref<4xi32>, vector<4xi32>
  return
}

// OUT: stderr:
// OUT: divisions.mlir:9:8: error[E0501]: division by zero
// OUT: exit: 1
// OUT: stderr:
// OUT: divisions.mlir:9:8: error[E0501]: division by zero
// OUT: exit: 1
// -----

func.func @main(%m: memref<2x2xi16> {warpline.input = "1,2,-1,4"}, %o: memref<2x2xi16> {warpline.input = "8"}) {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0, %c0] : memref<2x2xi16>, vector<2x2xi16>
  %w = vector.load %o[%c0, %c0] : memref<2x2xi16>, vector<2x2xi16>
  %q = arith.ceildivsi %w, %v : vector<2x2xi16>
  %r = arith.remui %q, %v : vector<2x2xi16>
  vector.store %r, %o[%c0, %c0] : memref<2x2xi16>, vector<2x2xi16>
  return
}

// OUT: argument 1: memref<2x2xi16>
// OUT:   [[0 0]
// OUT:    [-8 2]]
// OUT: argument 1: memref<2x2xi16>
// OUT:   [[0 0]
// OUT:    [-8 2]]
// -----

// Wrong: the quotient of the least value and -1, in a vector of two dimensions.
func.func @main(%m: memref<2x2xi16> {warpline.input = "1,2,-1,4"}, %o: memref<2x2xi16> {warpline.input = "-32768"}) {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0, %c0] : memref<2x2xi16>, vector<2x2xi16>
  %w = vector.load %o[%c0, %c0] : memref<2x2xi16>, vector<2x2xi16>
  %q = arith.floordivsi %w, %v : vector<2x2xi16>
  vector.store %q, %o[%c0, %c0] : memref<2x2xi16>, vector<2x2xi16>
  return
}

// OUT: stderr:
// OUT: divisions.mlir:7:8: error[E0501]: the quotient of the least value and -1 does not fit its type
// OUT: exit: 1
// OUT: stderr:
// OUT: divisions.mlir:7:8: error[E0501]: the quotient of the least value and -1 does not fit its type
// OUT: exit: 1
// -----

// Wrong: zero to a negative power, which nothing uses.
func.func @main(%b: i32 {warpline.input = "0"}, %e: i32 {warpline.input = "-1"}) {
  %p = math.ipowi %b, %e : i32
  return
}

// OUT: stderr:
// OUT: divisions.mlir:4:8: error[E0501]: division by zero
// OUT: exit: 1
// OUT: stderr:
// OUT: divisions.mlir:4:8: error[E0501]: division by zero
// OUT: exit: 1
// -----

// Wrong: an affine map divides by a symbol that is negative, for nothing.
func.func @main(%b: index {warpline.input = "5"}, %s: index {warpline.input = "-3"}) {
  %p = affine.apply affine_map<(d0)[s0] -> (d0 mod (s0 + 1))>(%b)[%s]
  return
}

// OUT: stderr:
// OUT: divisions.mlir:4:8: error[E0501]: the affine expression overflows or has a divisor that is not positive
// OUT: exit: 1
// OUT: stderr:
// OUT: divisions.mlir:4:8: error[E0501]: the affine expression overflows or has a divisor that is not positive
// OUT: exit: 1
// -----

// Constants divide by no zero, and poison that is not divided by -1 does no harm.
func.func @main(%n: i32 {warpline.input = "32"}, %is_used: i1 {warpline.input = "0"}) -> i32 {
  %c = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %all = vector.broadcast %n : i32 to vector<4xi32>
  %q = arith.divsi %all, %c : vector<4xi32>
  %last = vector.extract %q[3] : i32 from vector<4xi32>
  %p = arith.shrsi %n, %n : i32
  %d = arith.divsi %p, %n : i32
  %r = arith.select %is_used, %d, %last : i32
  return %r : i32
}

// OUT: result 0: i32 = 8
// OUT: result 0: i32 = 8
