// RUN: roundtrip --allow-unregistered-dialect

func.func @f(%c: i1) {
  scf.if %c {
    %0 = arith.constant 1 : i32
  }
  %0 = arith.constant 1 : i32
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i1) {
// OUT:     scf.if %arg0 {
// OUT:       %c1_i32_0 = arith.constant 1 : i32
// OUT:     }
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @loop_step_is_zero(%n: index) {
  %zero = arith.constant 0 : index
  scf.for %i = %n to %n step %zero {
  }
  return
}

// OUT: module {
// OUT:   func.func @loop_step_is_zero(%arg0: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     scf.for %arg1 = %arg0 to %arg0 step %c0 {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @for_0(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.for unsigned %k = %i to %i step %i {
  }
  return
}

// OUT: module {
// OUT:   func.func @for_0(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.for unsigned %arg4 = %arg1 to %arg1 step %arg1 {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @for_1(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.for unsigned %k = %b to %b step %b : i32 {
    scf.yield
  } {a.b}
  return
}

// OUT: module {
// OUT:   func.func @for_1(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.for unsigned %arg4 = %arg3 to %arg3 step %arg3  : i32 {
// OUT:     } {a.b}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @execute_region_2(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  %0 = scf.execute_region -> i32 {
    scf.yield %b : i32
  }
  return
}

// OUT: module {
// OUT:   func.func @execute_region_2(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     %0 = scf.execute_region -> i32 {
// OUT:       scf.yield %arg3 : i32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @execute_region_4(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  %1:2 = scf.execute_region -> (i32, i32) no_inline {
    scf.yield %b, %b : i32, i32
  }
  return
}

// OUT: module {
// OUT:   func.func @execute_region_4(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     %0:2 = scf.execute_region -> (i32, i32) no_inline {
// OUT:       scf.yield %arg3, %arg3 : i32, i32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @index_switch_5(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  %2 = scf.index_switch %i -> i32
  case 2 {
    scf.yield %b : i32
  }
  case -5 {
    scf.yield %b : i32
  }
  default {
    scf.yield %b : i32
  }
  return
}

// OUT: module {
// OUT:   func.func @index_switch_5(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     %0 = scf.index_switch %arg1 -> i32 
// OUT:     case 2 {
// OUT:       scf.yield %arg3 : i32
// OUT:     }
// OUT:     case -5 {
// OUT:       scf.yield %arg3 : i32
// OUT:     }
// OUT:     default {
// OUT:       scf.yield %arg3 : i32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @index_switch_6(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.index_switch %i
  default {
  }
  return
}

// OUT: module {
// OUT:   func.func @index_switch_6(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.index_switch %arg1 
// OUT:     default {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @index_switch_7(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.index_switch %i {a.b}
  case 1 {
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// OUT: module {
// OUT:   func.func @index_switch_7(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.index_switch %arg1 {a.b} 
// OUT:     case 1 {
// OUT:       scf.yield
// OUT:     }
// OUT:     default {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @forall_8(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  %3 = scf.forall (%x, %y) in (%i, 4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @forall_8(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     %0 = scf.forall (%arg4, %arg5) in (%arg1, 4) shared_outs(%arg6 = %arg2) -> (tensor<4xf32>) {
// OUT:       scf.forall.in_parallel {
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @forall_9(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.forall (%x) in (%i) {
  }
  return
}

// OUT: module {
// OUT:   func.func @forall_9(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.forall (%arg4) in (%arg1) {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @forall_10(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.forall (%x) = (0) to (%i) step (2) {
    scf.forall.in_parallel {
    }
  } {mapping = [#gpu.thread<x>]}
  return
}

// OUT: module {
// OUT:   func.func @forall_10(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.forall (%arg4) = (0) to (%arg1) step (2) {
// OUT:     } {mapping = [#gpu.thread<x>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @forall_11(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.forall (%x, %y) = (0, 0) to (4, %i) step (1, 1) {
  }
  return
}

// OUT: module {
// OUT:   func.func @forall_11(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.forall (%arg4, %arg5) in (4, %arg1) {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @forall_12(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.forall (%x, %y) = (%i, 0) to (4, %i) step (1, %i) {
  }
  return
}

// OUT: module {
// OUT:   func.func @forall_12(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.forall (%arg4, %arg5) = (%arg1, 0) to (4, %arg1) step (1, %arg1) {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @while_13(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// OUT: module {
// OUT:   func.func @while_13(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.while : () -> () {
// OUT:       scf.condition(%arg0)
// OUT:     } do {
// OUT:       scf.yield
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @parallel_15(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.parallel (%x) = (%i) to (%i) step (%i) {
    scf.reduce
  } {a.b}
  return
}

// OUT: module {
// OUT:   func.func @parallel_15(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.parallel (%arg4) = (%arg1) to (%arg1) step (%arg1) {
// OUT:       scf.reduce 
// OUT:     } {a.b}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @parallel_16(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  %5:2 = scf.parallel (%x) = (%i) to (%i) step (%i) init (%b, %i) -> (i32, index) {
    scf.reduce(%b, %x : i32, index) {
    ^bb0(%l: i32, %r: i32):
      scf.reduce.return %l : i32
    }, {
    ^bb0(%l: index, %r: index):
      scf.reduce.return %r : index
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @parallel_16(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     %0:2 = scf.parallel (%arg4) = (%arg1) to (%arg1) step (%arg1) init (%arg3, %arg1) -> (i32, index) {
// OUT:       scf.reduce(%arg3, %arg4 : i32, index) {
// OUT:       ^bb0(%arg5: i32, %arg6: i32):
// OUT:         scf.reduce.return %arg5 : i32
// OUT:       }, {
// OUT:       ^bb0(%arg5: index, %arg6: index):
// OUT:         scf.reduce.return %arg6 : index
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @if_17(%c: i1, %i: index, %t: tensor<4xf32>, %b: i32) {
  scf.if %c {
    scf.yield
  } else {
    scf.yield
  } {a.b}
  return
}

// OUT: module {
// OUT:   func.func @if_17(%arg0: i1, %arg1: index, %arg2: tensor<4xf32>, %arg3: i32) {
// OUT:     scf.if %arg0 {
// OUT:     } else {
// OUT:     } {a.b}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%c: i1, %i: index) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 0 : index
  %2 = arith.constant 1 : index
  %3 = arith.constant 1 : index
  scf.if %c {
    %4 = arith.constant 0 : index
    %5 = arith.constant 1 : index
    scf.if %c {
      %6 = arith.constant 0 : index
      %7 = arith.constant 7 : index
      %8 = arith.constant 7 : index
    }
  } else {
    %4 = arith.constant 0 : index
    %5 = arith.constant 1 : index
  }
  return
}
func.func @g() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 0 : index
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i1, %arg1: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c1_1 = arith.constant 1 : index
// OUT:     scf.if %arg0 {
// OUT:       %c0_2 = arith.constant 0 : index
// OUT:       %c1_3 = arith.constant 1 : index
// OUT:       scf.if %arg0 {
// OUT:         %c0_4 = arith.constant 0 : index
// OUT:         %c7 = arith.constant 7 : index
// OUT:         %c7_5 = arith.constant 7 : index
// OUT:       }
// OUT:     } else {
// OUT:       %c0_2 = arith.constant 0 : index
// OUT:       %c1_3 = arith.constant 1 : index
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @g() {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     return
// OUT:   }
// OUT: }
