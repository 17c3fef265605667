// RUN: opt --cpu-vectorize

// Neighbouring threads access neighbouring elements: vectors. What all threads share stays scalar.
gpu.module @k {
  func.func private @scale(%x: memref<?xf32>, %a: f32, %first: index) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %t = %c0 to %c64 step %c1 {
      %i = arith.addi %first, %t : index
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %a : f32
      memref.store %w, %x[%i] : memref<?xf32>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @scale(%arg0: memref<?xf32>, %arg1: f32, %arg2: index) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       scf.for %arg3 = %c0 to %c64 step %c16 {
// OUT:         %0 = arith.addi %arg2, %arg3 : index
// OUT:         %1 = vector.load %arg0[%0] : memref<?xf32>, vector<16xf32>
// OUT:         %2 = vector.broadcast %arg1 : f32 to vector<16xf32>
// OUT:         %3 = arith.mulf %1, %2 : vector<16xf32>
// OUT:         vector.store %3, %arg0[%0] : memref<?xf32>, vector<16xf32>
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// 39 threads: two vectors of 16, one of 4, and 3 threads; a vector that is alone needs no loop.
gpu.module @k {
  func.func private @odd(%x: memref<?xi32>) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c39 = arith.constant 39 : index
    scf.for %t = %c0 to %c39 step %c1 {
      %v = arith.index_cast %t : index to i32
      memref.store %v, %x[%t] : memref<?xi32>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @odd(%arg0: memref<?xi32>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       scf.for %arg1 = %c0 to %c32 step %c16 {
// OUT:         %0 = arith.index_cast %arg1 : index to i32
// OUT:         %1 = vector.broadcast %0 : i32 to vector<16xi32>
// OUT:         %cst_0 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi32>
// OUT:         %2 = arith.addi %1, %cst_0 : vector<16xi32>
// OUT:         vector.store %2, %arg0[%arg1] : memref<?xi32>, vector<16xi32>
// OUT:       }
// OUT:       %cst = arith.constant dense<[31, 32, 33, 34, 35, 36, 37, 38]> : vector<8xi32>
// OUT:       %c31 = arith.constant 31 : index
// OUT:       vector.store %cst, %arg0[%c31] : memref<?xi32>, vector<8xi32>
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A number of threads that is not known.
gpu.module @k {
  func.func private @any(%x: memref<?xf64>, %n: index) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      %v = memref.load %x[%t] : memref<?xf64>
      %w = math.sqrt %v : f64
      memref.store %w, %x[%t] : memref<?xf64>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @any(%arg0: memref<?xf64>, %arg1: index) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c-8 = arith.constant -8 : index
// OUT:       %0 = arith.andi %arg1, %c-8 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       scf.for %arg2 = %c0 to %0 step %c8 {
// OUT:         %1 = vector.load %arg0[%arg2] : memref<?xf64>, vector<8xf64>
// OUT:         %2 = math.sqrt %1 : vector<8xf64>
// OUT:         vector.store %2, %arg0[%arg2] : memref<?xf64>, vector<8xf64>
// OUT:       }
// OUT:       scf.for %arg2 = %0 to %arg1 step %c1 {
// OUT:         %1 = memref.load %arg0[%arg2] : memref<?xf64>
// OUT:         %2 = math.sqrt %1 : f64
// OUT:         memref.store %2, %arg0[%arg2] : memref<?xf64>
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A guard that holds for all threads of a vector but the last ones: these run one after the other.
gpu.module @k {
  func.func private @guarded(%x: memref<?xf32>, %n: index) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scf.for %t = %c0 to %c32 step %c1 {
      %in = arith.cmpi ult, %t, %n : index
      scf.if %in {
        %v = memref.load %x[%t] : memref<?xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %x[%t] : memref<?xf32>
      }
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @guarded(%arg0: memref<?xf32>, %arg1: index) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %0 = arith.minui %c32, %arg1 : index
// OUT:       %c-16 = arith.constant -16 : index
// OUT:       %1 = arith.andi %0, %c-16 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       scf.for %arg2 = %c0 to %1 step %c16 {
// OUT:         %2 = vector.load %arg0[%arg2] : memref<?xf32>, vector<16xf32>
// OUT:         %3 = arith.addf %2, %2 : vector<16xf32>
// OUT:         vector.store %3, %arg0[%arg2] : memref<?xf32>, vector<16xf32>
// OUT:       }
// OUT:       scf.for %arg2 = %1 to %0 step %c1 {
// OUT:         %2 = memref.load %arg0[%arg2] : memref<?xf32>
// OUT:         %3 = arith.addf %2, %2 : f32
// OUT:         memref.store %3, %arg0[%arg2] : memref<?xf32>
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Short sides without effects: both are computed.
gpu.module @k {
  func.func private @chosen(%x: memref<?xf32>) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %t = %c0 to %c8 step %c1 {
      %v = memref.load %x[%t] : memref<?xf32>
      %is_less = arith.cmpf olt, %v, %zero : f32
      %w = scf.if %is_less -> (f32) {
        %negated = arith.negf %v : f32
        scf.yield %negated : f32
      } else {
        scf.yield %v : f32
      }
      memref.store %w, %x[%t] : memref<?xf32>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @chosen(%arg0: memref<?xf32>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = vector.load %arg0[%c0] : memref<?xf32>, vector<8xf32>
// OUT:       %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// OUT:       %1 = arith.cmpf olt, %0, %cst : vector<8xf32>
// OUT:       %2 = arith.negf %0 : vector<8xf32>
// OUT:       %3 = arith.select %1, %2, %0 : vector<8xi1>, vector<8xf32>
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       vector.store %3, %arg0[%c0_0] : memref<?xf32>, vector<8xf32>
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Each thread adds up every 64th element from its own on: together as long as all threads have one.
gpu.module @k {
  func.func private @strided(%x: memref<?xf32>, %y: memref<64xf32>, %n: index) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    scf.for %t = %c0 to %c64 step %c1 {
      %sum = scf.for %i = %t to %n step %c64 iter_args(%before = %zero) -> (f32) {
        %v = memref.load %x[%i] : memref<?xf32>
        %after = arith.addf %before, %v : f32
        scf.yield %after : f32
      }
      memref.store %sum, %y[%t] : memref<64xf32>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @strided(%arg0: memref<?xf32>, %arg1: memref<64xf32>, %arg2: index) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %alloca = memref.alloca() : memref<16xf32>
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %c64_0 = arith.constant 64 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       scf.for %arg3 = %c0 to %c64_0 step %c16 {
// OUT:         %c15 = arith.constant 15 : index
// OUT:         %0 = arith.addi %arg3, %c15 : index
// OUT:         %1 = arith.cmpi slt, %arg3, %arg2 : index
// OUT:         %2 = arith.subi %arg2, %arg3 : index
// OUT:         %3 = arith.cmpi slt, %0, %arg2 : index
// OUT:         %4 = arith.subi %arg2, %0 : index
// OUT:         %5 = arith.cmpi sle, %arg3, %0 : index
// OUT:         %6 = arith.andi %1, %3 : i1
// OUT:         %7 = arith.andi %6, %5 : i1
// OUT:         %8 = arith.minui %2, %4 : index
// OUT:         %9 = arith.ceildivui %8, %c64 : index
// OUT:         %c0_1 = arith.constant 0 : index
// OUT:         %10 = arith.select %7, %9, %c0_1 : index
// OUT:         %11 = arith.muli %10, %c64 : index
// OUT:         %12 = arith.addi %arg3, %11 : index
// OUT:         %cst = arith.constant dense<0.000000e+00> : vector<16xf32>
// OUT:         %13 = scf.for %arg4 = %arg3 to %12 step %c64 iter_args(%arg5 = %cst) -> (vector<16xf32>) {
// OUT:           %22 = vector.load %arg0[%arg4] : memref<?xf32>, vector<16xf32>
// OUT:           %23 = arith.addf %arg5, %22 : vector<16xf32>
// OUT:           scf.yield %23 : vector<16xf32>
// OUT:         }
// OUT:         %14 = arith.addi %arg3, %11 : index
// OUT:         %15 = arith.addi %0, %11 : index
// OUT:         %16 = arith.cmpi sge, %14, %arg2 : index
// OUT:         %17 = arith.cmpi sge, %15, %arg2 : index
// OUT:         %18 = arith.andi %16, %17 : i1
// OUT:         %19 = arith.cmpi sle, %arg3, %0 : index
// OUT:         %20 = arith.andi %18, %19 : i1
// OUT:         %21 = scf.if %20 -> (vector<16xf32>) {
// OUT:           scf.yield %13 : vector<16xf32>
// OUT:         } else {
// OUT:           %c0_2 = arith.constant 0 : index
// OUT:           vector.store %13, %alloca[%c0_2] : memref<16xf32>, vector<16xf32>
// OUT:           %c0_3 = arith.constant 0 : index
// OUT:           %c16_4 = arith.constant 16 : index
// OUT:           %c1 = arith.constant 1 : index
// OUT:           scf.for %arg4 = %c0_3 to %c16_4 step %c1 {
// OUT:             %c1_6 = arith.constant 1 : index
// OUT:             %23 = arith.muli %arg4, %c1_6 : index
// OUT:             %24 = arith.addi %arg3, %23 : index
// OUT:             %25 = arith.addi %24, %11 : index
// OUT:             %26 = memref.load %alloca[%arg4] : memref<16xf32>
// OUT:             %27 = scf.for %arg5 = %25 to %arg2 step %c64 iter_args(%arg6 = %26) -> (f32) {
// OUT:               %28 = memref.load %arg0[%arg5] : memref<?xf32>
// OUT:               %29 = arith.addf %arg6, %28 : f32
// OUT:               scf.yield %29 : f32
// OUT:             }
// OUT:             memref.store %27, %alloca[%arg4] : memref<16xf32>
// OUT:           }
// OUT:           %c0_5 = arith.constant 0 : index
// OUT:           %22 = vector.load %alloca[%c0_5] : memref<16xf32>, vector<16xf32>
// OUT:           scf.yield %22 : vector<16xf32>
// OUT:         }
// OUT:         vector.store %21, %arg1[%arg3] : memref<64xf32>, vector<16xf32>
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A loop that threads leave at different times runs until the last one has left it.
gpu.module @k {
  func.func private @halvings(%x: memref<16xi32>) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %t = %c0 to %c16 step %c1 {
      %v = memref.load %x[%t] : memref<16xi32>
      %last:2 = scf.while (%rest = %v, %count = %none) : (i32, i32) -> (i32, i32) {
        %more = arith.cmpi ugt, %rest, %one : i32
        scf.condition(%more) %rest, %count : i32, i32
      } do {
      ^bb0(%rest: i32, %count: i32):
        %half = arith.shrui %rest, %one : i32
        %next = arith.addi %count, %one : i32
        scf.yield %half, %next : i32, i32
      }
      memref.store %last#1, %x[%t] : memref<16xi32>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @halvings(%arg0: memref<16xi32>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = vector.load %arg0[%c0] : memref<16xi32>, vector<16xi32>
// OUT:       %cst = arith.constant dense<0> : vector<16xi32>
// OUT:       %cst_0 = arith.constant dense<0> : vector<16xi32>
// OUT:       %cst_1 = arith.constant dense<true> : vector<16xi1>
// OUT:       %1:5 = scf.while (%arg1 = %0, %arg2 = %c0_i32, %arg3 = %cst, %arg4 = %cst_0, %arg5 = %cst_1) : (vector<16xi32>, i32, vector<16xi32>, vector<16xi32>, vector<16xi1>) -> (vector<16xi32>, i32, vector<16xi32>, vector<16xi32>, vector<16xi1>) {
// OUT:         %cst_3 = arith.constant dense<1> : vector<16xi32>
// OUT:         %2 = arith.cmpi ugt, %arg1, %cst_3 : vector<16xi32>
// OUT:         %3 = arith.andi %arg5, %2 : vector<16xi1>
// OUT:         %4 = arith.select %arg5, %arg1, %arg3 : vector<16xi1>, vector<16xi32>
// OUT:         %5 = vector.broadcast %arg2 : i32 to vector<16xi32>
// OUT:         %6 = arith.select %arg5, %5, %arg4 : vector<16xi1>, vector<16xi32>
// OUT:         %7 = vector.reduction <or>, %3 : vector<16xi1> into i1
// OUT:         scf.condition(%7) %arg1, %arg2, %4, %6, %3 : vector<16xi32>, i32, vector<16xi32>, vector<16xi32>, vector<16xi1>
// OUT:       } do {
// OUT:       ^bb0(%arg1: vector<16xi32>, %arg2: i32, %arg3: vector<16xi32>, %arg4: vector<16xi32>, %arg5: vector<16xi1>):
// OUT:         %cst_3 = arith.constant dense<1> : vector<16xi32>
// OUT:         %2 = arith.shrui %arg1, %cst_3 : vector<16xi32>
// OUT:         %3 = arith.addi %arg2, %c1_i32 : i32
// OUT:         scf.yield %2, %3, %arg3, %arg4, %arg5 : vector<16xi32>, i32, vector<16xi32>, vector<16xi32>, vector<16xi1>
// OUT:       }
// OUT:       %c0_2 = arith.constant 0 : index
// OUT:       vector.store %1#3, %arg0[%c0_2] : memref<16xi32>, vector<16xi32>
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Reads at any address, updates and narrow numbers are repeated for each lane.
gpu.module @k {
  func.func private @each(%x: memref<?xi32>, %table: memref<?xf32>, %bytes: memref<?xi8>, %y: memref<?xf32>) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %low = arith.constant 3 : i32
    scf.for %t = %c0 to %c4 step %c1 {
      %v = memref.load %x[%t] : memref<?xi32>
      %a = arith.xori %v, %low : i32
      %b = arith.andi %a, %low : i32
      %c = arith.addi %b, %a : i32
      %d = arith.muli %c, %a : i32
      %e = arith.muli %d, %a : i32
      %i = arith.index_cast %e : i32 to index
      %w = memref.load %table[%i] : memref<?xf32>
      %s = arith.mulf %w, %w : f32
      %q = arith.mulf %s, %w : f32
      %p = arith.addf %q, %w : f32
      %r = arith.addf %p, %w : f32
      %o = arith.subf %r, %s : f32
      %m = arith.mulf %o, %r : f32
      %n = arith.mulf %m, %r : f32
      memref.store %n, %y[%t] : memref<?xf32>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @each(%arg0: memref<?xi32>, %arg1: memref<?xf32>, %arg2: memref<?xi8>, %arg3: memref<?xf32>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = vector.load %arg0[%c0] : memref<?xi32>, vector<4xi32>
// OUT:       %cst = arith.constant dense<3> : vector<4xi32>
// OUT:       %1 = arith.xori %0, %cst : vector<4xi32>
// OUT:       %2 = arith.andi %1, %cst : vector<4xi32>
// OUT:       %3 = arith.addi %2, %1 : vector<4xi32>
// OUT:       %4:4 = vector.to_elements %3 : vector<4xi32>
// OUT:       %5:4 = vector.to_elements %1 : vector<4xi32>
// OUT:       %6 = arith.muli %4#0, %5#0 : i32
// OUT:       %7 = arith.muli %4#1, %5#1 : i32
// OUT:       %8 = arith.muli %4#2, %5#2 : i32
// OUT:       %9 = arith.muli %4#3, %5#3 : i32
// OUT:       %10 = arith.muli %6, %5#0 : i32
// OUT:       %11 = arith.muli %7, %5#1 : i32
// OUT:       %12 = arith.muli %8, %5#2 : i32
// OUT:       %13 = arith.muli %9, %5#3 : i32
// OUT:       %14 = arith.index_cast %10 : i32 to index
// OUT:       %15 = arith.index_cast %11 : i32 to index
// OUT:       %16 = arith.index_cast %12 : i32 to index
// OUT:       %17 = arith.index_cast %13 : i32 to index
// OUT:       %18 = memref.load %arg1[%14] : memref<?xf32>
// OUT:       %19 = memref.load %arg1[%15] : memref<?xf32>
// OUT:       %20 = memref.load %arg1[%16] : memref<?xf32>
// OUT:       %21 = memref.load %arg1[%17] : memref<?xf32>
// OUT:       %22 = vector.from_elements %18, %19, %20, %21 : vector<4xf32>
// OUT:       %23 = arith.mulf %22, %22 : vector<4xf32>
// OUT:       %24 = arith.mulf %23, %22 : vector<4xf32>
// OUT:       %25 = arith.addf %24, %22 : vector<4xf32>
// OUT:       %26 = arith.addf %25, %22 : vector<4xf32>
// OUT:       %27 = arith.subf %26, %23 : vector<4xf32>
// OUT:       %28 = arith.mulf %27, %26 : vector<4xf32>
// OUT:       %29 = arith.mulf %28, %26 : vector<4xf32>
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       vector.store %29, %arg3[%c0_0] : memref<?xf32>, vector<4xf32>
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Of a conjunction, what is the same for all threads is a branch for all of them; the others are masks where lanes differ.
gpu.module @k {
  func.func private @inner(%x: memref<?xf32>, %y: memref<?xf32>, %row: i1, %n: index) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %t = %c0 to %c16 step %c1 {
      %i = arith.subi %t, %c1 : index
      %column = arith.cmpi ult, %i, %n : index
      %in = arith.andi %row, %column : i1
      scf.if %in {
        %v = memref.load %x[%i] : memref<?xf32>
        memref.store %v, %y[%i] : memref<?xf32>
      }
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @inner(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: i1, %arg3: index) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       scf.if %arg2 {
// OUT:         %cst = arith.constant dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]> : vector<16xindex>
// OUT:         %0 = vector.broadcast %arg3 : index to vector<16xindex>
// OUT:         %1 = arith.cmpi ult, %cst, %0 : vector<16xindex>
// OUT:         %c-1 = arith.constant -1 : index
// OUT:         %c15 = arith.constant 15 : index
// OUT:         %c15_0 = arith.constant 15 : index
// OUT:         %2 = arith.maxui %arg3, %c15 : index
// OUT:         %3 = arith.subi %2, %c15_0 : index
// OUT:         %4 = arith.cmpi ult, %c-1, %3 : index
// OUT:         scf.if %4 {
// OUT:           %c-1_1 = arith.constant -1 : index
// OUT:           %5 = vector.load %arg0[%c-1_1] : memref<?xf32>, vector<16xf32>
// OUT:           %c-1_2 = arith.constant -1 : index
// OUT:           vector.store %5, %arg1[%c-1_2] : memref<?xf32>, vector<16xf32>
// OUT:         } else {
// OUT:           %5 = vector.reduction <or>, %1 : vector<16xi1> into i1
// OUT:           scf.if %5 {
// OUT:             %c-1_1 = arith.constant -1 : index
// OUT:             %cst_2 = arith.constant dense<0.000000e+00> : vector<16xf32>
// OUT:             %6 = vector.maskedload %arg0[%c-1_1], %1, %cst_2 : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// OUT:             %c-1_3 = arith.constant -1 : index
// OUT:             vector.maskedstore %arg1[%c-1_3], %1, %6 : memref<?xf32>, vector<16xi1>, vector<16xf32>
// OUT:           } else {
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Only the first threads do something: the loop ends earlier. One thread needs no loop.
gpu.module @k {
  func.func private @first(%x: memref<64xf32>, %y: memref<?xf32>, %n: index) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    scf.for %t = %c0 to %c64 step %c1 {
      %is_low = arith.cmpi ult, %t, %c8 : index
      scf.if %is_low {
        %far = arith.addi %t, %c8 : index
        %v = memref.load %x[%far] : memref<64xf32>
        memref.store %v, %x[%t] : memref<64xf32>
      }
    } {warpline.threads}
    scf.for %t = %c0 to %c64 step %c1 {
      %is_first = arith.cmpi eq, %t, %c0 : index
      scf.if %is_first {
        %v = memref.load %x[%t] : memref<64xf32>
        memref.store %v, %y[%n] : memref<?xf32>
      }
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @first(%arg0: memref<64xf32>, %arg1: memref<?xf32>, %arg2: index) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = vector.load %arg0[%c8] : memref<64xf32>, vector<8xf32>
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       vector.store %0, %arg0[%c0_0] : memref<64xf32>, vector<8xf32>
// OUT:       %1 = memref.load %arg0[%c0] : memref<64xf32>
// OUT:       memref.store %1, %arg1[%arg2] : memref<?xf32>
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A short chain of integers that only addresses elements is repeated for each lane from the start.
gpu.module @k {
  func.func private @scattered(%x: memref<?xi32>, %bins: memref<?xi32>) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %one = arith.constant 1 : i32
    %mask = arith.constant 15 : i32
    scf.for %t = %c0 to %c4 step %c1 {
      %v = memref.load %x[%t] : memref<?xi32>
      %low = arith.andi %v, %mask : i32
      %bin = arith.index_cast %low : i32 to index
      %old = memref.atomic_rmw addi %one, %bins[%bin] : (i32, memref<?xi32>) -> i32
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @scattered(%arg0: memref<?xi32>, %arg1: memref<?xi32>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c15_i32 = arith.constant 15 : i32
// OUT:       scf.for %arg2 = %c0 to %c4 step %c1 {
// OUT:         %0 = memref.load %arg0[%arg2] : memref<?xi32>
// OUT:         %1 = arith.andi %0, %c15_i32 : i32
// OUT:         %2 = arith.index_cast %1 : i32 to index
// OUT:         %3 = memref.atomic_rmw addi %c1_i32, %arg1[%2] : (i32, memref<?xi32>) -> i32
// OUT:       } {warpline.threads}
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Threads that read what they write run once: the last three stay scalar.
gpu.module @k {
  func.func private @in_place(%x: memref<?xf32>) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    scf.for %t = %c0 to %c7 step %c1 {
      %v = memref.load %x[%t] : memref<?xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %x[%t] : memref<?xf32>
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @in_place(%arg0: memref<?xf32>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c7 = arith.constant 7 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = vector.load %arg0[%c0] : memref<?xf32>, vector<4xf32>
// OUT:       %1 = arith.addf %0, %0 : vector<4xf32>
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       vector.store %1, %arg0[%c0_0] : memref<?xf32>, vector<4xf32>
// OUT:       scf.for %arg1 = %c4 to %c7 step %c1 {
// OUT:         %2 = memref.load %arg0[%arg1] : memref<?xf32>
// OUT:         %3 = arith.addf %2, %2 : f32
// OUT:         memref.store %3, %arg0[%arg1] : memref<?xf32>
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
