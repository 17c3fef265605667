// RUN: run --device=interp

func.func @main(%a: i32 {warpline.input = "7"}, %b: i32 {warpline.input = "2"}) -> i32 {
  %q = arith.divui %a, %b : i32
  return %q : i32
}

// OUT: result 0: i32
// OUT:   count=1 min=3 max=3 sum=3.0 first=3
// OUT:   values: 3 (1 times)
// -----

// The remainder of the same operands exists.
func.func @main(%a: i8 {warpline.input = "-128"}, %b: i8 {warpline.input = "-1"}) -> i8 {
  %r = arith.remsi %a, %b : i8
  return %r : i8
}

// OUT: result 0: i8
// OUT:   count=1 min=0 max=0 sum=0.0 first=0
// OUT:   values: 0 (1 times)
// -----

func.func @main(%a: i32 {warpline.input = "1"}, %n: i32 {warpline.input = "31"}) -> i32 {
  %s = arith.shli %a, %n : i32
  return %s : i32
}

// OUT: result 0: i32
// OUT:   count=1 min=-2147483648 max=-2147483648 sum=-2147483648.0 first=-2147483648
// OUT:   values: -2147483648 (1 times)
// -----

func.func @main(%a: f32 {warpline.input = "127.9"}) -> i8 {
  %i = arith.fptosi %a : f32 to i8
  return %i : i8
}

// OUT: result 0: i8
// OUT:   count=1 min=127 max=127 sum=127.0 first=127
// OUT:   values: 127 (1 times)
// -----

// Without the promise the sum wraps.
func.func @main(%a: i8 {warpline.input = "127"}) -> i8 {
  %one = arith.constant 1 : i8
  %sum = arith.addi %a, %one : i8
  return %sum : i8
}

// OUT: result 0: i8
// OUT:   count=1 min=-128 max=-128 sum=-128.0 first=-128
// OUT:   values: -128 (1 times)
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

// OUT: result 0: i8
// OUT:   count=1 min=127 max=127 sum=127.0 first=127
// OUT:   values: 127 (1 times)
// -----

func.func @main(%a: i32 {warpline.input = "4"}) {
  %four = arith.constant 4 : i32
  %ok = arith.cmpi sge, %a, %four : i32
  cf.assert %ok, "the input is at least four"
  return
}
