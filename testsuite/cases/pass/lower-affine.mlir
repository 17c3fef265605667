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
// OUT:     %10 = arith.divui %9, %c4_0 : index
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
// -----

// Vectors, hints and digits.
func.func @vectors(%a: memref<64x64xf32>, %i: index) {
  %row:2 = affine.delinearize_index %i into (4, 16) : index, index
  affine.prefetch %a[%row#0 + 1, 0], read, locality<3>, data : memref<64x64xf32>
  %v = affine.vector_load %a[%i, %i * 8] : memref<64x64xf32>, vector<8xf32>
  affine.vector_store %v, %a[0, %i mod 4] : memref<64x64xf32>, vector<8xf32>
  return
}

// OUT: module {
// OUT:   func.func @vectors(%arg0: memref<64x64xf32>, %arg1: index) {
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = arith.floordivsi %arg1, %c16 : index
// OUT:     %1 = arith.remsi %arg1, %c16 : index
// OUT:     %2 = arith.cmpi slt, %1, %c0 : index
// OUT:     %3 = arith.addi %1, %c16 overflow<nsw> : index
// OUT:     %4 = arith.select %2, %3, %1 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %5 = arith.addi %0, %c1 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     memref.prefetch %arg0[%5, %c0_0], read, locality<3>, data : memref<64x64xf32>
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %6 = arith.muli %arg1, %c8 overflow<nsw> : index
// OUT:     %7 = vector.load %arg0[%arg1, %6] : memref<64x64xf32>, vector<8xf32>
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %8 = arith.remsi %arg1, %c4 : index
// OUT:     %c0_2 = arith.constant 0 : index
// OUT:     %9 = arith.cmpi slt, %8, %c0_2 : index
// OUT:     %10 = arith.addi %8, %c4 : index
// OUT:     %11 = arith.select %9, %10, %8 : index
// OUT:     vector.store %7, %arg0[%c0_1, %11] : memref<64x64xf32>, vector<8xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Transfers; the number of elements moves before the tag.
func.func @transfer(%a: memref<64xf32>, %b: memref<64xf32, 3>, %n: index) {
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 8 {
    affine.dma_start %a[%i * 8], %b[%i + 1], %tag[0], %n : memref<64xf32>, memref<64xf32, 3>, memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// OUT: module {
// OUT:   func.func @transfer(%arg0: memref<64xf32>, %arg1: memref<64xf32, 3>, %arg2: index) {
// OUT:     %alloc = memref.alloc() : memref<1xi32>
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.for %arg3 = %c0 to %c8 step %c1 {
// OUT:       %c8_0 = arith.constant 8 : index
// OUT:       %0 = arith.muli %arg3, %c8_0 overflow<nsw> : index
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %1 = arith.addi %arg3, %c1_1 : index
// OUT:       %c0_2 = arith.constant 0 : index
// OUT:       memref.dma_start %arg0[%0], %arg1[%1], %arg2, %alloc[%c0_2] : memref<64xf32>, memref<64xf32, 3>, memref<1xi32>
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       memref.dma_wait %alloc[%c0_3], %arg2 : memref<1xi32>
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<1xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A parallel loop of no dimension runs its body once.
func.func @once(%m: memref<4xi32>, %v: i32) {
  affine.parallel () = () to () {
    affine.store %v, %m[2] : memref<4xi32>
  }
  return
}

// OUT: module {
// OUT:   func.func @once(%arg0: memref<4xi32>, %arg1: i32) {
// OUT:     %c2 = arith.constant 2 : index
// OUT:     memref.store %arg1, %arg0[%c2] : memref<4xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A reduction of one value is that value.
func.func @sum_of_one(%m: memref<4xf32>) -> f32 {
  %sum = affine.parallel () = () to () reduce ("addf") -> (f32) {
    %v = affine.load %m[1] : memref<4xf32>
    affine.yield %v : f32
  }
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @sum_of_one(%arg0: memref<4xf32>) -> f32 {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = memref.load %arg0[%c1] : memref<4xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
