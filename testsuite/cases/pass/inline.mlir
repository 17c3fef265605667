// RUN: opt --inline

func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @f(%a: i32) -> i32 {
  %0 = call @twice(%a) : (i32) -> i32
  %1 = call @twice(%0) : (i32) -> i32
  return %1 : i32
}

// OUT: module {
// OUT:   func.func @f(%arg0: i32) -> i32 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i32
// OUT:     %1 = arith.addi %0, %0 : i32
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @blocks(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.muli %x, %x : i32
  return %0 : i32
^b:
  %1 = arith.addi %x, %x : i32
  return %1 : i32
}
func.func @g(%c: i1, %a: i32) -> i32 {
  %0 = call @blocks(%c, %a) : (i1, i32) -> i32
  %1 = arith.subi %0, %a : i32
  return %1 : i32
}
func.func @h(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = func.call @blocks(%c, %a) : (i1, i32) -> i32
    scf.yield %0 : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @blocks(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     %0 = arith.muli %arg1, %arg1 : i32
// OUT:     return %0 : i32
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     %1 = arith.addi %arg1, %arg1 : i32
// OUT:     return %1 : i32
// OUT:   }
// OUT:   func.func @g(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     %0 = arith.muli %arg1, %arg1 : i32
// OUT:     cf.br ^bb3(%0 : i32)
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     %1 = arith.addi %arg1, %arg1 : i32
// OUT:     cf.br ^bb3(%1 : i32)
// OUT:   ^bb3(%2: i32):  // 2 preds: ^bb1, ^bb2
// OUT:     %3 = arith.subi %2, %arg1 : i32
// OUT:     return %3 : i32
// OUT:   }
// OUT:   func.func @h(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     %true = arith.constant true
// OUT:     %0 = scf.if %arg0 -> (i32) {
// OUT:       %1 = func.call @blocks(%true, %arg1) : (i1, i32) -> i32
// OUT:       scf.yield %1 : i32
// OUT:     } else {
// OUT:       scf.yield %arg1 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @rec(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = func.call @rec(%c, %x) : (i1, i32) -> i32
    scf.yield %0 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @r2(%c: i1, %x: i32) -> i32 {
  %0 = call @rec(%c, %x) : (i1, i32) -> i32
  return %0 : i32
}
func.func private @ext(i32) -> i32
func.func @r3(%x: i32) -> i32 {
  %0 = call @ext(%x) : (i32) -> i32
  return %0 : i32
}

// OUT: module {
// OUT:   func.func @rec(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     %true = arith.constant true
// OUT:     %0 = scf.if %arg0 -> (i32) {
// OUT:       %1 = func.call @rec(%true, %arg1) : (i1, i32) -> i32
// OUT:       scf.yield %1 : i32
// OUT:     } else {
// OUT:       scf.yield %arg1 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @r2(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     %0 = call @rec(%arg0, %arg1) : (i1, i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func private @ext(i32) -> i32
// OUT:   func.func @r3(%arg0: i32) -> i32 {
// OUT:     %0 = call @ext(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

// What @two_loads computes at its top level is a symbol there, and would be none in the loop.
func.func private @get() -> index
func.func private @load_at(%m: memref<?xf32>, %i: index) -> f32 {
  %x = affine.load %m[%i] : memref<?xf32>
  return %x : f32
}
func.func private @two_loads(%m: memref<?xf32>) -> f32 {
  %i = call @get() : () -> index
  %x = affine.load %m[%i] : memref<?xf32>
  return %x : f32
}
func.func private @loop_to(%m: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  return
}
func.func @calls_in_loops(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    %a = func.call @load_at(%m, %i) : (memref<?xf32>, index) -> f32
    %b = func.call @two_loads(%m) : (memref<?xf32>) -> f32
    %c = arith.addf %a, %b : f32
    func.call @loop_to(%m, %i, %c) : (memref<?xf32>, index, f32) -> ()
    func.call @loop_to(%m, %n, %c) : (memref<?xf32>, index, f32) -> ()
  }
  return
}

// OUT: module {
// OUT:   func.func private @get() -> index
// OUT:   func.func private @load_at(%arg0: memref<?xf32>, %arg1: index) -> f32 {
// OUT:     %0 = affine.load %arg0[symbol(%arg1)] : memref<?xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT:   func.func private @two_loads(%arg0: memref<?xf32>) -> f32 {
// OUT:     %0 = call @get() : () -> index
// OUT:     %1 = affine.load %arg0[symbol(%0)] : memref<?xf32>
// OUT:     return %1 : f32
// OUT:   }
// OUT:   func.func private @loop_to(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) {
// OUT:     affine.for %arg3 = 0 to %arg1 {
// OUT:       affine.store %arg2, %arg0[%arg3] : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @calls_in_loops(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     affine.for %arg2 = 0 to 10 {
// OUT:       %0 = func.call @load_at(%arg0, %arg2) : (memref<?xf32>, index) -> f32
// OUT:       %1 = func.call @two_loads(%arg0) : (memref<?xf32>) -> f32
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       func.call @loop_to(%arg0, %arg2, %2) : (memref<?xf32>, index, f32) -> ()
// OUT:       affine.for %arg3 = 0 to %arg1 {
// OUT:         affine.store %2, %arg0[%arg3] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func private @stays(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}
func.func private @may_go(%x: i32) -> i32 {
  return %x : i32
}
func.func @no_inline(%a: i32) -> (i32, i32, i32) {
  %0 = call @stays(%a) : (i32) -> i32
  %1 = call @may_go(%a) {no_inline} : (i32) -> i32
  %2 = call @may_go(%a) : (i32) -> i32
  return %0, %1, %2 : i32, i32, i32
}

// OUT: module {
// OUT:   func.func private @stays(%arg0: i32) -> i32 attributes {no_inline} {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func private @may_go(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func @no_inline(%arg0: i32) -> (i32, i32, i32) {
// OUT:     %0 = call @stays(%arg0) : (i32) -> i32
// OUT:     %1 = call @may_go(%arg0) {no_inline} : (i32) -> i32
// OUT:     return %0, %1, %arg0 : i32, i32, i32
// OUT:   }
// OUT: }
