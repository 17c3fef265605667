// RUN: opt --loop-invariant-code-motion

func.func @simple(%n: index, %a: i32, %b: i32, %m: memref<?xi32>, %o: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.constant 7 : i32
    %0 = arith.muli %a, %b : i32
    %1 = arith.addi %0, %k : i32
    %2 = arith.divsi %a, %b : i32
    %3 = arith.divsi %a, %k : i32
    %ld = memref.load %o[%c0] : memref<4xi32>
    %4 = arith.addi %1, %2 : i32
    %5 = arith.addi %4, %3 : i32
    %6 = arith.addi %5, %ld : i32
    memref.store %6, %m[%i] : memref<?xi32>
  }
  return
}

// OUT: module {
// OUT:   func.func @simple(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<?xi32>, %arg4: memref<4xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     %0 = arith.muli %arg1, %arg2 : i32
// OUT:     %1 = arith.addi %0, %c7_i32 : i32
// OUT:     %2 = arith.divsi %arg1, %c7_i32 : i32
// OUT:     scf.for %arg5 = %c0 to %arg0 step %c1 {
// OUT:       %3 = arith.divsi %arg1, %arg2 : i32
// OUT:       %4 = memref.load %arg4[%c0] : memref<4xi32>
// OUT:       %5 = arith.addi %1, %3 : i32
// OUT:       %6 = arith.addi %5, %2 : i32
// OUT:       %7 = arith.addi %6, %4 : i32
// OUT:       memref.store %7, %arg3[%arg5] : memref<?xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @nest(%n: index, %a: i32, %b: i32, %m: memref<?xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %a, %b : i32
      %x = arith.addi %i, %c1 : index
      %q = scf.if %c -> i32 {
        %z = arith.addi %0, %a : i32
        scf.yield %z : i32
      } else {
        scf.yield %a : i32
      }
      memref.store %q, %m[%x] : memref<?xi32>
    }
  }
  affine.for %i = 0 to 10 {
    %0 = arith.muli %a, %b : i32
    affine.for %j = 0 to 10 {
      %1 = arith.muli %0, %b : i32
      %2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      memref.store %1, %m[%2] : memref<?xi32>
    }
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: module {
// OUT:   func.func @nest(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<?xi32>, %arg4: i1) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = arith.muli %arg1, %arg2 : i32
// OUT:     %1 = scf.if %arg4 -> (i32) {
// OUT:       %4 = arith.addi %0, %arg1 : i32
// OUT:       scf.yield %4 : i32
// OUT:     } else {
// OUT:       scf.yield %arg1 : i32
// OUT:     }
// OUT:     scf.for %arg5 = %c0 to %arg0 step %c1 {
// OUT:       %4 = arith.addi %arg5, %c1 : index
// OUT:       scf.for %arg6 = %c0 to %arg0 step %c1 {
// OUT:         memref.store %1, %arg3[%4] : memref<?xi32>
// OUT:       }
// OUT:     }
// OUT:     %2 = arith.muli %arg1, %arg2 : i32
// OUT:     %3 = arith.muli %2, %arg2 : i32
// OUT:     affine.for %arg5 = 0 to 10 {
// OUT:       %4 = affine.apply #map(%arg5)
// OUT:       affine.for %arg6 = 0 to 10 {
// OUT:         memref.store %3, %arg3[%4] : memref<?xi32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A division of a vector stays in a loop that may have no iteration, unless its divisor is a constant without zeros. So
// does a view at a position of the run. Poison moves.
func.func @maybe_never(%n: index, %v: vector<4xi32>, %m: memref<8xf32>, %o: index) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %thirds = arith.constant dense<[3, 5, 7, 9]> : vector<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%all = %v) -> vector<4xi32> {
    %a = arith.divui %v, %thirds : vector<4xi32>
    %b = arith.divui %a, %v : vector<4xi32>
    %s = arith.shli %b, %v : vector<4xi32>
    %t = arith.shli %v, %v : vector<4xi32>
    %sum = arith.addi %s, %t : vector<4xi32>
    %part = memref.subview %m[%o] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    %x = memref.load %part[%c0] : memref<4xf32, strided<[1], offset: ?>>
    memref.store %x, %m[%i] : memref<8xf32>
    scf.yield %sum : vector<4xi32>
  }
  return %r : vector<4xi32>
}

// OUT: module {
// OUT:   func.func @maybe_never(%arg0: index, %arg1: vector<4xi32>, %arg2: memref<8xf32>, %arg3: index) -> vector<4xi32> {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %cst = arith.constant dense<[3, 5, 7, 9]> : vector<4xi32>
// OUT:     %0 = arith.divui %arg1, %cst : vector<4xi32>
// OUT:     %1 = arith.shli %arg1, %arg1 : vector<4xi32>
// OUT:     %2 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (vector<4xi32>) {
// OUT:       %3 = arith.divui %0, %arg1 : vector<4xi32>
// OUT:       %4 = arith.shli %3, %arg1 : vector<4xi32>
// OUT:       %5 = arith.addi %4, %1 : vector<4xi32>
// OUT:       %subview = memref.subview %arg2[%arg3] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
// OUT:       %6 = memref.load %subview[%c0] : memref<4xf32, strided<[1], offset: ?>>
// OUT:       memref.store %6, %arg2[%arg4] : memref<8xf32>
// OUT:       scf.yield %5 : vector<4xi32>
// OUT:     }
// OUT:     return %2 : vector<4xi32>
// OUT:   }
// OUT: }
