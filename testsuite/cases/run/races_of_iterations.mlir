// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --device=interp --seed=3 --diagnostics=short
// RUN: warpline run --device=cpu --detect-races --diagnostics=short

// Iterations of a parallel loop add to one element.
func.func @main(%x: memref<8xi32> {warpline.input = "iota:"}, %sum: memref<1xi32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %x[%i] : memref<8xi32>
    %s = memref.load %sum[%c0] : memref<1xi32>
    %t = arith.addi %s, %v : i32
    memref.store %t, %sum[%c0] : memref<1xi32>
    scf.reduce
  }
  return
}

// OUT: stderr:
// OUT: races_of_iterations.mlir:14:5: error[E0501]: data race: this write is not ordered with an earlier read
// OUT: races_of_iterations.mlir:12:10: note: the read by iteration 0
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_iterations.mlir:12:10: error[E0501]: data race: this read is not ordered with an earlier write
// OUT: races_of_iterations.mlir:14:5: note: the write by iteration 5
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_iterations.mlir:14:5: error[E0501]: data race: this write is not ordered with an earlier read
// OUT: races_of_iterations.mlir:12:10: note: the read by iteration 0
// OUT: exit: 1
// -----

// The same by an atomic update.
func.func @main(%x: memref<8xi32> {warpline.input = "iota:"}, %sum: memref<1xi32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %x[%i] : memref<8xi32>
    %old = memref.generic_atomic_rmw %sum[%c0] : memref<1xi32> {
    ^bb0(%s: i32):
      %t = arith.addi %s, %v : i32
      memref.atomic_yield %t : i32
    }
    scf.reduce
  }
  return
}

// OUT: argument 1: memref<1xi32> = [28]
// OUT: argument 1: memref<1xi32> = [28]
// OUT: argument 1: memref<1xi32> = [28]
// -----

// An iteration reads what its neighbour writes, in the inner of two loops.
func.func @main(%x: memref<4x8xf32> {warpline.input = "iota:"}) {
  affine.parallel (%i) = (0) to (4) {
    affine.parallel (%j) = (0) to (7) {
      %v = affine.load %x[%i, %j + 1] : memref<4x8xf32>
      affine.store %v, %x[%i, %j] : memref<4x8xf32>
    }
  }
  return
}

// OUT: stderr:
// OUT: races_of_iterations.mlir:7:7: error[E0501]: data race: this write is not ordered with an earlier read
// OUT: races_of_iterations.mlir:6:12: note: the read by iteration 0 inside of iteration 0
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_iterations.mlir:6:12: error[E0501]: data race: this read is not ordered with an earlier write
// OUT: races_of_iterations.mlir:7:7: note: the write by iteration 2 inside of iteration 1
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_iterations.mlir:7:7: error[E0501]: data race: this write is not ordered with an earlier read
// OUT: races_of_iterations.mlir:6:12: note: the read by iteration 0 inside of iteration 0
// OUT: exit: 1
// -----

// An inner loop begins after what its iteration wrote, and ends before what it reads.
func.func @main(%x: memref<4x8xf32> {warpline.input = "iota:"}, %y: memref<4xf32> {warpline.input = "0"}) {
  %zero = arith.constant 0.0 : f32
  affine.parallel (%i) = (0) to (4) {
    affine.store %zero, %x[%i, 0] : memref<4x8xf32>
    affine.parallel (%j) = (1) to (8) {
      %v = affine.load %x[%i, 0] : memref<4x8xf32>
      affine.store %v, %x[%i, %j] : memref<4x8xf32>
    }
    %w = affine.load %x[%i, 7] : memref<4x8xf32>
    affine.store %w, %y[%i] : memref<4xf32>
  }
  return
}

// OUT: argument 0: memref<4x8xf32>
// OUT:   [[0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]]
// OUT: argument 1: memref<4xf32> = [0.0 0.0 0.0 0.0]
// OUT: argument 0: memref<4x8xf32>
// OUT:   [[0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]]
// OUT: argument 1: memref<4xf32> = [0.0 0.0 0.0 0.0]
// OUT: argument 0: memref<4x8xf32>
// OUT:   [[0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT:    [0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0]]
// OUT: argument 1: memref<4xf32> = [0.0 0.0 0.0 0.0]
// -----

// All iterations store equal bits.
func.func @main(%y: memref<1xf32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %one, %y[%c0] : memref<1xf32>
    scf.reduce
  }
  return
}

// OUT: argument 0: memref<1xf32> = [1.0]
// OUT: argument 0: memref<1xf32> = [1.0]
// OUT: argument 0: memref<1xf32> = [1.0]
