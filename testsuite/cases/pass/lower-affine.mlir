// RUN: opt --lower-affine

func.func @loop(%a: memref<16xf32>, %n: index) {
  affine.for %i = 0 to %n step 2 {
    %v = affine.load %a[%i + 3] : memref<16xf32>
    affine.store %v, %a[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @loop(%arg0: memref<16xf32>, %arg1: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     scf.for %arg2 = %c0 to %arg1 step %c2 {
// OUT:       %c3 = arith.constant 3 : index
// OUT:       %0 = arith.addi %arg2, %c3 : index
// OUT:       %1 = memref.load %arg0[%0] : memref<16xf32>
// OUT:       memref.store %1, %arg0[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @bounds(%a: memref<16xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = max affine_map<(d0) -> (d0 - 4, 0)>(%n) to min affine_map<(d0) -> (d0 + 4, 16)>(%n) {
    affine.store %zero, %a[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @bounds(%arg0: memref<16xf32>, %arg1: index) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c-4 = arith.constant -4 : index
// OUT:     %0 = arith.addi %arg1, %c-4 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %1 = arith.maxsi %0, %c0 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %2 = arith.addi %arg1, %c4 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %3 = arith.minsi %2, %c16 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.for %arg2 = %1 to %3 step %c1 {
// OUT:       memref.store %cst, %arg0[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @divisions(%i: index) -> (index, index, index) {
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%i)
  %2 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
  return %0, %1, %2 : index, index, index
}

// OUT: module {
// OUT:   func.func @divisions(%arg0: index) -> (index, index, index) {
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c-1 = arith.constant -1 : index
// OUT:     %0 = arith.cmpi slt, %arg0, %c0 : index
// OUT:     %1 = arith.subi %c-1, %arg0 : index
// OUT:     %2 = arith.select %0, %1, %arg0 : index
// OUT:     %3 = arith.divsi %2, %c4 : index
// OUT:     %4 = arith.subi %c-1, %3 : index
// OUT:     %5 = arith.select %0, %4, %3 : index
// OUT:     %c4_0 = arith.constant 4 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %6 = arith.cmpi sle, %arg0, %c0_1 : index
// OUT:     %7 = arith.subi %c0_1, %arg0 : index
// OUT:     %8 = arith.subi %arg0, %c1 : index
// OUT:     %9 = arith.select %6, %7, %8 : index
// OUT:     %10 = arith.divsi %9, %c4_0 : index
// OUT:     %11 = arith.subi %c0_1, %10 : index
// OUT:     %12 = arith.addi %10, %c1 : index
// OUT:     %13 = arith.select %6, %11, %12 : index
// OUT:     %c4_2 = arith.constant 4 : index
// OUT:     %14 = arith.remsi %arg0, %c4_2 : index
// OUT:     %c0_3 = arith.constant 0 : index
// OUT:     %15 = arith.cmpi slt, %14, %c0_3 : index
// OUT:     %16 = arith.addi %14, %c4_2 : index
// OUT:     %17 = arith.select %15, %16, %14 : index
// OUT:     return %5, %13, %17 : index, index, index
// OUT:   }
// OUT: }
// -----

func.func @condition(%a: memref<16xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.if affine_set<(d0) : (d0 - 4 >= 0, d0 mod 2 == 0)>(%n) {
    affine.store %zero, %a[0] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @condition(%arg0: memref<16xf32>, %arg1: index) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c-4 = arith.constant -4 : index
// OUT:     %0 = arith.addi %arg1, %c-4 : index
// OUT:     %1 = arith.cmpi sge, %0, %c0 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %2 = arith.remsi %arg1, %c2 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %3 = arith.cmpi slt, %2, %c0_0 : index
// OUT:     %4 = arith.addi %2, %c2 : index
// OUT:     %5 = arith.select %3, %4, %2 : index
// OUT:     %6 = arith.cmpi eq, %5, %c0 : index
// OUT:     %7 = arith.andi %1, %6 : i1
// OUT:     scf.if %7 {
// OUT:       %c0_1 = arith.constant 0 : index
// OUT:       memref.store %cst, %arg0[%c0_1] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @parallel(%a: memref<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.parallel (%i, %j) = (0, 0) to (4, 8) step (1, 2) {
    affine.store %zero, %a[%i, %j] : memref<4x8xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @parallel(%arg0: memref<4x8xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     scf.parallel (%arg1, %arg2) = (%c0, %c0_0) to (%c4, %c8) step (%c1, %c2) {
// OUT:       memref.store %cst, %arg0[%arg1, %arg2] : memref<4x8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @least_and_greatest(%i: index, %j: index) -> (index, index) {
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1, 7)>(%i, %j)
  %1 = affine.max affine_map<(d0, d1) -> (d0, d1, 7)>(%i, %j)
  return %0, %1 : index, index
}

// OUT: module {
// OUT:   func.func @least_and_greatest(%arg0: index, %arg1: index) -> (index, index) {
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %0 = arith.minsi %arg0, %arg1 : index
// OUT:     %1 = arith.minsi %0, %c7 : index
// OUT:     %c7_0 = arith.constant 7 : index
// OUT:     %2 = arith.maxsi %arg0, %arg1 : index
// OUT:     %3 = arith.maxsi %2, %c7_0 : index
// OUT:     return %1, %3 : index, index
// OUT:   }
// OUT: }
