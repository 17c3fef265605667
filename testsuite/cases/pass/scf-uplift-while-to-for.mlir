// RUN: opt --scf-uplift-while-to-for

func.func @counted(%n: index, %x: i32, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %sum = %x) : (index, i32) -> (index, i32) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %sum : index, i32
  } do {
  ^bb0(%i: index, %sum: i32):
    %v = memref.load %m[%i] : memref<?xi32>
    %t = arith.addi %sum, %v : i32
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %t : index, i32
  }
  return %r#1 : i32
}

// The counter's last value, an unsigned bound on the left, and a value from outside.
func.func @last_value(%a: i32, %n: i32, %x: f32) -> (i32, f32) {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%i = %a) : (i32) -> (i32, f32) {
    %more = arith.cmpi ugt, %n, %i : i32
    scf.condition(%more) %i, %x : i32, f32
  } do {
  ^bb0(%i: i32, %y: f32):
    %next = arith.addi %c1, %i : i32
    scf.yield %next : i32
  }
  return %r#0, %r#1 : i32, f32
}

// A step of 4 needs a bound that the sum cannot wrap before.
func.func @steps(%a: i32, %n: i32, %m: memref<?xi32>) {
  %c4 = arith.constant 4 : i32
  %c100 = arith.constant 100 : i32
  %r = scf.while (%i = %a) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %c100 : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %at = arith.index_cast %i : i32 to index
    memref.store %i, %m[%at] : memref<?xi32>
    %next = arith.addi %i, %c4 : i32
    scf.yield %next : i32
  }
  %s = scf.while (%i = %a) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c4 overflow<nsw> : i32
    scf.yield %next : i32
  }
  %t = scf.while (%i = %a) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c4 : i32
    scf.yield %next : i32
  }
  return
}

// A step that the body computes stays where it is, and so does a counter of one bit, whose 1 is negative.
func.func @others(%n: i32, %b: i1) {
  %c0 = arith.constant 0 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %c1 = arith.constant 1 : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  %true = arith.constant true
  %s = scf.while (%i = %b) : (i1) -> i1 {
    %more = arith.cmpi slt, %i, %b : i1
    scf.condition(%more) %i : i1
  } do {
  ^bb0(%i: i1):
    %next = arith.addi %i, %true : i1
    scf.yield %next : i1
  }
  return
}

// OUT: module {
// OUT:   func.func @counted(%arg0: index, %arg1: i32, %arg2: memref<?xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1) -> (i32) {
// OUT:       %1 = memref.load %arg2[%arg3] : memref<?xi32>
// OUT:       %2 = arith.addi %arg4, %1 : i32
// OUT:       %3 = arith.addi %arg3, %c1 : index
// OUT:       scf.yield %2 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @last_value(%arg0: i32, %arg1: i32, %arg2: f32) -> (i32, f32) {
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     scf.for unsigned %arg3 = %arg0 to %arg1 step %c1_i32  : i32 {
// OUT:       %1 = arith.addi %c1_i32, %arg3 : i32
// OUT:     }
// OUT:     %0 = arith.maxui %arg0, %arg1 : i32
// OUT:     return %0, %arg2 : i32, f32
// OUT:   }
// OUT:   func.func @steps(%arg0: i32, %arg1: i32, %arg2: memref<?xi32>) {
// OUT:     %c4_i32 = arith.constant 4 : i32
// OUT:     %c100_i32 = arith.constant 100 : i32
// OUT:     scf.for %arg3 = %arg0 to %c100_i32 step %c4_i32  : i32 {
// OUT:       %1 = arith.index_cast %arg3 : i32 to index
// OUT:       memref.store %arg3, %arg2[%1] : memref<?xi32>
// OUT:       %2 = arith.addi %arg3, %c4_i32 : i32
// OUT:     }
// OUT:     scf.for %arg3 = %arg0 to %arg1 step %c4_i32  : i32 {
// OUT:       %1 = arith.addi %arg3, %c4_i32 overflow<nsw> : i32
// OUT:     }
// OUT:     %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// OUT:       %1 = arith.cmpi slt, %arg3, %arg1 : i32
// OUT:       scf.condition(%1) %arg3 : i32
// OUT:     } do {
// OUT:     ^bb0(%arg3: i32):
// OUT:       %1 = arith.addi %arg3, %c4_i32 : i32
// OUT:       scf.yield %1 : i32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @others(%arg0: i32, %arg1: i1) {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = scf.while (%arg2 = %c0_i32) : (i32) -> i32 {
// OUT:       %2 = arith.cmpi slt, %arg2, %arg0 : i32
// OUT:       scf.condition(%2) %arg2 : i32
// OUT:     } do {
// OUT:     ^bb0(%arg2: i32):
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %2 = arith.addi %arg2, %c1_i32 : i32
// OUT:       scf.yield %2 : i32
// OUT:     }
// OUT:     %true = arith.constant true
// OUT:     %1 = scf.while (%arg2 = %arg1) : (i1) -> i1 {
// OUT:       %2 = arith.cmpi slt, %arg2, %arg1 : i1
// OUT:       scf.condition(%2) %arg2 : i1
// OUT:     } do {
// OUT:     ^bb0(%arg2: i1):
// OUT:       %2 = arith.addi %arg2, %true : i1
// OUT:       scf.yield %2 : i1
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
