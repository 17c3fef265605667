// RUN: roundtrip --allow-unregistered-dialect

func.func @f(%a: i32, %b: f32) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  %1:2 = builtin.unrealized_conversion_cast to i32, i32 {a.b}
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i32, %arg1: f32) {
// OUT:     %0 = builtin.unrealized_conversion_cast %arg0 : i32 to f32
// OUT:     %1:2 = builtin.unrealized_conversion_cast to i32, i32 {a.b}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%a: i32, %b: f32) {
  %1:2 = builtin.unrealized_conversion_cast to i32, i32 {a.b}
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i32, %arg1: f32) {
// OUT:     %0:2 = builtin.unrealized_conversion_cast to i32, i32 {a.b}
// OUT:     return
// OUT:   }
// OUT: }
// -----

module @m attributes {a.b} {
  module @inner { func.func nested @x() { return } }
  module attributes {sym_visibility = "private"} { }
}

// OUT: module @m attributes {a.b} {
// OUT:   module @inner {
// OUT:     func.func nested @x() {
// OUT:       return
// OUT:     }
// OUT:   }
// OUT:   module attributes {sym_visibility = "private"} {
// OUT:   }
// OUT: }
// -----

func.func private @attributes() attributes {t.a, t.b = true, t.c = 7 : i8, t.d = -1 : index, t.e = 1.5 : f16, t.f = "x"}

// OUT: module {
// OUT:   func.func private @attributes() attributes {t.a, t.b = true, t.c = 7 : i8, t.d = -1 : index, t.e = 1.500000e+00 : f16, t.f = "x"}
// OUT: }
// -----

module @outer attributes {t.k} {
  module @inner {
    func.func nested @leaf() {
      return
    }
  }
}
