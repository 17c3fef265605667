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
