// RUN: opt --canonicalize --allow-unregistered-dialect

func.func @dead_iter(%n: index, %x: i32, %y: i32, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %x) -> (i32, i32, i32) {
    %s = arith.addi %b, %y : i32
    memref.store %s, %m[%i] : memref<?xi32>
    scf.yield %a, %s, %c : i32, i32, i32
  }
  return %r#1 : i32
}

// OUT: module {
// OUT:   func.func @dead_iter(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<?xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg2) -> (i32) {
// OUT:       %1 = arith.addi %arg5, %arg2 : i32
// OUT:       memref.store %1, %arg3[%arg4] : memref<?xi32>
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @unused_iter(%n: index, %x: i32, %y: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    memref.store %b, %m[%i] : memref<?xi32>
    %t = arith.addi %a, %y : i32
    %u = arith.muli %b, %y : i32
    scf.yield %t, %u : i32, i32
  }
  return
}

// OUT: module {
// OUT:   func.func @unused_iter(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<?xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0:2 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1, %arg6 = %arg2) -> (i32, i32) {
// OUT:       memref.store %arg6, %arg3[%arg4] : memref<?xi32>
// OUT:       %1 = arith.addi %arg5, %arg2 : i32
// OUT:       %2 = arith.muli %arg6, %arg2 : i32
// OUT:       scf.yield %1, %2 : i32, i32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dup_iter(%n: index, %x: i32, %y: i32, %m: memref<?xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    memref.store %b, %m[%i] : memref<?xi32>
    %u = arith.muli %b, %y : i32
    scf.yield %u, %u : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// OUT: module {
// OUT:   func.func @dup_iter(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<?xi32>) -> (i32, i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (i32) {
// OUT:       memref.store %arg5, %arg3[%arg4] : memref<?xi32>
// OUT:       %1 = arith.muli %arg5, %arg2 : i32
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return %0, %0 : i32, i32
// OUT:   }
// OUT: }
// -----

func.func @empty_for(%n: index, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %x) -> (i32) {
    scf.yield %y : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @empty_for(%arg0: index, %arg1: i32, %arg2: i32) -> i32 {
// OUT:     return %arg2 : i32
// OUT:   }
// OUT: }
// -----

func.func @one_trip(%m: memref<?xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c10 step %c5 iter_args(%a = %x) -> (i32) {
    memref.store %a, %m[%i] : memref<?xi32>
    %s = arith.addi %a, %a : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @one_trip(%arg0: memref<?xi32>, %arg1: i32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     memref.store %arg1, %arg0[%c0] : memref<?xi32>
// OUT:     %0 = arith.addi %arg1, %arg1 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @if_select(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    scf.yield %x, %y : i32, i32
  } else {
    %s = arith.addi %x, %y : i32
    scf.yield %y, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// OUT: module {
// OUT:   func.func @if_select(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// OUT:     %0 = arith.select %arg0, %arg1, %arg2 : i32
// OUT:     %1 = scf.if %arg0 -> (i32) {
// OUT:       scf.yield %arg2 : i32
// OUT:     } else {
// OUT:       %2 = arith.addi %arg1, %arg2 : i32
// OUT:       scf.yield %2 : i32
// OUT:     }
// OUT:     return %0, %1 : i32, i32
// OUT:   }
// OUT: }
// -----

func.func @if_combine(%c: i1) -> i32 {
  %a = scf.if %c -> i32 {
    %1 = "x.a"() : () -> i32
    scf.yield %1 : i32
  } else {
    %1 = "x.b"() : () -> i32
    scf.yield %1 : i32
  }
  %b = scf.if %c -> i32 {
    %1 = "x.c"(%a) : (i32) -> i32
    scf.yield %1 : i32
  } else {
    %1 = "x.d"() : () -> i32
    scf.yield %1 : i32
  }
  return %b : i32
}

// OUT: module {
// OUT:   func.func @if_combine(%arg0: i1) -> i32 {
// OUT:     %0 = scf.if %arg0 -> (i32) {
// OUT:       %1 = "x.a"() : () -> i32
// OUT:       %2 = "x.c"(%1) : (i32) -> i32
// OUT:       scf.yield %2 : i32
// OUT:     } else {
// OUT:       %1 = "x.b"() : () -> i32
// OUT:       %2 = "x.d"() : () -> i32
// OUT:       scf.yield %2 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @if_cond_yield(%c: i1) -> i1 {
  %t = arith.constant true
  %f = arith.constant false
  %r:2 = scf.if %c -> (i1, i1) {
    "x.a"() : () -> ()
    scf.yield %t, %f : i1, i1
  } else {
    "x.b"() : () -> ()
    scf.yield %f, %t : i1, i1
  }
  "x.u"(%r#1) : (i1) -> ()
  return %r#0 : i1
}

// OUT: module {
// OUT:   func.func @if_cond_yield(%arg0: i1) -> i1 {
// OUT:     %true = arith.constant true
// OUT:     %0 = arith.xori %arg0, %true : i1
// OUT:     scf.if %arg0 {
// OUT:       "x.a"() : () -> ()
// OUT:     } else {
// OUT:       "x.b"() : () -> ()
// OUT:     }
// OUT:     "x.u"(%0) : (i1) -> ()
// OUT:     return %arg0 : i1
// OUT:   }
// OUT: }
// -----

func.func @while_truth(%n: i32) -> i32 {
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = "x.c"(%a) : (i32) -> i1
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %d = "x.d"(%b, %b) : (i32, i32) -> i32
    scf.yield %d : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @while_truth(%arg0: i32) -> i32 {
// OUT:     %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// OUT:       %1 = "x.c"(%arg1) : (i32) -> i1
// OUT:       scf.condition(%1) %arg1 : i32
// OUT:     } do {
// OUT:     ^bb0(%arg1: i32):
// OUT:       %1 = "x.d"(%arg1, %arg1) : (i32, i32) -> i32
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @while_unused(%n: i32) -> i32 {
  %r:2 = scf.while (%a = %n) : (i32) -> (i32, i32) {
    %c = "x.c"(%a) : (i32) -> i1
    %z = arith.addi %a, %a : i32
    scf.condition(%c) %a, %z : i32, i32
  } do {
  ^bb0(%b: i32, %e: i32):
    %d = "x.d"(%b) : (i32) -> i32
    scf.yield %d : i32
  }
  return %r#0 : i32
}

// OUT: module {
// OUT:   func.func @while_unused(%arg0: i32) -> i32 {
// OUT:     %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// OUT:       %1 = "x.c"(%arg1) : (i32) -> i1
// OUT:       scf.condition(%1) %arg1 : i32
// OUT:     } do {
// OUT:     ^bb0(%arg1: i32):
// OUT:       %1 = "x.d"(%arg1) : (i32) -> i32
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @while_invariant(%n: i32, %m: i32) -> i32 {
  %r:2 = scf.while (%a = %n, %k = %m) : (i32, i32) -> (i32, i32) {
    %c = "x.c"(%a, %k) : (i32, i32) -> i1
    scf.condition(%c) %a, %k : i32, i32
  } do {
  ^bb0(%b: i32, %e: i32):
    %d = "x.d"(%b) : (i32) -> i32
    scf.yield %d, %m : i32, i32
  }
  return %r#0 : i32
}

// OUT: module {
// OUT:   func.func @while_invariant(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// OUT:       %1 = "x.c"(%arg2, %arg1) : (i32, i32) -> i1
// OUT:       scf.condition(%1) %arg2 : i32
// OUT:     } do {
// OUT:     ^bb0(%arg2: i32):
// OUT:       %1 = "x.d"(%arg2) : (i32) -> i32
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @while_dup(%n: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %n) : (i32) -> (i32, i32) {
    %c = "x.c"(%a) : (i32) -> i1
    %z = "x.z"() : () -> i32
    scf.condition(%c) %z, %z : i32, i32
  } do {
  ^bb0(%b: i32, %e: i32):
    %d = "x.d"(%b, %e) : (i32, i32) -> i32
    scf.yield %d : i32
  }
  return %r#0, %r#1 : i32, i32
}

// OUT: module {
// OUT:   func.func @while_dup(%arg0: i32) -> (i32, i32) {
// OUT:     %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// OUT:       %1 = "x.c"(%arg1) : (i32) -> i1
// OUT:       %2 = "x.z"() : () -> i32
// OUT:       scf.condition(%1) %2 : i32
// OUT:     } do {
// OUT:     ^bb0(%arg1: i32):
// OUT:       %1 = "x.d"(%arg1, %arg1) : (i32, i32) -> i32
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return %0, %0 : i32, i32
// OUT:   }
// OUT: }
// -----

func.func @while_if_down(%n: i32) -> i32 {
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = "x.c"(%a) : (i32) -> i1
    %z = scf.if %c -> i32 {
      %q = "x.q"(%a) : (i32) -> i32
      scf.yield %q : i32
    } else {
      scf.yield %a : i32
    }
    scf.condition(%c) %z : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @while_if_down(%arg0: i32) -> i32 {
// OUT:     %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// OUT:       %1 = "x.c"(%arg1) : (i32) -> i1
// OUT:       scf.condition(%1) %arg1 : i32
// OUT:     } do {
// OUT:     ^bb0(%arg1: i32):
// OUT:       %1 = "x.q"(%arg1) : (i32) -> i32
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @par(%m: memref<?x?xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i, %j, %k) = (%c0, %c0, %c3) to (%c1, %n, %n) step (%c1, %c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xi32>
    "x.u"(%k) : (index) -> ()
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c0, %n) step (%c1, %c1) {
    "x.v"(%i) : (index) -> ()
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      "x.w"(%i, %j) : (index, index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    "x.z"(%i) : (index) -> ()
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @par(%arg0: memref<?x?xi32>, %arg1: i32, %arg2: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     scf.parallel (%arg3, %arg4) = (%c0, %c3) to (%arg2, %arg2) step (%c1, %c1) {
// OUT:       memref.store %arg1, %arg0[%c0, %arg3] : memref<?x?xi32>
// OUT:       "x.u"(%arg4) : (index) -> ()
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg2, %arg2) step (%c1, %c1) {
// OUT:       "x.w"(%arg3, %arg4) : (index, index) -> ()
// OUT:       scf.reduce
// OUT:     }
// OUT:     "x.z"(%c0) : (index) -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @par_red(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x) -> i32 {
    %v = "x.z"(%i) : (index) -> i32
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @par_red(%arg0: i32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = "x.z"(%c0) : (index) -> i32
// OUT:     %1 = arith.addi %arg0, %0 : i32
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @index_switch(%m: memref<?xi32>, %x: i32, %y: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.index_switch %c1 -> i32
  case 0 {
    scf.yield %x : i32
  }
  case 1 {
    memref.store %x, %m[%c1] : memref<?xi32>
    scf.yield %y : i32
  }
  default {
    scf.yield %x : i32
  }
  %1 = scf.index_switch %c5 -> i32
  case 0 {
    scf.yield %y : i32
  }
  default {
    scf.yield %x : i32
  }
  return %0, %1 : i32, i32
}

// OUT: module {
// OUT:   func.func @index_switch(%arg0: memref<?xi32>, %arg1: i32, %arg2: i32) -> (i32, i32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     memref.store %arg1, %arg0[%c1] : memref<?xi32>
// OUT:     return %arg2, %arg1 : i32, i32
// OUT:   }
// OUT: }
// -----

func.func @index_switch_results(%i: index, %m: memref<i32>, %x: i32, %y: i32) -> (i32, i32) {
  %0:3 = scf.index_switch %i -> i32, i32, i32
  case 4 {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x, %x, %y : i32, i32, i32
  }
  default {
    scf.yield %y, %x, %x : i32, i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// OUT: module {
// OUT:   func.func @index_switch_results(%arg0: index, %arg1: memref<i32>, %arg2: i32, %arg3: i32) -> (i32, i32) {
// OUT:     %0 = scf.index_switch %arg0 -> i32
// OUT:     case 4 {
// OUT:       memref.store %arg2, %arg1[] : memref<i32>
// OUT:       scf.yield %arg2 : i32
// OUT:     }
// OUT:     default {
// OUT:       scf.yield %arg3 : i32
// OUT:     }
// OUT:     return %0, %arg2 : i32, i32
// OUT:   }
// OUT: }
// -----

func.func @execute_region(%c: i1, %m: memref<i32>, %x: i32, %y: i32) -> (i32, i32, i32) {
  %0 = scf.execute_region -> i32 {
    %s = arith.addi %x, %y : i32
    scf.yield %s : i32
  }
  %1 = scf.execute_region -> i32 no_inline {
    memref.store %x, %m[] : memref<i32>
    scf.yield %y : i32
  }
  %2 = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    memref.store %y, %m[] : memref<i32>
    scf.yield %x : i32
  ^b:
    scf.yield %y : i32
  }
  return %0, %1, %2 : i32, i32, i32
}

// OUT: module {
// OUT:   func.func @execute_region(%arg0: i1, %arg1: memref<i32>, %arg2: i32, %arg3: i32) -> (i32, i32, i32) {
// OUT:     %0 = arith.addi %arg2, %arg3 : i32
// OUT:     %1 = scf.execute_region -> i32 no_inline {
// OUT:       memref.store %arg2, %arg1[] : memref<i32>
// OUT:       scf.yield %arg3 : i32
// OUT:     }
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg3 : i32)
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     memref.store %arg3, %arg1[] : memref<i32>
// OUT:     cf.br ^bb2(%arg2 : i32)
// OUT:   ^bb2(%2: i32):  // 2 preds: ^bb0, ^bb1
// OUT:     return %0, %1, %2 : i32, i32, i32
// OUT:   }
// OUT: }
// -----

// Several blocks have no place in a branch.
func.func @execute_region_in_branch(%c: i1, %d: i1, %m: memref<i32>, %x: i32) {
  scf.if %d {
    scf.execute_region {
      cf.cond_br %c, ^a, ^b
    ^a:
      memref.store %x, %m[] : memref<i32>
      scf.yield
    ^b:
      scf.yield
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @execute_region_in_branch(%arg0: i1, %arg1: i1, %arg2: memref<i32>, %arg3: i32) {
// OUT:     scf.if %arg1 {
// OUT:       scf.execute_region {
// OUT:         cf.cond_br %arg0, ^bb1, ^bb2
// OUT:       ^bb1:  // pred: ^bb0
// OUT:         memref.store %arg3, %arg2[] : memref<i32>
// OUT:         scf.yield
// OUT:       ^bb2:  // pred: ^bb0
// OUT:         scf.yield
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @nested_with_results(%a: i1, %b: i1, %m: memref<i32>, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %0:2 = scf.if %a -> (i32, i32) {
    %1 = scf.if %b -> i32 {
      %2 = memref.load %m[] : memref<i32>
      memref.store %x, %m[] : memref<i32>
      scf.yield %2 : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %1, %x : i32, i32
  } else {
    scf.yield %y, %z : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
// The second sides differ.
func.func @nested_with_other_results(%a: i1, %b: i1, %m: memref<i32>, %x: i32, %y: i32, %z: i32) -> i32 {
  %0 = scf.if %a -> i32 {
    %1 = scf.if %b -> i32 {
      %2 = memref.load %m[] : memref<i32>
      memref.store %x, %m[] : memref<i32>
      scf.yield %2 : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %z : i32
  }
  return %0 : i32
}

// OUT: module {
// OUT:   func.func @nested_with_results(%arg0: i1, %arg1: i1, %arg2: memref<i32>, %arg3: i32, %arg4: i32, %arg5: i32) -> (i32, i32) {
// OUT:     %0 = arith.select %arg0, %arg3, %arg5 : i32
// OUT:     %1 = arith.andi %arg0, %arg1 : i1
// OUT:     %2 = scf.if %1 -> (i32) {
// OUT:       %3 = memref.load %arg2[] : memref<i32>
// OUT:       memref.store %arg3, %arg2[] : memref<i32>
// OUT:       scf.yield %3 : i32
// OUT:     } else {
// OUT:       scf.yield %arg4 : i32
// OUT:     }
// OUT:     return %2, %0 : i32, i32
// OUT:   }
// OUT:   func.func @nested_with_other_results(%arg0: i1, %arg1: i1, %arg2: memref<i32>, %arg3: i32, %arg4: i32, %arg5: i32) -> i32 {
// OUT:     %0 = scf.if %arg0 -> (i32) {
// OUT:       %1 = scf.if %arg1 -> (i32) {
// OUT:         %2 = memref.load %arg2[] : memref<i32>
// OUT:         memref.store %arg3, %arg2[] : memref<i32>
// OUT:         scf.yield %2 : i32
// OUT:       } else {
// OUT:         scf.yield %arg4 : i32
// OUT:       }
// OUT:       scf.yield %1 : i32
// OUT:     } else {
// OUT:       scf.yield %arg5 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @one_step_further(%lo: index, %m: memref<?xi32>, %x: i32) {
  %c4 = arith.constant 4 : index
  %hi = arith.addi %lo, %c4 overflow<nsw> : index
  scf.for %i = %lo to %hi step %c4 {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  // Where the sum wraps around, the loop does not run.
  %wraps = arith.addi %lo, %c4 : index
  scf.for %i = %lo to %wraps step %c4 {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}

// OUT: module {
// OUT:   func.func @one_step_further(%arg0: index, %arg1: memref<?xi32>, %arg2: i32) {
// OUT:     %c4 = arith.constant 4 : index
// OUT:     memref.store %arg2, %arg1[%arg0] : memref<?xi32>
// OUT:     %0 = arith.addi %arg0, %c4 : index
// OUT:     scf.for %arg3 = %arg0 to %0 step %c4 {
// OUT:       memref.store %arg2, %arg1[%arg3] : memref<?xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func private @effect()
func.func @carried_in_circles(%n: index, %s: index, %a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %r:4 = scf.for %i = %s to %n step %s iter_args(%0 = %a, %1 = %a, %2 = %a, %3 = %b) -> (i32, i32, i32, i32) {
    func.call @effect() : () -> ()
    scf.yield %1, %0, %3, %2 : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// OUT: module {
// OUT:   func.func private @effect()
// OUT:   func.func @carried_in_circles(%arg0: index, %arg1: index, %arg2: i32, %arg3: i32) -> (i32, i32, i32, i32) {
// OUT:     %0:2 = scf.for %arg4 = %arg1 to %arg0 step %arg1 iter_args(%arg5 = %arg2, %arg6 = %arg3) -> (i32, i32) {
// OUT:       func.call @effect() : () -> ()
// OUT:       scf.yield %arg6, %arg5 : i32, i32
// OUT:     }
// OUT:     return %arg2, %arg2, %0#0, %0#1 : i32, i32, i32, i32
// OUT:   }
// OUT: }
// -----

func.func @parallel_without_iterations(%lo: index, %hi: index, %s: index, %m: memref<?xf32>, %init: f32) -> f32 {
  %r = scf.parallel (%i, %j) = (%lo, %hi) to (%hi, %hi) step (%s, %s) init (%init) -> f32 {
    %v = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %t = arith.addf %x, %y : f32
      scf.reduce.return %t : f32
    }
  }
  return %r : f32
}

// OUT: module {
// OUT:   func.func @parallel_without_iterations(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<?xf32>, %arg4: f32) -> f32 {
// OUT:     return %arg4 : f32
// OUT:   }
// OUT: }
// -----

// A branch that moves behind the condition may yield what it had from the first region, which the condition passes on.
func.func private @touch()
func.func @moved_branch(%a: i1, %b: i1, %x: f32) -> f32 {
  %r:2 = scf.while (%v = %x) : (f32) -> (f32, f32) {
    %first = scf.if %a -> f32 {
      scf.yield %v : f32
    } else {
      func.call @touch() : () -> ()
      scf.yield %x : f32
    }
    %next:2 = scf.if %b -> (f32, f32) {
      func.call @touch() : () -> ()
      %zero = arith.constant 0.0 : f32
      scf.yield %first, %zero : f32, f32
    } else {
      scf.yield %v, %first : f32, f32
    }
    scf.condition(%b) %next#0, %next#1 : f32, f32
  } do {
  ^bb0(%v: f32, %w: f32):
    scf.yield %v : f32
  }
  return %r#1 : f32
}

// OUT: module {
// OUT:   func.func private @touch()
// OUT:   func.func @moved_branch(%arg0: i1, %arg1: i1, %arg2: f32) -> f32 {
// OUT:     %0 = scf.while (%arg3 = %arg2) : (f32) -> f32 {
// OUT:       %1 = arith.select %arg0, %arg3, %arg2 : f32
// OUT:       scf.if %arg0 {
// OUT:       } else {
// OUT:         func.call @touch() : () -> ()
// OUT:       }
// OUT:       scf.condition(%arg1) %1 : f32
// OUT:     } do {
// OUT:     ^bb0(%arg3: f32):
// OUT:       func.call @touch() : () -> ()
// OUT:       scf.yield %arg3 : f32
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
