// RUN: opt --mlir-print-debuginfo --allow-unregistered-dialect

#place = loc("x.c":5:6)
module {
  func.func @f(%a: i32 loc("arg"), %b: i32 loc(#place)) -> i32 {
    %0 = arith.addi %a, %b : i32 loc(callsite("foo" at "y.c":1:2))
    %1 = arith.addi %0, %b : i32 loc(fused<"m">["a", #place])
    cf.br ^bb1(%1 : i32) loc(unknown)
  ^bb1(%x: i32 loc("x"("z.c":1:1))):
    "t.op"() {l = loc("u.c":3:4 to 5:6), m = loc("u.c":3:4 to :9)} : () -> () loc(#end)
    return %x : i32 loc("r")
  } loc("f")
} loc("m")
#end = loc("end")

// OUT: #loc2 = loc("arg")
// OUT: #loc3 = loc("x.c":5:6)
// OUT: #loc8 = loc("z.c":1:1)
// OUT: #loc10 = loc("u.c":3:4 to 5:6)
// OUT: #loc11 = loc("u.c":3:4 to :9)
// OUT: #loc15 = loc("x"(#loc8))
// OUT: module {
// OUT:   func.func @f(%arg0: i32 loc("arg"), %arg1: i32 loc("x.c":5:6)) -> i32 {
// OUT:     %0 = arith.addi %arg0, %arg1 : i32 loc(#loc13)
// OUT:     %1 = arith.addi %0, %arg1 : i32 loc(#loc14)
// OUT:     cf.br ^bb1(%1 : i32) loc(#loc7)
// OUT:   ^bb1(%2: i32 loc("x"(#loc8))):  // pred: ^bb0
// OUT:     "t.op"() {l = #loc10, m = #loc11} : () -> () loc(#loc9)
// OUT:     return %2 : i32 loc(#loc12)
// OUT:   } loc(#loc1)
// OUT: } loc(#loc)
// OUT: #loc = loc("m")
// OUT: #loc1 = loc("f")
// OUT: #loc4 = loc("foo")
// OUT: #loc5 = loc("y.c":1:2)
// OUT: #loc6 = loc("a")
// OUT: #loc7 = loc(unknown)
// OUT: #loc9 = loc("end")
// OUT: #loc12 = loc("r")
// OUT: #loc13 = loc(callsite(#loc4 at #loc5))
// OUT: #loc14 = loc(fused<"m">[#loc6, #loc3])
// -----

// The same without aliases.
module {
  func.func private @f(i32) loc(fused["a", "b", unknown, "a"])
} loc("m"(unknown))

// OUT: module {
// OUT:   func.func private @f(i32) loc(#loc3)
// OUT: } loc(#loc)
// OUT: #loc = loc("m")
// OUT: #loc1 = loc("a")
// OUT: #loc2 = loc("b")
// OUT: #loc3 = loc(fused[#loc1, #loc2])
