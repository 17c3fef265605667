// RUN: roundtrip

func.func @scf(%n: index, %x: f32, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %s = arith.addf %acc, %acc : f32
    scf.yield %s : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %z = arith.addi %i, %i : index
    } else {
      %z = arith.addi %i, %i : index
    }
  }
  %q = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %r : f32
  }
  %w:2 = scf.while (%a = %x, %k = %c0) : (f32, index) -> (f32, index) {
    %p = arith.cmpi ult, %k, %n : index
    scf.condition(%p) %a, %k : f32, index
  } do {
  ^bb0(%a: f32, %k: index):
    %k2 = arith.addi %k, %c1 : index
    scf.yield %a, %k2 : f32, index
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %z = arith.addi %i, %j : index
    scf.reduce
  }
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %m = arith.addf %a, %b : f32
      scf.reduce.return %m : f32
    }
  }
  return %q : f32
}

// OUT: module {
// OUT:   func.func @scf(%arg0: index, %arg1: f32, %arg2: i1) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1) -> (f32) {
// OUT:       %4 = arith.addf %arg4, %arg4 : f32
// OUT:       scf.yield %4 : f32
// OUT:     }
// OUT:     scf.for %arg3 = %c0 to %arg0 step %c1 {
// OUT:       scf.if %arg2 {
// OUT:         %4 = arith.addi %arg3, %arg3 : index
// OUT:       } else {
// OUT:         %4 = arith.addi %arg3, %arg3 : index
// OUT:       }
// OUT:     }
// OUT:     %1 = scf.if %arg2 -> (f32) {
// OUT:       scf.yield %arg1 : f32
// OUT:     } else {
// OUT:       scf.yield %0 : f32
// OUT:     }
// OUT:     %2:2 = scf.while (%arg3 = %arg1, %arg4 = %c0) : (f32, index) -> (f32, index) {
// OUT:       %4 = arith.cmpi ult, %arg4, %arg0 : index
// OUT:       scf.condition(%4) %arg3, %arg4 : f32, index
// OUT:     } do {
// OUT:     ^bb0(%arg3: f32, %arg4: index):
// OUT:       %4 = arith.addi %arg4, %c1 : index
// OUT:       scf.yield %arg3, %4 : f32, index
// OUT:     }
// OUT:     scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// OUT:       %4 = arith.addi %arg3, %arg4 : index
// OUT:       scf.reduce
// OUT:     }
// OUT:     %3 = scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) init (%arg1) -> f32 {
// OUT:       scf.reduce(%arg1 : f32) {
// OUT:       ^bb0(%arg4: f32, %arg5: f32):
// OUT:         %4 = arith.addf %arg4, %arg5 : f32
// OUT:         scf.reduce.return %4 : f32
// OUT:       }
// OUT:     }
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----

func.func @typed_loop(%a: i32, %b: i32) {
  %c1 = arith.constant 1 : i32
  scf.for %i = %a to %b step %c1 : i32 {
  }
  return
}

// OUT: module {
// OUT:   func.func @typed_loop(%arg0: i32, %arg1: i32) {
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     scf.for %arg2 = %arg0 to %arg1 step %c1_i32  : i32 {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @no_results(%n: index, %c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  scf.if %c {
  }
  return
}

// OUT: module {
// OUT:   func.func @no_results(%arg0: index, %arg1: i1) {
// OUT:     scf.while : () -> () {
// OUT:       scf.condition(%arg1)
// OUT:     } do {
// OUT:       scf.yield
// OUT:     }
// OUT:     scf.if %arg1 {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
