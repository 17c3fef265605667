// RUN: opt --canonicalize

func.func @folds_constants() -> i32 {
  %a = arith.constant 40 : i32
  %b = arith.constant 2 : i32
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}

// OUT: module {
// OUT:   func.func @folds_constants() -> i32 {
// OUT:     %c42_i32 = arith.constant 42 : i32
// OUT:     return %c42_i32 : i32
// OUT:   }
// OUT: }
// -----

func.func @drops_identities(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = arith.addi %zero, %x : i32
  %1 = arith.muli %0, %one : i32
  return %1 : i32
}

// OUT: module {
// OUT:   func.func @drops_identities(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

// x + 0.0 is not x for x = -0.0.
func.func @keeps_float_zero(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = arith.addf %x, %zero : f32
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @keeps_float_zero(%arg0: f32) -> f32 {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = arith.addf %arg0, %cst : f32
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @keeps_division_by_zero(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %q = arith.divsi %x, %zero : i32
  return %q : i32
}

// OUT: module {
// OUT:   func.func @keeps_division_by_zero(%arg0: i32) -> i32 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.divsi %arg0, %c0_i32 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @inlines_known_branch(%a: memref<4xf32>) {
  %true = arith.constant true
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  scf.if %true {
    memref.store %zero, %a[%c0] : memref<4xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @inlines_known_branch(%arg0: memref<4xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     memref.store %cst, %arg0[%c0] : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @drops_dimension_of_one_trip(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c4) step (%c1, %c1) {
    memref.store %zero, %a[%j] : memref<4xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @drops_dimension_of_one_trip(%arg0: memref<4xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     scf.parallel (%arg1) = (%c0) to (%c4) step (%c1) {
// OUT:       memref.store %cst, %arg0[%arg1] : memref<4xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @drops_loop_without_trip(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c1 to %c0 step %c1 {
    memref.store %zero, %a[%i] : memref<4xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @drops_loop_without_trip(%arg0: memref<4xf32>) {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func private @callee(i32) -> i32
func.func @indirect(%x: i32) -> i32 {
  %f = func.constant @callee : (i32) -> i32
  %0 = func.call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// OUT: module {
// OUT:   func.func private @callee(i32) -> i32
// OUT:   func.func @indirect(%arg0: i32) -> i32 {
// OUT:     %0 = call @callee(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
