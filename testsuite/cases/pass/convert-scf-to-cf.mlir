// RUN: opt --convert-scf-to-cf

func.func @loop(%n: index, %x: i32, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    memref.store %a, %m[%i] : memref<?xi32>
    %s = arith.addi %a, %a : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @loop(%arg0: index, %arg1: i32, %arg2: memref<?xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     cf.br ^bb1(%c0, %arg1 : index, i32)
// OUT:   ^bb1(%0: index, %1: i32):  // 2 preds: ^bb0, ^bb2
// OUT:     %2 = arith.cmpi slt, %0, %arg0 : index
// OUT:     cf.cond_br %2, ^bb2, ^bb3
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     memref.store %1, %arg2[%0] : memref<?xi32>
// OUT:     %3 = arith.addi %1, %1 : i32
// OUT:     %4 = arith.addi %0, %c1 : index
// OUT:     cf.br ^bb1(%4, %3 : index, i32)
// OUT:   ^bb3:  // pred: ^bb1
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @branch(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %s = arith.addi %x, %y : i32
    scf.yield %s : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @branch(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     %0 = arith.addi %arg1, %arg2 : i32
// OUT:     cf.br ^bb3(%0 : i32)
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     cf.br ^bb3(%arg2 : i32)
// OUT:   ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
// OUT:     cf.br ^bb4
// OUT:   ^bb4:  // pred: ^bb3
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @nested(%c: i1, %n: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      scf.for %j = %c0 to %i step %c1 {
        memref.store %x, %m[%j] : memref<?xi32>
      }
    } else {
      memref.store %x, %m[%i] : memref<?xi32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @nested(%arg0: i1, %arg1: index, %arg2: memref<?xi32>, %arg3: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     cf.br ^bb1(%c0 : index)
// OUT:   ^bb1(%0: index):  // 2 preds: ^bb0, ^bb8
// OUT:     %1 = arith.cmpi slt, %0, %arg1 : index
// OUT:     cf.cond_br %1, ^bb2, ^bb9
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     cf.cond_br %arg0, ^bb3, ^bb7
// OUT:   ^bb3:  // pred: ^bb2
// OUT:     cf.br ^bb4(%c0 : index)
// OUT:   ^bb4(%2: index):  // 2 preds: ^bb3, ^bb5
// OUT:     %3 = arith.cmpi slt, %2, %0 : index
// OUT:     cf.cond_br %3, ^bb5, ^bb6
// OUT:   ^bb5:  // pred: ^bb4
// OUT:     memref.store %arg3, %arg2[%2] : memref<?xi32>
// OUT:     %4 = arith.addi %2, %c1 : index
// OUT:     cf.br ^bb4(%4 : index)
// OUT:   ^bb6:  // pred: ^bb4
// OUT:     cf.br ^bb8
// OUT:   ^bb7:  // pred: ^bb2
// OUT:     memref.store %arg3, %arg2[%0] : memref<?xi32>
// OUT:     cf.br ^bb8
// OUT:   ^bb8:  // 2 preds: ^bb6, ^bb7
// OUT:     %5 = arith.addi %0, %c1 : index
// OUT:     cf.br ^bb1(%5 : index)
// OUT:   ^bb9:  // pred: ^bb1
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @while(%n: i32) -> i32 {
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %d = arith.addi %b, %b : i32
    scf.yield %d : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @while(%arg0: i32) -> i32 {
// OUT:     cf.br ^bb1(%arg0 : i32)
// OUT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// OUT:     %1 = arith.cmpi slt, %0, %arg0 : i32
// OUT:     cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// OUT:   ^bb2(%2: i32):  // pred: ^bb1
// OUT:     %3 = arith.addi %2, %2 : i32
// OUT:     cf.br ^bb1(%3 : i32)
// OUT:   ^bb3:  // pred: ^bb1
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @dowhile(%n: i32) -> i32 {
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %a, %n : i32
    %d = arith.addi %a, %a : i32
    scf.condition(%c) %d : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @dowhile(%arg0: i32) -> i32 {
// OUT:     cf.br ^bb1(%arg0 : i32)
// OUT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// OUT:     %1 = arith.cmpi slt, %0, %arg0 : i32
// OUT:     %2 = arith.addi %0, %0 : i32
// OUT:     cf.cond_br %1, ^bb1(%2 : i32), ^bb2
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     return %2 : i32
// OUT:   }
// OUT: }
// -----

func.func @parallel(%n: index, %m: memref<?x?xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%f) -> f32 {
    %v = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %f, %m[%i, %i] : memref<?x?xf32>
    scf.reduce
  }
  return %r : f32
}

// OUT: module {
// OUT:   func.func @parallel(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     cf.br ^bb1(%c0, %arg2 : index, f32)
// OUT:   ^bb1(%0: index, %1: f32):  // 2 preds: ^bb0, ^bb5
// OUT:     %2 = arith.cmpi slt, %0, %arg0 : index
// OUT:     cf.cond_br %2, ^bb2, ^bb6
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     cf.br ^bb3(%c0, %1 : index, f32)
// OUT:   ^bb3(%3: index, %4: f32):  // 2 preds: ^bb2, ^bb4
// OUT:     %5 = arith.cmpi slt, %3, %arg0 : index
// OUT:     cf.cond_br %5, ^bb4, ^bb5
// OUT:   ^bb4:  // pred: ^bb3
// OUT:     %6 = memref.load %arg1[%0, %3] : memref<?x?xf32>
// OUT:     %7 = arith.addf %4, %6 : f32
// OUT:     %8 = arith.addi %3, %c1 : index
// OUT:     cf.br ^bb3(%8, %7 : index, f32)
// OUT:   ^bb5:  // pred: ^bb3
// OUT:     %9 = arith.addi %0, %c1 : index
// OUT:     cf.br ^bb1(%9, %4 : index, f32)
// OUT:   ^bb6:  // pred: ^bb1
// OUT:     cf.br ^bb7(%c0 : index)
// OUT:   ^bb7(%10: index):  // 2 preds: ^bb6, ^bb8
// OUT:     %11 = arith.cmpi slt, %10, %arg0 : index
// OUT:     cf.cond_br %11, ^bb8, ^bb9
// OUT:   ^bb8:  // pred: ^bb7
// OUT:     memref.store %arg2, %arg1[%10, %10] : memref<?x?xf32>
// OUT:     %12 = arith.addi %10, %c1 : index
// OUT:     cf.br ^bb7(%12 : index)
// OUT:   ^bb9:  // pred: ^bb7
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----

// The switch is on all bits of the index: the last case differs from the first one only above 32 bits.
func.func @index_switch(%i: index, %m: memref<i32>, %a: i32, %b: i32, %c: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 0 {
    memref.store %a, %m[] : memref<i32>
    scf.yield %a : i32
  }
  case 4294967296 {
    scf.yield %b : i32
  }
  default {
    scf.yield %c : i32
  }
  scf.index_switch %i
  default {
    memref.store %r, %m[] : memref<i32>
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @index_switch(%arg0: index, %arg1: memref<i32>, %arg2: i32, %arg3: i32, %arg4: i32) -> i32 {
// OUT:     %0 = arith.index_cast %arg0 : index to i64
// OUT:     cf.switch %0 : i64, [
// OUT:       default: ^bb3,
// OUT:       0: ^bb1,
// OUT:       4294967296: ^bb2
// OUT:     ]
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     memref.store %arg2, %arg1[] : memref<i32>
// OUT:     cf.br ^bb4(%arg2 : i32)
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     cf.br ^bb4(%arg3 : i32)
// OUT:   ^bb3:  // pred: ^bb0
// OUT:     cf.br ^bb4(%arg4 : i32)
// OUT:   ^bb4(%1: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
// OUT:     %2 = arith.index_cast %arg0 : index to i64
// OUT:     cf.switch %2 : i64, [
// OUT:       default: ^bb5]
// OUT:   ^bb5:  // pred: ^bb4
// OUT:     memref.store %1, %arg1[] : memref<i32>
// OUT:     cf.br ^bb6
// OUT:   ^bb6:  // pred: ^bb5
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @execute_region(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^x, ^y
  ^x:
    scf.yield %a : i32
  ^y:
    %s = scf.if %c -> i32 {
      scf.yield %b : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @execute_region(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// OUT:     cf.br ^bb1
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     cf.cond_br %arg0, ^bb2, ^bb3
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     cf.br ^bb8(%arg1 : i32)
// OUT:   ^bb3:  // pred: ^bb1
// OUT:     cf.cond_br %arg0, ^bb4, ^bb5
// OUT:   ^bb4:  // pred: ^bb3
// OUT:     cf.br ^bb6(%arg2 : i32)
// OUT:   ^bb5:  // pred: ^bb3
// OUT:     cf.br ^bb6(%arg1 : i32)
// OUT:   ^bb6(%0: i32):  // 2 preds: ^bb4, ^bb5
// OUT:     cf.br ^bb7
// OUT:   ^bb7:  // pred: ^bb6
// OUT:     cf.br ^bb8(%0 : i32)
// OUT:   ^bb8(%1: i32):  // 2 preds: ^bb2, ^bb7
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @forall(%n: index, %m: memref<?x?xf32>, %x: f32) {
  scf.forall (%i, %j) = (0, %n) to (4, 8) step (2, %n) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @forall(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     cf.br ^bb1(%c0 : index)
// OUT:   ^bb1(%0: index):  // 2 preds: ^bb0, ^bb5
// OUT:     %1 = arith.cmpi slt, %0, %c4 : index
// OUT:     cf.cond_br %1, ^bb2, ^bb6
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     cf.br ^bb3(%arg0 : index)
// OUT:   ^bb3(%2: index):  // 2 preds: ^bb2, ^bb4
// OUT:     %3 = arith.cmpi slt, %2, %c8 : index
// OUT:     cf.cond_br %3, ^bb4, ^bb5
// OUT:   ^bb4:  // pred: ^bb3
// OUT:     memref.store %arg2, %arg1[%0, %2] : memref<?x?xf32>
// OUT:     %4 = arith.addi %2, %arg0 : index
// OUT:     cf.br ^bb3(%4 : index)
// OUT:   ^bb5:  // pred: ^bb3
// OUT:     %5 = arith.addi %0, %c2 : index
// OUT:     cf.br ^bb1(%5 : index)
// OUT:   ^bb6:  // pred: ^bb1
// OUT:     return
// OUT:   }
// OUT: }
