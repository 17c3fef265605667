// RUN: roundtrip --allow-unregistered-dialect

func.func @f(%c: i1, %a: i32) {
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i1, %arg1: i32) {
// OUT:     cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg1 : i32)
// OUT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func private @g(i32) -> i32
func.func @f(%b: i32, %c: i1) {
  %h = constant @g : (i32) -> i32
  %0 = call_indirect %h(%b) : (i32) -> i32
  %1 = func.call_indirect %h(%b) {a.b} : (i32) -> i32
  %2 = call @g(%b) {no_inline} : (i32) -> i32
  cf.assert %c, "a \22 b\n"
  cf.assert %c, "x" {a.b}
  cf.switch %b : i32, [
    default: ^bb1(%b : i32),
    42: ^bb2,
    43: ^bb1(%b : i32)
  ]
^bb1(%x: i32):
  cf.switch %b : i32, [
    default: ^bb2
  ] {a.b}
^bb2:
  cf.cond_br %c weights([3, 4]), ^bb3, ^bb3
^bb3:
  cf.br ^bb4 {a.b}
^bb4:
  cf.cond_br %c, ^bb1(%b : i32), ^bb2 {a.b}
}

// OUT: module {
// OUT:   func.func private @g(i32) -> i32
// OUT:   func.func @f(%arg0: i32, %arg1: i1) {
// OUT:     %f = constant @g : (i32) -> i32
// OUT:     %0 = call_indirect %f(%arg0) : (i32) -> i32
// OUT:     %1 = call_indirect %f(%arg0) {a.b} : (i32) -> i32
// OUT:     %2 = call @g(%arg0) {no_inline} : (i32) -> i32
// OUT:     cf.assert %arg1, "a \22 b\0A"
// OUT:     cf.assert %arg1, "x" {a.b}
// OUT:     cf.switch %arg0 : i32, [
// OUT:       default: ^bb1(%arg0 : i32),
// OUT:       42: ^bb2,
// OUT:       43: ^bb1(%arg0 : i32)
// OUT:     ]
// OUT:   ^bb1(%3: i32):  // 3 preds: ^bb0, ^bb0, ^bb4
// OUT:     cf.switch %arg0 : i32, [
// OUT:       default: ^bb2] {a.b}
// OUT:   ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb4
// OUT:     cf.cond_br %arg1 weights([3, 4]), ^bb3, ^bb3
// OUT:   ^bb3:  // 2 preds: ^bb2, ^bb2
// OUT:     cf.br ^bb4 {a.b}
// OUT:   ^bb4:  // pred: ^bb3
// OUT:     cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2 {a.b}
// OUT:   }
// OUT: }
// -----

func.func @same_target_twice(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  return
}

// OUT: module {
// OUT:   func.func @same_target_twice(%arg0: i1) {
// OUT:     cf.cond_br %arg0, ^bb1, ^bb1
// OUT:   ^bb1:  // 2 preds: ^bb0, ^bb0
// OUT:     return
// OUT:   }
// OUT: }
