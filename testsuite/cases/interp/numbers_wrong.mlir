// RUN: not run --device=interp

func.func @main(%a: i32 {warpline.input = "7"}, %zero: i32 {warpline.input = "0"}) -> i32 {
  %q = arith.divui %a, %zero : i32
  return %q : i32
}

// OUT: numbers_wrong.mlir:4:8: error[E0501]: division by zero
// -----

// The least value has no positive counterpart.
func.func @main(%a: i8 {warpline.input = "-128"}, %b: i8 {warpline.input = "-1"}) -> i8 {
  %q = arith.divsi %a, %b : i8
  return %q : i8
}

// OUT: numbers_wrong.mlir:4:8: error[E0501]: the quotient of the least value and -1 does not fit its type
// -----

func.func @main(%a: i32 {warpline.input = "1"}, %n: i32 {warpline.input = "32"}) -> i32 {
  %s = arith.shli %a, %n : i32
  return %s : i32
}

// OUT: numbers_wrong.mlir:4:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:3:8: note: produced here: shift by the width of the type or more
// -----

func.func @main(%a: f32 {warpline.input = "128.0"}) -> i8 {
  %i = arith.fptosi %a : f32 to i8
  return %i : i8
}

// OUT: numbers_wrong.mlir:4:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:3:8: note: produced here: the float does not fit the integer type
// -----

// A sum that must not wrap as a signed number is returned.
func.func @main(%a: i8 {warpline.input = "127"}) -> i8 {
  %one = arith.constant 1 : i8
  %sum = arith.addi %a, %one overflow<nsw> : i8
  return %sum : i8
}

// OUT: numbers_wrong.mlir:6:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:5:10: note: produced here: the result overflows as a signed integer, but the operation has `nsw`
// -----

// A difference that must not wrap as an unsigned number is stored.
func.func @main(%a: i8 {warpline.input = "0"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i8
  %m = memref.alloca() : memref<1xi8>
  %difference = arith.subi %a, %one overflow<nuw> : i8
  memref.store %difference, %m[%zero] : memref<1xi8>
  return
}

// OUT: numbers_wrong.mlir:8:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:7:17: note: produced here: the result overflows as an unsigned integer, but the operation has `nuw`
// -----

// Poison as an address, after two more operations.
func.func @main(%a: index {warpline.input = "9223372036854775807"}) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %m = memref.alloca() : memref<1xi32>
  %far = arith.addi %a, %one overflow<nsw> : index
  %near = arith.muli %far, %zero : index
  %v = memref.load %m[%near] : memref<1xi32>
  return %v : i32
}

// OUT: numbers_wrong.mlir:9:8: warning[W0206]: the memory is read, but nothing writes it
// OUT: numbers_wrong.mlir:6:8: note: the buffer was allocated here
// OUT: numbers_wrong.mlir:9:8: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:7:10: note: produced here: the result overflows as a signed integer, but the operation has `nsw`
// -----

// Poison decides where to go.
func.func @main(%a: i8 {warpline.input = "100"}) -> i8 {
  %two = arith.constant 2 : i8
  %double = arith.muli %a, %two overflow<nsw> : i8
  %less = arith.cmpi slt, %double, %two : i8
  cf.cond_br %less, ^one, ^one
^one:
  return %a : i8
}

// OUT: numbers_wrong.mlir:7:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:5:13: note: produced here: the result overflows as a signed integer, but the operation has `nsw`
// -----

// One lane of the vector is poison.
func.func @main() {
  %a = arith.constant dense<[1, 9223372036854775807]> : vector<2xi64>
  %sum = arith.addi %a, %a overflow<nsw> : vector<2xi64>
  %m = memref.alloca() : memref<vector<2xi64>>
  memref.store %sum, %m[] : memref<vector<2xi64>>
  return
}

// OUT: numbers_wrong.mlir:7:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:5:10: note: produced here: the result overflows as a signed integer, but the operation has `nsw`
// -----

func.func @main(%a: i32 {warpline.input = "3"}) {
  %four = arith.constant 4 : i32
  %ok = arith.cmpi sge, %a, %four : i32
  cf.assert %ok, "the input is at least four"
  return
}

// OUT: numbers_wrong.mlir:5:3: error[E0501]: assertion failed: the input is at least four
// -----

// A number that must keep its value when it is made shorter.
func.func @main(%a: i32 {warpline.input = "200"}) -> i8 {
  %short = arith.trunci %a overflow<nsw> : i32 to i8
  return %short : i8
}

// OUT: numbers_wrong.mlir:5:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:4:12: note: produced here: the result overflows as a signed integer, but the operation has `nsw`
// -----

func.func @main(%a: i32 {warpline.input = "256"}) -> i8 {
  %short = arith.trunci %a overflow<nuw> : i32 to i8
  return %short : i8
}

// OUT: numbers_wrong.mlir:4:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:3:12: note: produced here: the result overflows as an unsigned integer, but the operation has `nuw`
// -----

// No element is at position 7.
func.func @main(%i: index {warpline.input = "7"}) {
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  %e = vector.extract %v[%i] : i32 from vector<2xi32>
  vector.print %e : i32
  return
}

// OUT: numbers_wrong.mlir:5:8: error[E0501]: expected a position below 2, but found 7
// -----

func.func @main(%i: index {warpline.input = "-1"}) {
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  %c = arith.constant 3 : i32
  %e = vector.insert %c, %v[%i] : i32 into vector<2xi32>
  vector.print %e : vector<2xi32>
  return
}

// OUT: numbers_wrong.mlir:5:8: error[E0501]: expected a position below 2, but found -1
// -----

// The inner digit of a number to the basis 10 is 12.
func.func @main(%digit: index {warpline.input = "12"}) -> index {
  %one = arith.constant 1 : index
  %n = affine.linearize_index disjoint [%one, %digit] by (4, 10) : index
  return %n : index
}

// OUT: numbers_wrong.mlir:5:8: error[E0501]: expected a digit from 0 to 9, but found 12
// -----

func.func @main(%digit: index {warpline.input = "9223372036854775807"}) -> index {
  %n = affine.linearize_index [%digit, %digit] by (4, 10) : index
  return %n : index
}

// OUT: numbers_wrong.mlir:4:3: error[E0501]: use of a poison value
// OUT: numbers_wrong.mlir:3:8: note: produced here: the affine expression overflows
