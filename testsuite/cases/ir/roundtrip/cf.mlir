// RUN: roundtrip

func.func @cf(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  %k = arith.constant 7 : i32
  cf.assert %c, "message"
  cf.br ^bb3(%k : i32)
^bb3(%r: i32):
  return %r : i32
}

// OUT: module {
// OUT:   func.func @cf(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
// OUT:   ^bb1(%0: i32):  // pred: ^bb0
// OUT:     cf.br ^bb3(%0 : i32)
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     cf.assert %arg0, "message"
// OUT:     cf.br ^bb3(%c7_i32 : i32)
// OUT:   ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^done
^body:
  %next = arith.addi %i, %c1 : i32
  cf.br ^head(%next : i32)
^done:
  return
^unreached:
  cf.br ^done
}

// OUT: module {
// OUT:   func.func @loop(%arg0: i32) {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     cf.br ^bb1(%c0_i32 : i32)
// OUT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// OUT:     %1 = arith.cmpi slt, %0, %arg0 : i32
// OUT:     cf.cond_br %1, ^bb2, ^bb3
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     %2 = arith.addi %0, %c1_i32 : i32
// OUT:     cf.br ^bb1(%2 : i32)
// OUT:   ^bb3:  // 2 preds: ^bb1, ^bb4
// OUT:     return
// OUT:   ^bb4:  // no predecessors
// OUT:     cf.br ^bb3
// OUT:   }
// OUT: }
