// RUN: roundtrip

func.func @forall_over_a_buffer(%m: memref<?x8xf32>, %n: index, %x: f32) {
  scf.forall (%i, %j) in (%n, 8) {
    memref.store %x, %m[%i, %j] : memref<?x8xf32>
  }
  scf.forall (%i) = (0) to (%n) step (2) {
    %zero = arith.constant 0 : index
    memref.store %x, %m[%i, %zero] : memref<?x8xf32>
  } {mapping = [#gpu.block<x>]}
  return
}

// OUT: module {
// OUT:   func.func @forall_over_a_buffer(%arg0: memref<?x8xf32>, %arg1: index, %arg2: f32) {
// OUT:     scf.forall (%arg3, %arg4) in (%arg1, 8) {
// OUT:       memref.store %arg2, %arg0[%arg3, %arg4] : memref<?x8xf32>
// OUT:     }
// OUT:     scf.forall (%arg3) = (0) to (%arg1) step (2) {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       memref.store %arg2, %arg0[%arg3, %c0] : memref<?x8xf32>
// OUT:     } {mapping = [#gpu.block<x>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @forall_with_results(%t: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<8xf32>
}

// OUT: module {
// OUT:   func.func @forall_with_results(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// OUT:     %0 = scf.forall (%arg1) in (8) shared_outs(%arg2 = %arg0) -> (tensor<8xf32>) {
// OUT:       scf.forall.in_parallel {
// OUT:       }
// OUT:     }
// OUT:     return %0 : tensor<8xf32>
// OUT:   }
// OUT: }
// -----

func.func @region_of_blocks(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^yes, ^no(%x : i32)
  ^yes:
    %one = arith.constant 1 : i32
    cf.br ^no(%one : i32)
  ^no(%y: i32):
    scf.yield %y : i32
  }
  scf.execute_region {
    scf.yield
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @region_of_blocks(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     %0 = scf.execute_region -> i32 {
// OUT:       cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
// OUT:     ^bb1:  // pred: ^bb0
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       cf.br ^bb2(%c1_i32 : i32)
// OUT:     ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     scf.execute_region {
// OUT:       scf.yield
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @cases(%i: index) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 {
    %x = arith.constant 10 : i32
    scf.yield %x : i32
  }
  case -5 {
    %x = arith.constant 20 : i32
    scf.yield %x : i32
  }
  default {
    %x = arith.constant 30 : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @cases(%arg0: index) -> i32 {
// OUT:     %0 = scf.index_switch %arg0 -> i32
// OUT:     case 2 {
// OUT:       %c10_i32 = arith.constant 10 : i32
// OUT:       scf.yield %c10_i32 : i32
// OUT:     }
// OUT:     case -5 {
// OUT:       %c20_i32 = arith.constant 20 : i32
// OUT:       scf.yield %c20_i32 : i32
// OUT:     }
// OUT:     default {
// OUT:       %c30_i32 = arith.constant 30 : i32
// OUT:       scf.yield %c30_i32 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @cases_of_blocks(%flag: i32, %x: f32, %y: f32) -> f32 {
  cf.switch %flag : i32, [
    default: ^end(%x : f32),
    42: ^end(%y : f32),
    -1: ^middle
  ]
^middle:
  cf.br ^end(%x : f32)
^end(%r: f32):
  return %r : f32
}

// OUT: module {
// OUT:   func.func @cases_of_blocks(%arg0: i32, %arg1: f32, %arg2: f32) -> f32 {
// OUT:     cf.switch %arg0 : i32, [
// OUT:       default: ^bb2(%arg1 : f32),
// OUT:       42: ^bb2(%arg2 : f32),
// OUT:       4294967295: ^bb1
// OUT:     ]
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     cf.br ^bb2(%arg1 : f32)
// OUT:   ^bb2(%0: f32):  // 3 preds: ^bb0, ^bb0, ^bb1
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @only_the_default(%flag: i64) {
  cf.switch %flag : i64, [
    default: ^end
  ]
^end:
  return
}

// OUT: module {
// OUT:   func.func @only_the_default(%arg0: i64) {
// OUT:     cf.switch %arg0 : i64, [
// OUT:       default: ^bb1]
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func private @twice(i32) -> i32
func.func @chosen(%x: i32) -> i32 {
  %f = func.constant @twice : (i32) -> i32
  %r = func.call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func private @twice(i32) -> i32
// OUT:   func.func @chosen(%arg0: i32) -> i32 {
// OUT:     %f = constant @twice : (i32) -> i32
// OUT:     %0 = call_indirect %f(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
