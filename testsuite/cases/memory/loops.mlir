// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Steps that are not positive: of a loop without sign, of a parallel loop, and of scf.forall; then right ones.
func.func @main(%step: index {warpline.input = "0"}) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for unsigned %i = %c0 to %c8 step %step iter_args(%k = %zero) -> (i32) {
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

// OUT: stderr:
// OUT: loops.mlir:10:8: error[E0501]: expected a positive step, but found 0
// OUT: exit: 1
// OUT: stderr:
// OUT: loops.mlir:10:8: error[E0501]: expected a positive step, but found 0
// OUT: exit: 1
// -----

func.func @main(%step: index {warpline.input = "-1"}) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for unsigned %i = %c0 to %c8 step %step iter_args(%k = %zero) -> (i32) {
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

// OUT: result 0: i32 = 1
// OUT: result 0: i32 = 1
// -----

func.func @main(%x: memref<8xi32> {warpline.input = "iota:"}, %step: index {warpline.input = "-1"}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c8) step (%step) {
    memref.store %one, %x[%i] : memref<8xi32>
  }
  return
}

// OUT: stderr:
// OUT: loops.mlir:6:3: error[E0501]: expected a positive step, but found -1
// OUT: exit: 1
// OUT: stderr:
// OUT: loops.mlir:6:3: error[E0501]: expected a positive step, but found -1
// OUT: exit: 1
// -----

func.func @main(%x: memref<8xi32> {warpline.input = "iota:"}, %step: index {warpline.input = "3"}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c8) step (%step) {
    memref.store %one, %x[%i] : memref<8xi32>
  }
  return
}

// OUT: argument 0: memref<8xi32> = [1 1 2 1 4 5 1 7]
// OUT: argument 0: memref<8xi32> = [1 1 2 1 4 5 1 7]
// -----

func.func @main(%x: memref<8xi32> {warpline.input = "iota:"}, %step: index {warpline.input = "0"}) {
  %one = arith.constant 1 : i32
  scf.forall (%i) = (0) to (8) step (%step) {
    memref.store %one, %x[%i] : memref<8xi32>
  }
  return
}

// OUT: stderr:
// OUT: loops.mlir:4:3: error[E0501]: expected a positive step, but found 0
// OUT: exit: 1
// OUT: stderr:
// OUT: loops.mlir:4:3: error[E0501]: expected a positive step, but found 0
// OUT: exit: 1
// -----

func.func @main(%x: memref<8xi32> {warpline.input = "iota:"}, %step: index {warpline.input = "4"}) {
  %one = arith.constant 1 : i32
  scf.forall (%i) = (0) to (8) step (%step) {
    memref.store %one, %x[%i] : memref<8xi32>
  }
  return
}

// OUT: argument 0: memref<8xi32> = [1 1 2 3 1 5 6 7]
// OUT: argument 0: memref<8xi32> = [1 1 2 3 1 5 6 7]
// -----

// An element of a vector beyond it, and its last one.
func.func @main(%x: memref<4xi32> {warpline.input = "iota:"}, %n: i32 {warpline.input = "4"}) -> i32 {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] : memref<4xi32>, vector<4xi32>
  %r = vector.extractelement %v[%n : i32] : vector<4xi32>
  return %r : i32
}

// OUT: stderr:
// OUT: loops.mlir:6:8: error[E0501]: expected a position below 4, but found 4
// OUT: exit: 1
// OUT: stderr:
// OUT: loops.mlir:6:8: error[E0501]: expected a position below 4, but found 4
// OUT: exit: 1
// -----

func.func @main(%x: memref<4xi32> {warpline.input = "iota:"}, %n: i32 {warpline.input = "3"}) -> i32 {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] : memref<4xi32>, vector<4xi32>
  %r = vector.extractelement %v[%n : i32] : vector<4xi32>
  return %r : i32
}

// OUT: result 0: i32 = 3
// OUT: result 0: i32 = 3
