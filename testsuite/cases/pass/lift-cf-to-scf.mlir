// RUN: opt --lift-cf-to-scf

// A loop that tests first, as frontends write `for`.
func.func @counted(%n: index, %x: i32, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, i32)
^head(%i: index, %sum: i32):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %v = memref.load %m[%i] : memref<?xi32>
  %next_sum = arith.addi %sum, %v : i32
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %next_sum : index, i32)
^end:
  return %sum : i32
}

// A loop that tests last, and one that its second block leaves early.
func.func @tested_last(%x: i32) -> i32 {
  cf.br ^loop(%x : i32)
^loop(%i: i32):
  %c1 = arith.constant 1 : i32
  %next = arith.subi %i, %c1 : i32
  %c0 = arith.constant 0 : i32
  %more = arith.cmpi sgt, %next, %c0 : i32
  cf.cond_br %more, ^loop(%next : i32), ^end
^end:
  return %next : i32
}

func.func @left_early(%m: memref<?xi32>, %n: index, %key: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^look, ^end(%n : index)
^look:
  %v = memref.load %m[%i] : memref<?xi32>
  %found = arith.cmpi eq, %v, %key : i32
  cf.cond_br %found, ^end(%i : index), ^next
^next:
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^end(%at: index):
  return %at : index
}

// Branches: a choice, one that short-circuits, early returns and a switch.
func.func @choices(%a: i1, %b: i1, %k: i8, %x: i32, %y: i32) -> i32 {
  cf.cond_br %a, ^both, ^other
^both:
  cf.cond_br %b, ^yes, ^other
^yes:
  %s = arith.addi %x, %y : i32
  cf.br ^join(%s : i32)
^other:
  %d = arith.subi %x, %y : i32
  cf.br ^join(%d : i32)
^join(%r: i32):
  cf.switch %k : i8, [
    default: ^last(%r : i32),
    7: ^seven,
    -1: ^last(%x : i32)
  ]
^seven:
  %t = arith.muli %r, %r : i32
  return %t : i32
^last(%z: i32):
  return %z : i32
}

// A cycle with two entries.
func.func @entered_twice(%c: i1, %x: i32, %n: i32) -> i32 {
  cf.cond_br %c, ^first(%x : i32), ^second(%n : i32)
^first(%i: i32):
  %c2 = arith.constant 2 : i32
  %half = arith.divsi %i, %c2 : i32
  cf.br ^second(%half : i32)
^second(%j: i32):
  %c1 = arith.constant 1 : i32
  %less = arith.subi %j, %c1 : i32
  %more = arith.cmpi sgt, %less, %c1 : i32
  cf.cond_br %more, ^first(%less : i32), ^end
^end:
  return %less : i32
}

// A value of a type without constants is replaced by another one where it is undefined.
func.func @buffers(%c: i1, %a: memref<4xi32>, %b: memref<4xi32>, %n: index) -> memref<4xi32> {
  cf.cond_br %c, ^loop(%a, %n : memref<4xi32>, index), ^end(%b : memref<4xi32>)
^loop(%m: memref<4xi32>, %i: index):
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c1] : memref<4xi32>
  %zero = arith.constant 0 : i32
  %stop = arith.cmpi eq, %v, %zero : i32
  cf.cond_br %stop, ^end(%m : memref<4xi32>), ^next
^next:
  %j = arith.subi %i, %c1 : index
  %c0 = arith.constant 0 : index
  %done = arith.cmpi eq, %j, %c0 : index
  cf.cond_br %done, ^end(%b : memref<4xi32>), ^loop(%m, %j : memref<4xi32>, index)
^end(%r: memref<4xi32>):
  return %r : memref<4xi32>
}

// A loop that cannot end stays.
func.func @endless(%c: i1) {
  cf.cond_br %c, ^spin, ^end
^spin:
  cf.br ^spin
^end:
  return
}

// OUT: module {
// OUT:   func.func @counted(%arg0: index, %arg1: i32, %arg2: memref<?xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0:2 = scf.while (%arg3 = %c0, %arg4 = %arg1) : (index, i32) -> (index, i32) {
// OUT:       %1 = arith.cmpi slt, %arg3, %arg0 : index
// OUT:       scf.condition(%1) %arg3, %arg4 : index, i32
// OUT:     } do {
// OUT:     ^bb0(%arg3: index, %arg4: i32):
// OUT:       %1 = memref.load %arg2[%arg3] : memref<?xi32>
// OUT:       %2 = arith.addi %arg4, %1 : i32
// OUT:       %3 = arith.addi %arg3, %c1 : index
// OUT:       scf.yield %3, %2 : index, i32
// OUT:     }
// OUT:     return %0#1 : i32
// OUT:   }
// OUT:   func.func @tested_last(%arg0: i32) -> i32 {
// OUT:     %0:2 = scf.while (%arg1 = %arg0) : (i32) -> (i32, i32) {
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %1 = arith.subi %arg1, %c1_i32 : i32
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %2 = arith.cmpi sgt, %1, %c0_i32 : i32
// OUT:       scf.condition(%2) %1, %1 : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%arg1: i32, %arg2: i32):
// OUT:       scf.yield %arg1 : i32
// OUT:     }
// OUT:     return %0#1 : i32
// OUT:   }
// OUT:   func.func @left_early(%arg0: memref<?xi32>, %arg1: index, %arg2: i32) -> index {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0:2 = scf.while (%arg3 = %c0) : (index) -> (index, index) {
// OUT:       %1 = arith.cmpi slt, %arg3, %arg1 : index
// OUT:       %false = arith.constant false
// OUT:       %2:3 = scf.if %1 -> (i1, index, index) {
// OUT:         %3 = memref.load %arg0[%arg3] : memref<?xi32>
// OUT:         %4 = arith.cmpi eq, %3, %arg2 : i32
// OUT:         %false_0 = arith.constant false
// OUT:         %5:3 = scf.if %4 -> (i1, index, index) {
// OUT:           scf.yield %false_0, %arg3, %arg3 : i1, index, index
// OUT:         } else {
// OUT:           %6 = arith.addi %arg3, %c1 : index
// OUT:           %true = arith.constant true
// OUT:           %c0_1 = arith.constant 0 : index
// OUT:           scf.yield %true, %6, %c0_1 : i1, index, index
// OUT:         }
// OUT:         scf.yield %5#0, %5#1, %5#2 : i1, index, index
// OUT:       } else {
// OUT:         scf.yield %false, %arg3, %arg1 : i1, index, index
// OUT:       }
// OUT:       scf.condition(%2#0) %2#1, %2#2 : index, index
// OUT:     } do {
// OUT:     ^bb0(%arg3: index, %arg4: index):
// OUT:       scf.yield %arg3 : index
// OUT:     }
// OUT:     return %0#1 : index
// OUT:   }
// OUT:   func.func @choices(%arg0: i1, %arg1: i1, %arg2: i8, %arg3: i32, %arg4: i32) -> i32 {
// OUT:     %false = arith.constant false
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0:2 = scf.if %arg0 -> (i1, i32) {
// OUT:       %false_4 = arith.constant false
// OUT:       %c0_i32_5 = arith.constant 0 : i32
// OUT:       %5:2 = scf.if %arg1 -> (i1, i32) {
// OUT:         %6 = arith.addi %arg3, %arg4 : i32
// OUT:         %true = arith.constant true
// OUT:         scf.yield %true, %6 : i1, i32
// OUT:       } else {
// OUT:         scf.yield %false_4, %c0_i32_5 : i1, i32
// OUT:       }
// OUT:       scf.yield %5#0, %5#1 : i1, i32
// OUT:     } else {
// OUT:       scf.yield %false, %c0_i32 : i1, i32
// OUT:     }
// OUT:     %1 = scf.if %0#0 -> (i32) {
// OUT:       scf.yield %0#1 : i32
// OUT:     } else {
// OUT:       %5 = arith.subi %arg3, %arg4 : i32
// OUT:       scf.yield %5 : i32
// OUT:     }
// OUT:     %false_0 = arith.constant false
// OUT:     %c0_i32_1 = arith.constant 0 : i32
// OUT:     %false_2 = arith.constant false
// OUT:     %c0_i32_3 = arith.constant 0 : i32
// OUT:     %2 = arith.index_cast %arg2 : i8 to index
// OUT:     %3:3 = scf.index_switch %2 -> i1, i32, i32
// OUT:     case 7 {
// OUT:       %5 = arith.muli %1, %1 : i32
// OUT:       %true = arith.constant true
// OUT:       %c0_i32_4 = arith.constant 0 : i32
// OUT:       scf.yield %true, %c0_i32_4, %5 : i1, i32, i32
// OUT:     }
// OUT:     case -1 {
// OUT:       scf.yield %false_2, %arg3, %c0_i32_3 : i1, i32, i32
// OUT:     }
// OUT:     default {
// OUT:       scf.yield %false_0, %1, %c0_i32_1 : i1, i32, i32
// OUT:     }
// OUT:     %4 = scf.if %3#0 -> (i32) {
// OUT:       scf.yield %3#2 : i32
// OUT:     } else {
// OUT:       scf.yield %3#1 : i32
// OUT:     }
// OUT:     return %4 : i32
// OUT:   }
// OUT:   func.func @entered_twice(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// OUT:     %false = arith.constant false
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %true = arith.constant true
// OUT:     %c0_i32_0 = arith.constant 0 : i32
// OUT:     %0:3 = scf.if %arg0 -> (i1, i32, i32) {
// OUT:       scf.yield %false, %arg1, %c0_i32 : i1, i32, i32
// OUT:     } else {
// OUT:       scf.yield %true, %c0_i32_0, %arg2 : i1, i32, i32
// OUT:     }
// OUT:     %1:4 = scf.while (%arg3 = %0#0, %arg4 = %0#1, %arg5 = %0#2) : (i1, i32, i32) -> (i1, i32, i32, i32) {
// OUT:       %2:5 = scf.if %arg3 -> (i1, i1, i32, i32, i32) {
// OUT:         %c1_i32 = arith.constant 1 : i32
// OUT:         %3 = arith.subi %arg5, %c1_i32 : i32
// OUT:         %4 = arith.cmpi sgt, %3, %c1_i32 : i32
// OUT:         %false_1 = arith.constant false
// OUT:         %c0_i32_2 = arith.constant 0 : i32
// OUT:         %true_3 = arith.constant true
// OUT:         %c0_i32_4 = arith.constant 0 : i32
// OUT:         %false_5 = arith.constant false
// OUT:         %5:5 = scf.if %4 -> (i1, i1, i32, i32, i32) {
// OUT:           scf.yield %true_3, %false_1, %3, %c0_i32_2, %c0_i32_4 : i1, i1, i32, i32, i32
// OUT:         } else {
// OUT:           scf.yield %false_5, %arg3, %arg4, %arg5, %3 : i1, i1, i32, i32, i32
// OUT:         }
// OUT:         scf.yield %5#0, %5#1, %5#2, %5#3, %5#4 : i1, i1, i32, i32, i32
// OUT:       } else {
// OUT:         %c2_i32 = arith.constant 2 : i32
// OUT:         %3 = arith.divsi %arg4, %c2_i32 : i32
// OUT:         %true_1 = arith.constant true
// OUT:         %c0_i32_2 = arith.constant 0 : i32
// OUT:         %true_3 = arith.constant true
// OUT:         %c0_i32_4 = arith.constant 0 : i32
// OUT:         scf.yield %true_3, %true_1, %c0_i32_2, %3, %c0_i32_4 : i1, i1, i32, i32, i32
// OUT:       }
// OUT:       scf.condition(%2#0) %2#1, %2#2, %2#3, %2#4 : i1, i32, i32, i32
// OUT:     } do {
// OUT:     ^bb0(%arg3: i1, %arg4: i32, %arg5: i32, %arg6: i32):
// OUT:       scf.yield %arg3, %arg4, %arg5 : i1, i32, i32
// OUT:     }
// OUT:     return %1#3 : i32
// OUT:   }
// OUT:   func.func @buffers(%arg0: i1, %arg1: memref<4xi32>, %arg2: memref<4xi32>, %arg3: index) -> memref<4xi32> {
// OUT:     %0 = scf.if %arg0 -> (memref<4xi32>) {
// OUT:       %1:3 = scf.while (%arg4 = %arg1, %arg5 = %arg3) : (memref<4xi32>, index) -> (memref<4xi32>, index, memref<4xi32>) {
// OUT:         %c1 = arith.constant 1 : index
// OUT:         %2 = memref.load %arg4[%c1] : memref<4xi32>
// OUT:         %c0_i32 = arith.constant 0 : i32
// OUT:         %3 = arith.cmpi eq, %2, %c0_i32 : i32
// OUT:         %false = arith.constant false
// OUT:         %4:4 = scf.if %3 -> (i1, memref<4xi32>, index, memref<4xi32>) {
// OUT:           scf.yield %false, %arg4, %arg5, %arg4 : i1, memref<4xi32>, index, memref<4xi32>
// OUT:         } else {
// OUT:           %5 = arith.subi %arg5, %c1 : index
// OUT:           %c0 = arith.constant 0 : index
// OUT:           %6 = arith.cmpi eq, %5, %c0 : index
// OUT:           %true = arith.constant true
// OUT:           %false_0 = arith.constant false
// OUT:           %7:4 = scf.if %6 -> (i1, memref<4xi32>, index, memref<4xi32>) {
// OUT:             scf.yield %false_0, %arg4, %arg5, %arg2 : i1, memref<4xi32>, index, memref<4xi32>
// OUT:           } else {
// OUT:             scf.yield %true, %arg4, %5, %arg2 : i1, memref<4xi32>, index, memref<4xi32>
// OUT:           }
// OUT:           scf.yield %7#0, %7#1, %7#2, %7#3 : i1, memref<4xi32>, index, memref<4xi32>
// OUT:         }
// OUT:         scf.condition(%4#0) %4#1, %4#2, %4#3 : memref<4xi32>, index, memref<4xi32>
// OUT:       } do {
// OUT:       ^bb0(%arg4: memref<4xi32>, %arg5: index, %arg6: memref<4xi32>):
// OUT:         scf.yield %arg4, %arg5 : memref<4xi32>, index
// OUT:       }
// OUT:       scf.yield %1#2 : memref<4xi32>
// OUT:     } else {
// OUT:       scf.yield %arg2 : memref<4xi32>
// OUT:     }
// OUT:     return %0 : memref<4xi32>
// OUT:   }
// OUT:   func.func @endless(%arg0: i1) {
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // 2 preds: ^bb0, ^bb1
// OUT:     cf.br ^bb1
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A value that is not read behind an edge is a constant there, false for an i1.
func.func @not_read(%n: i32, %flag: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %no = arith.constant false
  cf.br ^head(%n : i32)
^head(%i: i32):
  %is_done = arith.cmpi sle, %i, %c0 : i32
  cf.cond_br %is_done, ^done, ^step
^step:
  %less = arith.subi %i, %c1 : i32
  %is_one = arith.cmpi eq, %less, %c1 : i32
  %both = arith.xori %is_one, %flag : i1
  cf.cond_br %both, ^early(%both : i1), ^head(%less : i32)
^early(%b: i1):
  return %b : i1
^done:
  return %no : i1
}

// OUT: module {
// OUT:   func.func @not_read(%arg0: i32, %arg1: i1) -> i1 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %false = arith.constant false
// OUT:     %0:3 = scf.while (%arg2 = %arg0) : (i32) -> (i32, i1, i1) {
// OUT:       %2 = arith.cmpi sle, %arg2, %c0_i32 : i32
// OUT:       %false_0 = arith.constant false
// OUT:       %false_1 = arith.constant false
// OUT:       %false_2 = arith.constant false
// OUT:       %3:4 = scf.if %2 -> (i1, i32, i1, i1) {
// OUT:         scf.yield %false_2, %arg2, %false_0, %false_1 : i1, i32, i1, i1
// OUT:       } else {
// OUT:         %4 = arith.subi %arg2, %c1_i32 : i32
// OUT:         %5 = arith.cmpi eq, %4, %c1_i32 : i32
// OUT:         %6 = arith.xori %5, %arg1 : i1
// OUT:         %true = arith.constant true
// OUT:         %true_3 = arith.constant true
// OUT:         %false_4 = arith.constant false
// OUT:         %false_5 = arith.constant false
// OUT:         %false_6 = arith.constant false
// OUT:         %7:4 = scf.if %6 -> (i1, i32, i1, i1) {
// OUT:           scf.yield %false_6, %arg2, %true, %6 : i1, i32, i1, i1
// OUT:         } else {
// OUT:           scf.yield %true_3, %4, %false_4, %false_5 : i1, i32, i1, i1
// OUT:         }
// OUT:         scf.yield %7#0, %7#1, %7#2, %7#3 : i1, i32, i1, i1
// OUT:       }
// OUT:       scf.condition(%3#0) %3#1, %3#2, %3#3 : i32, i1, i1
// OUT:     } do {
// OUT:     ^bb0(%arg2: i32, %arg3: i1, %arg4: i1):
// OUT:       scf.yield %arg2 : i32
// OUT:     }
// OUT:     %1 = scf.if %0#1 -> (i1) {
// OUT:       scf.yield %0#2 : i1
// OUT:     } else {
// OUT:       scf.yield %false : i1
// OUT:     }
// OUT:     return %1 : i1
// OUT:   }
// OUT: }
