// RUN: opt --assume-noalias --affine-loop-distribution

// Two vectors times a matrix: rows by one, columns by the other. The loop over columns is distributed, then that over rows.
func.func @both(%a: memref<20x30xf32>, %s: memref<30xf32>, %q: memref<20xf32>, %p: memref<30xf32>, %r: memref<20xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 20 {
    affine.store %zero, %q[%i] : memref<20xf32>
    affine.for %j = 0 to 30 {
      %0 = affine.load %s[%j] : memref<30xf32>
      %1 = affine.load %r[%i] : memref<20xf32>
      %2 = affine.load %a[%i, %j] : memref<20x30xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%j] : memref<30xf32>
      %5 = affine.load %q[%i] : memref<20xf32>
      %6 = affine.load %p[%j] : memref<30xf32>
      %7 = arith.mulf %2, %6 : f32
      %8 = arith.addf %5, %7 : f32
      affine.store %8, %q[%i] : memref<20xf32>
    }
  }
  return
}

// A value that one iteration hands to the next statement, and a total.
func.func @handed(%a: memref<64xf32>, %b: memref<64xf32>, %total: memref<f32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %b[%i] : memref<64xf32>
    %z = affine.load %b[%i] : memref<64xf32>
    %s = affine.load %total[] : memref<f32>
    %t = arith.addf %s, %z : f32
    affine.store %t, %total[] : memref<f32>
  }
  return
}

// These stay: statements of one recurrence, groups of which none is parallel, a loop that is parallel as it is.
func.func @kept(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<f32>, %d: memref<f32>) {
  affine.for %i = 1 to 64 {
    %x = affine.load %b[%i - 1] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
    %y = affine.load %a[%i] : memref<64xf32>
    %z = arith.addf %y, %y : f32
    affine.store %z, %b[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    %y = affine.load %c[] : memref<f32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %c[] : memref<f32>
    %u = affine.load %d[] : memref<f32>
    %v = arith.mulf %x, %u : f32
    affine.store %v, %d[] : memref<f32>
  }
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %b[%i] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @both(%arg0: memref<20x30xf32> {llvm.noalias}, %arg1: memref<30xf32> {llvm.noalias}, %arg2: memref<20xf32> {llvm.noalias}, %arg3: memref<30xf32> {llvm.noalias}, %arg4: memref<20xf32> {llvm.noalias}) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     affine.for %arg5 = 0 to 20 {
// OUT:       affine.store %cst, %arg2[%arg5] : memref<20xf32>
// OUT:       affine.for %arg6 = 0 to 30 {
// OUT:         %0 = affine.load %arg0[%arg5, %arg6] : memref<20x30xf32>
// OUT:         %1 = affine.load %arg2[%arg5] : memref<20xf32>
// OUT:         %2 = affine.load %arg3[%arg6] : memref<30xf32>
// OUT:         %3 = arith.mulf %0, %2 : f32
// OUT:         %4 = arith.addf %1, %3 : f32
// OUT:         affine.store %4, %arg2[%arg5] : memref<20xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg5 = 0 to 20 {
// OUT:       affine.for %arg6 = 0 to 30 {
// OUT:         %0 = affine.load %arg1[%arg6] : memref<30xf32>
// OUT:         %1 = affine.load %arg4[%arg5] : memref<20xf32>
// OUT:         %2 = affine.load %arg0[%arg5, %arg6] : memref<20x30xf32>
// OUT:         %3 = arith.mulf %1, %2 : f32
// OUT:         %4 = arith.addf %0, %3 : f32
// OUT:         affine.store %4, %arg1[%arg6] : memref<30xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @handed(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<f32> {llvm.noalias}) {
// OUT:     affine.for %arg3 = 0 to 64 {
// OUT:       %0 = affine.load %arg0[%arg3] : memref<64xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       affine.store %1, %arg1[%arg3] : memref<64xf32>
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 64 {
// OUT:       %0 = affine.load %arg1[%arg3] : memref<64xf32>
// OUT:       %1 = affine.load %arg2[] : memref<f32>
// OUT:       %2 = arith.addf %1, %0 : f32
// OUT:       affine.store %2, %arg2[] : memref<f32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @kept(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<f32> {llvm.noalias}, %arg3: memref<f32> {llvm.noalias}) {
// OUT:     affine.for %arg4 = 1 to 64 {
// OUT:       %0 = affine.load %arg1[%arg4 - 1] : memref<64xf32>
// OUT:       affine.store %0, %arg0[%arg4] : memref<64xf32>
// OUT:       %1 = affine.load %arg0[%arg4] : memref<64xf32>
// OUT:       %2 = arith.addf %1, %1 : f32
// OUT:       affine.store %2, %arg1[%arg4] : memref<64xf32>
// OUT:     }
// OUT:     affine.for %arg4 = 0 to 64 {
// OUT:       %0 = affine.load %arg0[%arg4] : memref<64xf32>
// OUT:       %1 = affine.load %arg2[] : memref<f32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       affine.store %2, %arg2[] : memref<f32>
// OUT:       %3 = affine.load %arg3[] : memref<f32>
// OUT:       %4 = arith.mulf %0, %3 : f32
// OUT:       affine.store %4, %arg3[] : memref<f32>
// OUT:     }
// OUT:     affine.for %arg4 = 0 to 64 {
// OUT:       %0 = affine.load %arg0[%arg4] : memref<64xf32>
// OUT:       affine.store %0, %arg1[%arg4] : memref<64xf32>
// OUT:       affine.store %0, %arg0[%arg4] : memref<64xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
