// RUN: opt --cse

func.func @merges_pure(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %x, %y : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// OUT: module {
// OUT:   func.func @merges_pure(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     %0 = arith.addi %arg0, %arg1 : i32
// OUT:     %1 = arith.muli %0, %0 : i32
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

// What the store changes must be loaded again.
func.func @keeps_loads(%a: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.load %a[%i] : memref<4xf32>
  memref.store %0, %a[%i] : memref<4xf32>
  %1 = memref.load %a[%i] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// OUT: module {
// OUT:   func.func @keeps_loads(%arg0: memref<4xf32>, %arg1: index) -> f32 {
// OUT:     %0 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     memref.store %0, %arg0[%arg1] : memref<4xf32>
// OUT:     %1 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     %2 = arith.addf %0, %1 : f32
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
// -----

// The value in the region is that outside; one inside is not seen outside.
func.func @looks_outward(%x: i32, %c: i1) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = scf.if %c -> (i32) {
    %2 = arith.addi %x, %x : i32
    %3 = arith.muli %x, %x : i32
    %4 = arith.subi %2, %3 : i32
    scf.yield %4 : i32
  } else {
    scf.yield %x : i32
  }
  %5 = arith.muli %x, %x : i32
  %6 = arith.addi %0, %1 : i32
  %7 = arith.addi %6, %5 : i32
  return %7 : i32
}

// OUT: module {
// OUT:   func.func @looks_outward(%arg0: i32, %arg1: i1) -> i32 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i32
// OUT:     %1 = scf.if %arg1 -> (i32) {
// OUT:       %5 = arith.muli %arg0, %arg0 : i32
// OUT:       %6 = arith.subi %0, %5 : i32
// OUT:       scf.yield %6 : i32
// OUT:     } else {
// OUT:       scf.yield %arg0 : i32
// OUT:     }
// OUT:     %2 = arith.muli %arg0, %arg0 : i32
// OUT:     %3 = arith.addi %0, %1 : i32
// OUT:     %4 = arith.addi %3, %2 : i32
// OUT:     return %4 : i32
// OUT:   }
// OUT: }
// -----

func.func @reads(%m: memref<4xf32>, %i: index, %v: f32) -> f32 {
  %a = memref.load %m[%i] : memref<4xf32>
  %b = memref.load %m[%i] : memref<4xf32>
  memref.store %v, %m[%i] : memref<4xf32>
  %c = memref.load %m[%i] : memref<4xf32>
  %d = arith.addf %a, %b : f32
  %e = arith.addf %d, %c : f32
  return %e : f32
}

// OUT: module {
// OUT:   func.func @reads(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) -> f32 {
// OUT:     %0 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     memref.store %arg2, %arg0[%arg1] : memref<4xf32>
// OUT:     %1 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     %2 = arith.addf %0, %0 : f32
// OUT:     %3 = arith.addf %2, %1 : f32
// OUT:     return %3 : f32
// OUT:   }
// OUT: }
// -----

func.func @dominated(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.muli %x, %x : i32
  cf.br ^e(%0 : i32)
^b:
  %1 = arith.addi %x, %x : i32
  cf.br ^d
^d:
  %2 = arith.addi %x, %x : i32
  %3 = arith.muli %x, %x : i32
  %4 = arith.addi %2, %3 : i32
  cf.br ^e(%4 : i32)
^e(%r: i32):
  %5 = arith.addi %x, %x : i32
  %6 = arith.addi %5, %r : i32
  return %6 : i32
}

// OUT: module {
// OUT:   func.func @dominated(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     %0 = arith.muli %arg1, %arg1 : i32
// OUT:     cf.br ^bb4(%0 : i32)
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     cf.br ^bb3
// OUT:   ^bb3:  // pred: ^bb2
// OUT:     %1 = arith.addi %arg1, %arg1 : i32
// OUT:     %2 = arith.muli %arg1, %arg1 : i32
// OUT:     %3 = arith.addi %1, %2 : i32
// OUT:     cf.br ^bb4(%3 : i32)
// OUT:   ^bb4(%4: i32):  // 2 preds: ^bb1, ^bb3
// OUT:     %5 = arith.addi %arg1, %arg1 : i32
// OUT:     %6 = arith.addi %5, %4 : i32
// OUT:     return %6 : i32
// OUT:   }
// OUT: }
// -----

func.func @scoped(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = arith.addi %x, %x : i32
    scf.yield %0 : i32
  } else {
    %1 = arith.addi %x, %x : i32
    scf.yield %1 : i32
  }
  %2 = arith.addi %x, %x : i32
  %3 = arith.addi %2, %r : i32
  return %3 : i32
}

// OUT: module {
// OUT:   func.func @scoped(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     %0 = scf.if %arg0 -> (i32) {
// OUT:       %3 = arith.addi %arg1, %arg1 : i32
// OUT:       scf.yield %3 : i32
// OUT:     } else {
// OUT:       %3 = arith.addi %arg1, %arg1 : i32
// OUT:       scf.yield %3 : i32
// OUT:     }
// OUT:     %1 = arith.addi %arg1, %arg1 : i32
// OUT:     %2 = arith.addi %1, %0 : i32
// OUT:     return %2 : i32
// OUT:   }
// OUT: }
// -----

func.func @dead(%x: i32) {
  %0 = arith.addi %x, %x : i32
  %1 = memref.alloc() : memref<4xi32>
  return
}

// OUT: module {
// OUT:   func.func @dead(%arg0: i32) {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @ifs(%c: i1, %m: memref<4xf32>, %i: index, %v: f32) -> f32 {
  %a = memref.load %m[%i] : memref<4xf32>
  scf.if %c {
    memref.store %v, %m[%i] : memref<4xf32>
  }
  %b = memref.load %m[%i] : memref<4xf32>
  %d = arith.addf %a, %b : f32
  return %d : f32
}

// OUT: module {
// OUT:   func.func @ifs(%arg0: i1, %arg1: memref<4xf32>, %arg2: index, %arg3: f32) -> f32 {
// OUT:     %0 = memref.load %arg1[%arg2] : memref<4xf32>
// OUT:     scf.if %arg0 {
// OUT:       memref.store %arg3, %arg1[%arg2] : memref<4xf32>
// OUT:     }
// OUT:     %1 = memref.load %arg1[%arg2] : memref<4xf32>
// OUT:     %2 = arith.addf %0, %1 : f32
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
