// RUN: not run --device=interp

func.func @main(%n: i64 {warpline.input = "0"}) -> i64 {
  %a = arith.constant 5 : i128
  %zero = arith.extui %n : i64 to i128
  %q = arith.divui %a, %zero : i128
  %short = arith.trunci %q : i128 to i64
  return %short : i64
}

// OUT: wide_wrong.mlir:6:8: error[E0501]: division by zero
// -----

func.func @main(%n: i64 {warpline.input = "100"}) -> i64 {
  %a = arith.constant 5 : i100
  %count = arith.extui %n : i64 to i100
  %s = arith.shli %a, %count : i100
  %short = arith.trunci %s : i100 to i64
  return %short : i64
}

// OUT: wide_wrong.mlir:7:3: error[E0501]: use of a poison value
// OUT: wide_wrong.mlir:5:8: note: produced here: shift by the width of the type or more
// -----

// The product passes 127 bits.
func.func @main() -> i64 {
  %a = arith.constant 9223372036854775807 : i128
  %square = arith.muli %a, %a : i128
  %cube = arith.muli %square, %a overflow<nsw> : i128
  %short = arith.trunci %cube : i128 to i64
  return %short : i64
}

// OUT: wide_wrong.mlir:8:3: error[E0501]: use of a poison value
// OUT: wide_wrong.mlir:6:11: note: produced here: the result overflows as a signed integer, but the operation has `nsw`
// -----

func.func @main(%f: f64 {warpline.input = "1.0e300"}) -> i64 {
  %a = arith.fptosi %f : f64 to i128
  %short = arith.trunci %a : i128 to i64
  return %short : i64
}

// OUT: wide_wrong.mlir:5:3: error[E0501]: use of a poison value
// OUT: wide_wrong.mlir:3:8: note: produced here: the float does not fit the integer type
// -----

func.func @main() {
  %a = arith.constant dense<[-3, 4]> : vector<2xi128>
  return
}

// OUT: wide_wrong.mlir:3:8: error[E0501]: vectors and tensors of integers of more than 64 bits cannot be interpreted
// -----

func.func @main() {
  %a = arith.constant 4 : i128
  vector.print %a : i128
  return
}

// OUT: wide_wrong.mlir:4:3: error[E0501]: integers of more than 64 bits cannot be interpreted here
// -----

func.func @main() {
  %a = arith.constant 4 : i200
  return
}

// OUT: wide_wrong.mlir:3:8: error[E0501]: a constant of this type cannot be interpreted
