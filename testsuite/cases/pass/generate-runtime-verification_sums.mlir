// RUN: opt --generate-runtime-verification --remarks=generate-runtime-verification

// The counter of a padded loop is at least 1 - %i and below 29 - %i, so that %i cancels in the first index. The second
// one is too far.
func.func @padded(%m: memref<28xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c28 = arith.constant 28 : index
  %c29 = arith.constant 29 : index
  scf.for %i = %c0 to %c28 step %c1 {
    %left = arith.subi %c1, %i : index
    %right = arith.subi %c29, %i : index
    %first = arith.maxsi %left, %c0 : index
    %end = arith.minsi %right, %c3 : index
    scf.for %k = %first to %end step %c1 {
      %place = arith.subi %k, %left : index
      %0 = memref.load %m[%place] : memref<28xf32>
      %next = arith.addi %place, %c1 : index
      memref.store %0, %m[%next] : memref<28xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @padded(%arg0: memref<28xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c28 = arith.constant 28 : index
// OUT:     %c29 = arith.constant 29 : index
// OUT:     scf.for %arg1 = %c0 to %c28 step %c1 {
// OUT:       %0 = arith.subi %c1, %arg1 : index
// OUT:       %1 = arith.subi %c29, %arg1 : index
// OUT:       %2 = arith.maxsi %0, %c0 : index
// OUT:       %3 = arith.minsi %1, %c3 : index
// OUT:       scf.for %arg2 = %2 to %3 step %c1 {
// OUT:         %4 = arith.subi %arg2, %0 : index
// OUT:         %5 = memref.load %arg0[%4] : memref<28xf32>
// OUT:         %6 = arith.addi %4, %c1 : index
// OUT:         %c28_0 = arith.constant 28 : index
// OUT:         %7 = arith.cmpi ult, %6, %c28_0 : index
// OUT:         cf.assert %7, "memref.store: index is out of bounds of dimension 0 of size 28, line 20" {rt.check = 0 : i64}
// OUT:         memref.store %5, %arg0[%6] : memref<28xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Of a select both values count, and the greater one of a maximum.
func.func @choices(%m: memref<8xf32>, %c: i1, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %i to %c4 step %c1 {
      %far = arith.subi %j, %i : index
      memref.store %v, %m[%far] : memref<8xf32>
      %back = arith.subi %i, %j : index
      %either = arith.select %c, %far, %back : index
      memref.store %v, %m[%either] : memref<8xf32>
      %more = arith.maxsi %far, %back : index
      memref.store %v, %m[%more] : memref<8xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @choices(%arg0: memref<8xf32>, %arg1: i1, %arg2: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     scf.for %arg3 = %c0 to %c4 step %c1 {
// OUT:       scf.for %arg4 = %arg3 to %c4 step %c1 {
// OUT:         %0 = arith.subi %arg4, %arg3 : index
// OUT:         memref.store %arg2, %arg0[%0] : memref<8xf32>
// OUT:         %1 = arith.subi %arg3, %arg4 : index
// OUT:         %2 = arith.select %arg1, %0, %1 : index
// OUT:         %c8 = arith.constant 8 : index
// OUT:         %3 = arith.cmpi ult, %2, %c8 : index
// OUT:         cf.assert %3, "memref.store: index is out of bounds of dimension 0 of size 8, line 13" {rt.check = 0 : i64}
// OUT:         memref.store %arg2, %arg0[%2] : memref<8xf32>
// OUT:         %4 = arith.maxsi %0, %1 : index
// OUT:         memref.store %arg2, %arg0[%4] : memref<8xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// %i + %n may wrap: the sum is not taken apart, and %n - %i is not known to be an index.
func.func @wraps(%m: memref<4xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %end = arith.addi %i, %n : index
    scf.for %j = %n to %end step %c1 {
      %place = arith.subi %j, %n : index
      memref.store %v, %m[%place] : memref<4xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @wraps(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     scf.for %arg3 = %c0 to %c4 step %c1 {
// OUT:       %0 = arith.addi %arg3, %arg1 : index
// OUT:       scf.for %arg4 = %arg1 to %0 step %c1 {
// OUT:         %1 = arith.subi %arg4, %arg1 : index
// OUT:         %c4_0 = arith.constant 4 : index
// OUT:         %2 = arith.cmpi ult, %1, %c4_0 : index
// OUT:         cf.assert %2, "memref.store: index is out of bounds of dimension 0 of size 4, line 11" {rt.check = 0 : i64}
// OUT:         memref.store %arg2, %arg0[%1] : memref<4xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
