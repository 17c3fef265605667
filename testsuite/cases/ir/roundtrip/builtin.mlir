// RUN: roundtrip

module @named attributes {t.key = "value"} {
  module @inner {
    func.func @f() {
      return
    }
  }
}
// -----

func.func @cast(%a: index) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : index to i64
  return %0 : i64
}

// OUT: module {
// OUT:   func.func @cast(%arg0: index) -> i64 {
// OUT:     %0 = builtin.unrealized_conversion_cast %arg0 : index to i64
// OUT:     return %0 : i64
// OUT:   }
// OUT: }
// -----

"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "generic"}> ({
  ^bb0(%x: i32, %c: i1):
    "cf.cond_br"(%c, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%y: i32):
    "func.return"(%y) : (i32) -> ()
  ^bb2:
    "func.return"(%x) : (i32) -> ()
  }) : () -> ()
}) {t.key} : () -> ()

// OUT: module attributes {t.key} {
// OUT:   func.func @generic(%arg0: i32, %arg1: i1) -> i32 {
// OUT:     cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2
// OUT:   ^bb1(%0: i32):  // pred: ^bb0
// OUT:     return %0 : i32
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
