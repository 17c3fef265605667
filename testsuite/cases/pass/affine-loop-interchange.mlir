// RUN: opt --assume-noalias --affine-loop-interchange

// Sums of columns: each column is summed in the order of its rows.
func.func @columns(%m: memref<100x64xf32>, %s: memref<64xf32>) {
  affine.for %r = 0 to 100 {
    affine.for %c = 0 to 64 {
      %x = affine.load %m[%r, %c] : memref<100x64xf32>
      %y = affine.load %s[%c] : memref<64xf32>
      %z = arith.addf %y, %x : f32
      affine.store %z, %s[%c] : memref<64xf32>
    }
  }
  return
}

// A product with the summation outside; what is between the loops moves with it.
func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %m: index, %n: index, %l: index) {
  affine.for %k = 0 to %l step 2 {
    affine.for %i = 1 to %m {
      %k1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
      %x = affine.load %a[%i, %k1] : memref<?x?xf32>
      affine.for %j = 0 to %n {
        %y = affine.load %b[%k1, %j] : memref<?x?xf32>
        %z = affine.load %c[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %z, %p : f32
        affine.store %q, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// These stay: neighbours in the inner loop, bounds that depend on the outer loop, a loop that is parallel, a store between the
// loops, memory that the nest writes between the loops.
func.func @kept(%a: memref<100x64xf32>, %s: memref<64xf32>, %x: f32) {
  affine.for %t = 0 to 100 {
    affine.for %i = 1 to 63 {
      %y = affine.load %s[%i - 1] : memref<64xf32>
      affine.store %y, %s[%i] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %y = affine.load %s[%j] : memref<64xf32>
      %z = arith.addf %y, %x : f32
      affine.store %z, %s[%j] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 64 {
      affine.store %x, %a[%i, %j] : memref<100x64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    affine.store %x, %s[0] : memref<64xf32>
    affine.for %j = 0 to 64 {
      affine.store %x, %a[0, %j] : memref<100x64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %y = affine.load %s[5] : memref<64xf32>
    affine.for %j = 0 to 64 {
      affine.store %y, %s[%j] : memref<64xf32>
    }
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: #map1 = affine_map<(d0) -> (d0)>
// OUT: module {
// OUT:   func.func @columns(%arg0: memref<100x64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) {
// OUT:     affine.for %arg2 = 0 to 64 {
// OUT:       affine.for %arg3 = 0 to 100 {
// OUT:         %0 = affine.load %arg0[%arg3, %arg2] : memref<100x64xf32>
// OUT:         %1 = affine.load %arg1[%arg2] : memref<64xf32>
// OUT:         %2 = arith.addf %1, %0 : f32
// OUT:         affine.store %2, %arg1[%arg2] : memref<64xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @product(%arg0: memref<?x?xf32> {llvm.noalias}, %arg1: memref<?x?xf32> {llvm.noalias}, %arg2: memref<?x?xf32> {llvm.noalias}, %arg3: index, %arg4: index, %arg5: index) {
// OUT:     affine.for %arg6 = 1 to %arg3 {
// OUT:       affine.for %arg7 = 0 to %arg5 step 2 {
// OUT:         %0 = affine.apply #map(%arg7)
// OUT:         %1 = affine.load %arg0[%arg6, %0] : memref<?x?xf32>
// OUT:         affine.for %arg8 = 0 to %arg4 {
// OUT:           %2 = affine.load %arg1[%0, %arg8] : memref<?x?xf32>
// OUT:           %3 = affine.load %arg2[%arg6, %arg8] : memref<?x?xf32>
// OUT:           %4 = arith.mulf %1, %2 : f32
// OUT:           %5 = arith.addf %3, %4 : f32
// OUT:           affine.store %5, %arg2[%arg6, %arg8] : memref<?x?xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @kept(%arg0: memref<100x64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: f32) {
// OUT:     affine.for %arg3 = 0 to 100 {
// OUT:       affine.for %arg4 = 1 to 63 {
// OUT:         %0 = affine.load %arg1[%arg4 - 1] : memref<64xf32>
// OUT:         affine.store %0, %arg1[%arg4] : memref<64xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 64 {
// OUT:       affine.for %arg4 = 0 to #map1(%arg3) {
// OUT:         %0 = affine.load %arg1[%arg4] : memref<64xf32>
// OUT:         %1 = arith.addf %0, %arg2 : f32
// OUT:         affine.store %1, %arg1[%arg4] : memref<64xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 100 {
// OUT:       affine.for %arg4 = 0 to 64 {
// OUT:         affine.store %arg2, %arg0[%arg3, %arg4] : memref<100x64xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 64 {
// OUT:       affine.store %arg2, %arg1[0] : memref<64xf32>
// OUT:       affine.for %arg4 = 0 to 64 {
// OUT:         affine.store %arg2, %arg0[0, %arg4] : memref<100x64xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 64 {
// OUT:       %0 = affine.load %arg1[5] : memref<64xf32>
// OUT:       affine.for %arg4 = 0 to 64 {
// OUT:         affine.store %0, %arg1[%arg4] : memref<64xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
