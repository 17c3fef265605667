// RUN: run --device=interp

func.func @main(%a: i32 {warpline.input = "7"}, %b: i32 {warpline.input = "2"}) -> i32 {
  %q = arith.divui %a, %b : i32
  return %q : i32
}
// -----

// The remainder of the same operands exists.
func.func @main(%a: i8 {warpline.input = "-128"}, %b: i8 {warpline.input = "-1"}) -> i8 {
  %r = arith.remsi %a, %b : i8
  return %r : i8
}
// -----

func.func @main(%a: i32 {warpline.input = "1"}, %n: i32 {warpline.input = "31"}) -> i32 {
  %s = arith.shli %a, %n : i32
  return %s : i32
}
// -----

func.func @main(%a: f32 {warpline.input = "127.9"}) -> i8 {
  %i = arith.fptosi %a : f32 to i8
  return %i : i8
}
// -----

// Without the promise the sum wraps.
func.func @main(%a: i8 {warpline.input = "127"}) -> i8 {
  %one = arith.constant 1 : i8
  %sum = arith.addi %a, %one : i8
  return %sum : i8
}
// -----

// Poison that nobody observes: the selection takes the other value.
func.func @main(%a: i8 {warpline.input = "127"}) -> i8 {
  %one = arith.constant 1 : i8
  %yes = arith.constant true
  %sum = arith.addi %a, %one overflow<nsw> : i8
  %more = arith.muli %sum, %one : i8
  %chosen = arith.select %yes, %a, %more : i8
  return %chosen : i8
}
// -----

func.func @main(%a: i32 {warpline.input = "4"}) {
  %four = arith.constant 4 : i32
  %ok = arith.cmpi sge, %a, %four : i32
  cf.assert %ok, "the input is at least four"
  return
}
