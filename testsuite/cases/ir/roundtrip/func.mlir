// RUN: roundtrip

func.func private @declared(i32, f32) -> i64
func.func public @attributes(%a: i32 {t.in = 1 : i32}, %b: f32) -> (i32 {t.out}) attributes {t.key} {
  return %a : i32
}
func.func @calls(%a: i32, %f: f32) -> (i64, i32) {
  %0 = func.call @declared(%a, %f) : (i32, f32) -> i64
  %1 = call @attributes(%a, %f) : (i32, f32) -> i32
  return %0, %1 : i64, i32
}
func.func @empty() {
  return
}

// OUT: module {
// OUT:   func.func private @declared(i32, f32) -> i64
// OUT:   func.func public @attributes(%arg0: i32 {t.in = 1 : i32}, %arg1: f32) -> (i32 {t.out}) attributes {t.key} {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func @calls(%arg0: i32, %arg1: f32) -> (i64, i32) {
// OUT:     %0 = call @declared(%arg0, %arg1) : (i32, f32) -> i64
// OUT:     %1 = call @attributes(%arg0, %arg1) : (i32, f32) -> i32
// OUT:     return %0, %1 : i64, i32
// OUT:   }
// OUT:   func.func @empty() {
// OUT:     return
// OUT:   }
// OUT: }
