// RUN: opt --scf-parallelize-reductions

// A sum and a maximum of a matrix: the inner loop does its part from neutral elements.
func.func @matrix(%x: memref<?x?xi32>, %a: i32, %e: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xi32>
  %m = memref.dim %x, %c1 : memref<?x?xi32>
  %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a, %f = %e) -> (i32, i32) {
    %r:2 = scf.for %j = %c0 to %m step %c1 iter_args(%c = %b, %g = %f) -> (i32, i32) {
      %v = memref.load %x[%i, %j] : memref<?x?xi32>
      %d = arith.addi %c, %v overflow<nsw> : i32
      %h = arith.maxsi %v, %g : i32
      scf.yield %d, %h : i32, i32
    }
    scf.yield %r#0, %r#1 : i32, i32
  }
  return %s#0, %s#1 : i32, i32
}

// A product of vectors, fused or not.
func.func @dot(%x: memref<9999xf32>, %y: memref<9999xf32>, %zero: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9999 : index
  %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero) -> (f32, f32) {
    %u = memref.load %x[%i] : memref<9999xf32>
    %v = memref.load %y[%i] : memref<9999xf32>
    %p = arith.mulf %u, %v : f32
    %q = arith.addf %p, %a fastmath<reassoc> : f32
    %r = math.fma %u, %v, %b fastmath<reassoc,contract> : f32
    scf.yield %q, %r : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

// These stay: sums of floats in order, few iterations, recurrences, another use of the sum, stores, an unsigned loop, a loop
// in a parallel one.
func.func @kept(%x: memref<9999xf32>, %k: memref<9999xi32>, %zero: f32, %one: i32, %l: index) -> (f32, i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %n = arith.constant 9999 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (f32) {
    %v = memref.load %x[%i] : memref<9999xf32>
    %b = arith.addf %a, %v : f32
    scf.yield %b : f32
  }
  %few = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %one) -> (i32) {
    %v = memref.load %k[%i] : memref<9999xi32>
    %b = arith.addi %a, %v : i32
    scf.yield %b : i32
  }
  %turns = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> (i32) {
    %v = memref.load %k[%i] : memref<9999xi32>
    %b = arith.subi %v, %a : i32
    scf.yield %b : i32
  }
  %hash = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> (i32) {
    %v = memref.load %k[%i] : memref<9999xi32>
    %b = arith.muli %a, %one : i32
    %c = arith.addi %b, %v : i32
    scf.yield %c : i32
  }
  %used = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> (i32) {
    %v = memref.load %k[%i] : memref<9999xi32>
    %b = arith.muli %a, %v : i32
    %c = arith.addi %a, %b : i32
    scf.yield %c : i32
  }
  %stored = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> (i32) {
    %v = memref.load %k[%i] : memref<9999xi32>
    %b = arith.addi %a, %v : i32
    memref.store %one, %k[%i] : memref<9999xi32>
    scf.yield %b : i32
  }
  %unsigned = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%a = %one) -> (i32) {
    %v = memref.load %k[%i] : memref<9999xi32>
    %b = arith.addi %a, %v : i32
    scf.yield %b : i32
  }
  scf.parallel (%j) = (%c0) to (%n) step (%c1) {
    %row = scf.for %i = %c0 to %l step %c1 iter_args(%a = %one) -> (i32) {
      %v = memref.load %k[%i] : memref<9999xi32>
      %b = arith.addi %a, %v : i32
      scf.yield %b : i32
    }
    memref.store %row, %k[%j] : memref<9999xi32>
    scf.reduce
  }
  return %s, %few, %turns, %hash, %used, %stored, %unsigned : f32, i32, i32, i32, i32, i32, i32
}

// OUT: module {
// OUT:   func.func @matrix(%arg0: memref<?x?xi32>, %arg1: i32, %arg2: i32) -> (i32, i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x?xi32>
// OUT:     %dim_0 = memref.dim %arg0, %c1 : memref<?x?xi32>
// OUT:     %0:2 = scf.parallel (%arg3) = (%c0) to (%dim) step (%c1) init (%arg1, %arg2) -> (i32, i32) {
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c-2147483648_i32 = arith.constant -2147483648 : i32
// OUT:       %1:2 = scf.for %arg4 = %c0 to %dim_0 step %c1 iter_args(%arg5 = %c0_i32, %arg6 = %c-2147483648_i32) -> (i32, i32) {
// OUT:         %2 = memref.load %arg0[%arg3, %arg4] : memref<?x?xi32>
// OUT:         %3 = arith.addi %arg5, %2 overflow<nsw> : i32
// OUT:         %4 = arith.maxsi %2, %arg6 : i32
// OUT:         scf.yield %3, %4 : i32, i32
// OUT:       }
// OUT:       scf.reduce(%1#0, %1#1 : i32, i32) {
// OUT:       ^bb0(%arg4: i32, %arg5: i32):
// OUT:         %2 = arith.addi %arg4, %arg5 : i32
// OUT:         scf.reduce.return %2 : i32
// OUT:       }, {
// OUT:       ^bb0(%arg4: i32, %arg5: i32):
// OUT:         %2 = arith.maxsi %arg4, %arg5 : i32
// OUT:         scf.reduce.return %2 : i32
// OUT:       }
// OUT:     }
// OUT:     return %0#0, %0#1 : i32, i32
// OUT:   }
// OUT:   func.func @dot(%arg0: memref<9999xf32>, %arg1: memref<9999xf32>, %arg2: f32) -> (f32, f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c9999 = arith.constant 9999 : index
// OUT:     %0:2 = scf.parallel (%arg3) = (%c0) to (%c9999) step (%c1) init (%arg2, %arg2) -> (f32, f32) {
// OUT:       %1 = memref.load %arg0[%arg3] : memref<9999xf32>
// OUT:       %2 = memref.load %arg1[%arg3] : memref<9999xf32>
// OUT:       %3 = arith.mulf %1, %2 : f32
// OUT:       %4 = arith.mulf %1, %2 fastmath<reassoc,contract> : f32
// OUT:       scf.reduce(%3, %4 : f32, f32) {
// OUT:       ^bb0(%arg4: f32, %arg5: f32):
// OUT:         %5 = arith.addf %arg4, %arg5 fastmath<reassoc> : f32
// OUT:         scf.reduce.return %5 : f32
// OUT:       }, {
// OUT:       ^bb0(%arg4: f32, %arg5: f32):
// OUT:         %5 = arith.addf %arg4, %arg5 fastmath<reassoc,contract> : f32
// OUT:         scf.reduce.return %5 : f32
// OUT:       }
// OUT:     }
// OUT:     return %0#0, %0#1 : f32, f32
// OUT:   }
// OUT:   func.func @kept(%arg0: memref<9999xf32>, %arg1: memref<9999xi32>, %arg2: f32, %arg3: i32, %arg4: index) -> (f32, i32, i32, i32, i32, i32, i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c9999 = arith.constant 9999 : index
// OUT:     %0 = scf.for %arg5 = %c0 to %c9999 step %c1 iter_args(%arg6 = %arg2) -> (f32) {
// OUT:       %7 = memref.load %arg0[%arg5] : memref<9999xf32>
// OUT:       %8 = arith.addf %arg6, %7 : f32
// OUT:       scf.yield %8 : f32
// OUT:     }
// OUT:     %1 = scf.for %arg5 = %c0 to %c64 step %c1 iter_args(%arg6 = %arg3) -> (i32) {
// OUT:       %7 = memref.load %arg1[%arg5] : memref<9999xi32>
// OUT:       %8 = arith.addi %arg6, %7 : i32
// OUT:       scf.yield %8 : i32
// OUT:     }
// OUT:     %2 = scf.for %arg5 = %c0 to %c9999 step %c1 iter_args(%arg6 = %arg3) -> (i32) {
// OUT:       %7 = memref.load %arg1[%arg5] : memref<9999xi32>
// OUT:       %8 = arith.subi %7, %arg6 : i32
// OUT:       scf.yield %8 : i32
// OUT:     }
// OUT:     %3 = scf.for %arg5 = %c0 to %c9999 step %c1 iter_args(%arg6 = %arg3) -> (i32) {
// OUT:       %7 = memref.load %arg1[%arg5] : memref<9999xi32>
// OUT:       %8 = arith.muli %arg6, %arg3 : i32
// OUT:       %9 = arith.addi %8, %7 : i32
// OUT:       scf.yield %9 : i32
// OUT:     }
// OUT:     %4 = scf.for %arg5 = %c0 to %c9999 step %c1 iter_args(%arg6 = %arg3) -> (i32) {
// OUT:       %7 = memref.load %arg1[%arg5] : memref<9999xi32>
// OUT:       %8 = arith.muli %arg6, %7 : i32
// OUT:       %9 = arith.addi %arg6, %8 : i32
// OUT:       scf.yield %9 : i32
// OUT:     }
// OUT:     %5 = scf.for %arg5 = %c0 to %c9999 step %c1 iter_args(%arg6 = %arg3) -> (i32) {
// OUT:       %7 = memref.load %arg1[%arg5] : memref<9999xi32>
// OUT:       %8 = arith.addi %arg6, %7 : i32
// OUT:       memref.store %arg3, %arg1[%arg5] : memref<9999xi32>
// OUT:       scf.yield %8 : i32
// OUT:     }
// OUT:     %6 = scf.for unsigned %arg5 = %c0 to %c9999 step %c1 iter_args(%arg6 = %arg3) -> (i32) {
// OUT:       %7 = memref.load %arg1[%arg5] : memref<9999xi32>
// OUT:       %8 = arith.addi %arg6, %7 : i32
// OUT:       scf.yield %8 : i32
// OUT:     }
// OUT:     scf.parallel (%arg5) = (%c0) to (%c9999) step (%c1) {
// OUT:       %7 = scf.for %arg6 = %c0 to %arg4 step %c1 iter_args(%arg7 = %arg3) -> (i32) {
// OUT:         %8 = memref.load %arg1[%arg6] : memref<9999xi32>
// OUT:         %9 = arith.addi %arg7, %8 : i32
// OUT:         scf.yield %9 : i32
// OUT:       }
// OUT:       memref.store %7, %arg1[%arg5] : memref<9999xi32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return %0, %1, %2, %3, %4, %5, %6 : f32, i32, i32, i32, i32, i32, i32
// OUT:   }
// OUT: }
