// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// A loop needs a positive step: 0 would not end, and -2 has no meaning.
func.func @main(%step: index {warpline.input = "0"}) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for %i = %c0 to %c8 step %step iter_args(%sum = %zero) -> (i32) {
    %next = arith.addi %sum, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

// OUT: stderr:
// OUT: steps.mlir:10:8: error[E0501]: expected a positive step, but found 0
// OUT: exit: 1
// OUT: stderr:
// OUT: steps.mlir:10:8: error[E0501]: expected a positive step, but found 0
// OUT: exit: 1
// -----

func.func @main(%step: index {warpline.input = "-2"}) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for %i = %c0 to %c8 step %step iter_args(%sum = %zero) -> (i32) {
    %next = arith.addi %sum, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

// OUT: stderr:
// OUT: steps.mlir:7:8: error[E0501]: expected a positive step, but found -2
// OUT: exit: 1
// OUT: stderr:
// OUT: steps.mlir:7:8: error[E0501]: expected a positive step, but found -2
// OUT: exit: 1
// -----

func.func @main(%step: index {warpline.input = "3"}) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for %i = %c0 to %c8 step %step iter_args(%sum = %zero) -> (i32) {
    %next = arith.addi %sum, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

// OUT: result 0: i32 = 3
// OUT: result 0: i32 = 3
// -----

// A counter that would pass the end of its type ends the loop: 100, and then 150 is no i8.
func.func @main(%step: i8 {warpline.input = "50"}) -> i32 {
  %from = arith.constant 100 : i8
  %to = arith.constant 127 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for %i = %from to %to step %step iter_args(%sum = %zero) -> (i32) : i8 {
    %next = arith.addi %sum, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

// OUT: result 0: i32 = 1
// OUT: result 0: i32 = 1
// -----

// A remainder by a number that is not positive.
func.func @main(%n: index {warpline.input = "0"}) -> index {
  %i = arith.constant 7 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%n]
  return %r : index
}

// OUT: stderr:
// OUT: steps.mlir:5:8: error[E0501]: the affine expression overflows or has a divisor that is not positive
// OUT: exit: 1
// OUT: stderr:
// OUT: steps.mlir:5:8: error[E0501]: the affine expression overflows or has a divisor that is not positive
// OUT: exit: 1
// -----

// An element beyond a vector, and its last one.
func.func @main(%i: index {warpline.input = "4"}) -> i32 {
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %r = vector.extract %v[%i] : i32 from vector<4xi32>
  return %r : i32
}

// OUT: stderr:
// OUT: steps.mlir:5:8: error[E0501]: expected a position below 4, but found 4
// OUT: exit: 1
// OUT: stderr:
// OUT: steps.mlir:5:8: error[E0501]: expected a position below 4, but found 4
// OUT: exit: 1
// -----

func.func @main(%i: index {warpline.input = "3"}) -> i32 {
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %r = vector.extract %v[%i] : i32 from vector<4xi32>
  return %r : i32
}

// OUT: result 0: i32 = 4
// OUT: result 0: i32 = 4
// -----

func.func @main(%i: index {warpline.input = "-1"}, %x: i32 {warpline.input = "9"}) -> i32 {
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %w = vector.insert %x, %v[%i] : i32 into vector<4xi32>
  %r = vector.extract %w[2] : i32 from vector<4xi32>
  return %r : i32
}

// OUT: stderr:
// OUT: steps.mlir:4:8: error[E0501]: expected a position below 4, but found -1
// OUT: exit: 1
// OUT: stderr:
// OUT: steps.mlir:4:8: error[E0501]: expected a position below 4, but found -1
// OUT: exit: 1
