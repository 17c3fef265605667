// RUN: opt --convert-scf-to-cf

// The cases are printed as bits, and read back as such.
func.func @sign(%i: index) -> i32 {
  %sign = scf.index_switch %i -> i32
  case -1 {
    %x = arith.constant 7 : i32
    scf.yield %x : i32
  }
  default {
    %x = arith.constant 8 : i32
    scf.yield %x : i32
  }
  return %sign : i32
}

// OUT: module {
// OUT:   func.func @sign(%arg0: index) -> i32 {
// OUT:     %0 = arith.index_cast %arg0 : index to i64
// OUT:     cf.switch %0 : i64, [
// OUT:       default: ^bb2,
// OUT:       18446744073709551615: ^bb1
// OUT:     ]
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     cf.br ^bb3(%c7_i32 : i32)
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     %c8_i32 = arith.constant 8 : i32
// OUT:     cf.br ^bb3(%c8_i32 : i32)
// OUT:   ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----
func.func @bits(%i: i64) {
  cf.switch %i : i64, [
    default: ^bb1,
    18446744073709551614: ^bb1
  ]
^bb1:
  return
}

// OUT: module {
// OUT:   func.func @bits(%arg0: i64) {
// OUT:     cf.switch %arg0 : i64, [
// OUT:       default: ^bb1,
// OUT:       18446744073709551614: ^bb1
// OUT:     ]
// OUT:   ^bb1:  // 2 preds: ^bb0, ^bb0
// OUT:     return
// OUT:   }
// OUT: }
