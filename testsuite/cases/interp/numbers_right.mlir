// RUN: run --device=interp,cpu

func.func @main(%a: i32 {warpline.input = "7"}, %b: i32 {warpline.input = "2"}) -> i32 {
  %q = arith.divui %a, %b : i32
  return %q : i32
}

// OUT: result 0: i32 = 3
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// The remainder of the same operands exists.
func.func @main(%a: i8 {warpline.input = "-128"}, %b: i8 {warpline.input = "-1"}) -> i8 {
  %r = arith.remsi %a, %b : i8
  return %r : i8
}

// OUT: result 0: i8 = 0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

func.func @main(%a: i32 {warpline.input = "1"}, %n: i32 {warpline.input = "31"}) -> i32 {
  %s = arith.shli %a, %n : i32
  return %s : i32
}

// OUT: result 0: i32 = -2147483648
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

func.func @main(%a: f32 {warpline.input = "127.9"}) -> i8 {
  %i = arith.fptosi %a : f32 to i8
  return %i : i8
}

// OUT: result 0: i8 = 127
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Without the promise the sum wraps.
func.func @main(%a: i8 {warpline.input = "127"}) -> i8 {
  %one = arith.constant 1 : i8
  %sum = arith.addi %a, %one : i8
  return %sum : i8
}

// OUT: result 0: i8 = -128
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
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

// OUT: result 0: i8 = 127
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

func.func @main(%a: i32 {warpline.input = "4"}) {
  %four = arith.constant 4 : i32
  %ok = arith.cmpi sge, %a, %four : i32
  cf.assert %ok, "the input is at least four"
  return
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Sums and products that do not fit one number.
func.func @main() {
  %all = arith.constant -1 : i32
  %five = arith.constant 5 : i32
  %sum, %carry = arith.addui_extended %all, %five : i32, i1
  %low, %high = arith.mulsi_extended %all, %five : i32
  %ulow, %uhigh = arith.mului_extended %all, %five : i32
  vector.print %sum : i32
  vector.print %carry : i1
  vector.print %low : i32
  vector.print %high : i32
  vector.print %ulow : i32
  vector.print %uhigh : i32
  return
}

// OUT: 4
// OUT: 1
// OUT: -5
// OUT: -1
// OUT: -5
// OUT: 4
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// The same on the elements of a vector, and two functions at once.
func.func @main() {
  %v = arith.constant dense<[1, -1, 3]> : vector<3xi8>
  %w = arith.constant dense<[-1, -1, 0]> : vector<3xi8>
  %sums, %carries = arith.addui_extended %v, %w : vector<3xi8>, vector<3xi1>
  vector.print %sums : vector<3xi8>
  vector.print %carries : vector<3xi1>
  %zero = arith.constant 0.0 : f32
  %sin, %cos = math.sincos %zero : f32
  vector.print %sin : f32
  vector.print %cos : f32
  return
}

// OUT: ( 0, -2, 3 )
// OUT: ( 1, 1, 0 )
// OUT: 0
// OUT: 1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A scale is rounded to a power of two before it counts.
func.func @main() {
  %small = arith.constant 1.5 : f4E2M1FN
  %scale = arith.constant 4.0 : f8E8M0FNU
  %up = arith.scaling_extf %small, %scale : f4E2M1FN, f8E8M0FNU to f32
  vector.print %up : f32
  %six = arith.constant 6.0 : f32
  %down = arith.scaling_truncf %six, %scale : f32, f8E8M0FNU to f4E2M1FN
  %again = arith.extf %down : f4E2M1FN to f32
  vector.print %again : f32
  %rough = arith.constant 9.0 : f32
  %other = arith.scaling_extf %small, %rough : f4E2M1FN, f32 to f32
  vector.print %other : f32
  return
}

// OUT: 6
// OUT: 1.5
// OUT: 12
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Elements of tensors.
func.func @main() {
  %a = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %b = math.sqrt %a : tensor<2xf32>
  %c = arith.addf %a, %b : tensor<2xf32>
  %same = arith.cmpf oeq, %a, %b : tensor<2xf32>
  %d = arith.select %same, %c, %a : tensor<2xi1>, tensor<2xf32>
  vector.print str "done\n"
  return
}

// OUT: done
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A function that the runtime brings, as a value.
func.func private @printI64(i64)
func.func private @printNewline()
func.func @main() {
  %print = func.constant @printI64 : (i64) -> ()
  %end = func.constant @printNewline : () -> ()
  %seven = arith.constant 7 : i64
  func.call_indirect %print(%seven) : (i64) -> ()
  func.call_indirect %end() : () -> ()
  return
}

// OUT: 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
