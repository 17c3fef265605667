// RUN: opt --loop-scalar-promotion

// The element of a reduction leaves all of its loops.
func.func @nest(%m: memref<8x8xf32>, %sum: memref<4xf32> {llvm.noalias}, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %j = %c0 to %c8 step %c1 {
    scf.for %k = %c0 to %c8 step %c1 {
      %x = memref.load %m[%j, %k] : memref<8x8xf32>
      %s = memref.load %sum[%i] : memref<4xf32>
      %t = arith.addf %s, %x : f32
      memref.store %t, %sum[%i] : memref<4xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @nest(%arg0: memref<8x8xf32>, %arg1: memref<4xf32> {llvm.noalias}, %arg2: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %0 = memref.load %arg1[%arg2] : memref<4xf32>
// OUT:     %1 = scf.for %arg3 = %c0 to %c8 step %c1 iter_args(%arg4 = %0) -> (f32) {
// OUT:       %2 = scf.for %arg5 = %c0 to %c8 step %c1 iter_args(%arg6 = %arg4) -> (f32) {
// OUT:         %3 = memref.load %arg0[%arg3, %arg5] : memref<8x8xf32>
// OUT:         %4 = arith.addf %arg6, %3 : f32
// OUT:         scf.yield %4 : f32
// OUT:       }
// OUT:       scf.yield %2 : f32
// OUT:     }
// OUT:     memref.store %1, %arg1[%arg2] : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----
// A loop that may have no iteration accesses nothing then; its own results are kept.
func.func @dynamic(%m: memref<?xf32>, %sum: memref<4xf32> {llvm.noalias}, %i: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
    %x = memref.load %m[%k] : memref<?xf32>
    %s = memref.load %sum[%i] : memref<4xf32>
    %t = arith.addf %s, %x : f32
    memref.store %t, %sum[%i] : memref<4xf32>
    %again = memref.load %sum[%i] : memref<4xf32>
    %d = arith.subf %again, %before : f32
    scf.yield %d : f32
  }
  scf.for %k = %c0 to %n step %c1 {
    %s = memref.load %sum[%i] : memref<4xf32>
    %t = arith.mulf %s, %s : f32
    memref.store %t, %sum[%i] : memref<4xf32>
  }
  return %last : f32
}

// OUT: module {
// OUT:   func.func @dynamic(%arg0: memref<?xf32>, %arg1: memref<4xf32> {llvm.noalias}, %arg2: index, %arg3: index) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = arith.cmpi slt, %c0, %arg3 : index
// OUT:     %1 = scf.if %0 -> (f32) {
// OUT:       %3 = memref.load %arg1[%arg2] : memref<4xf32>
// OUT:       %4:2 = scf.for %arg4 = %c0 to %arg3 step %c1 iter_args(%arg5 = %cst, %arg6 = %3) -> (f32, f32) {
// OUT:         %5 = memref.load %arg0[%arg4] : memref<?xf32>
// OUT:         %6 = arith.addf %arg6, %5 : f32
// OUT:         %7 = arith.subf %6, %arg5 : f32
// OUT:         scf.yield %7, %6 : f32, f32
// OUT:       }
// OUT:       memref.store %4#1, %arg1[%arg2] : memref<4xf32>
// OUT:       scf.yield %4#0 : f32
// OUT:     } else {
// OUT:       scf.yield %cst : f32
// OUT:     }
// OUT:     %2 = arith.cmpi slt, %c0, %arg3 : index
// OUT:     scf.if %2 {
// OUT:       %3 = memref.load %arg1[%arg2] : memref<4xf32>
// OUT:       %4 = scf.for %arg4 = %c0 to %arg3 step %c1 iter_args(%arg5 = %3) -> (f32) {
// OUT:         %5 = arith.mulf %arg5, %arg5 : f32
// OUT:         scf.yield %5 : f32
// OUT:       }
// OUT:       memref.store %4, %arg1[%arg2] : memref<4xf32>
// OUT:     }
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----
// What may be the same memory, an element that varies, one that is stored only, a store that may not happen, and a barrier.
func.func @stays(%m: memref<8xf32>, %sum: memref<8xf32>, %apart: memref<8xf32> {llvm.noalias}, %i: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %x = memref.load %m[%k] : memref<8xf32>
    %s = memref.load %sum[%i] : memref<8xf32>
    %t = arith.addf %s, %x : f32
    memref.store %t, %sum[%i] : memref<8xf32>
  }
  scf.for %k = %c0 to %c8 step %c1 {
    %s = memref.load %apart[%k] : memref<8xf32>
    memref.store %s, %apart[%k] : memref<8xf32>
  }
  scf.for %k = %c0 to %c8 step %c1 {
    %x = memref.load %m[%k] : memref<8xf32>
    memref.store %x, %apart[%i] : memref<8xf32>
  }
  scf.for %k = %c0 to %c8 step %c1 {
    %s = memref.load %apart[%i] : memref<8xf32>
    scf.if %b {
      memref.store %s, %apart[%i] : memref<8xf32>
    }
  }
  scf.for %k = %c0 to %c8 step %c1 {
    %s = memref.load %apart[%i] : memref<8xf32>
    %t = arith.addf %s, %s : f32
    memref.store %t, %apart[%i] : memref<8xf32>
    gpu.barrier
  }
  return
}

// OUT: module {
// OUT:   func.func @stays(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: memref<8xf32> {llvm.noalias}, %arg3: index, %arg4: i1) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     scf.for %arg5 = %c0 to %c8 step %c1 {
// OUT:       %0 = memref.load %arg0[%arg5] : memref<8xf32>
// OUT:       %1 = memref.load %arg1[%arg3] : memref<8xf32>
// OUT:       %2 = arith.addf %1, %0 : f32
// OUT:       memref.store %2, %arg1[%arg3] : memref<8xf32>
// OUT:     }
// OUT:     scf.for %arg5 = %c0 to %c8 step %c1 {
// OUT:       %0 = memref.load %arg2[%arg5] : memref<8xf32>
// OUT:       memref.store %0, %arg2[%arg5] : memref<8xf32>
// OUT:     }
// OUT:     scf.for %arg5 = %c0 to %c8 step %c1 {
// OUT:       %0 = memref.load %arg0[%arg5] : memref<8xf32>
// OUT:       memref.store %0, %arg2[%arg3] : memref<8xf32>
// OUT:     }
// OUT:     scf.for %arg5 = %c0 to %c8 step %c1 {
// OUT:       %0 = memref.load %arg2[%arg3] : memref<8xf32>
// OUT:       scf.if %arg4 {
// OUT:         memref.store %0, %arg2[%arg3] : memref<8xf32>
// OUT:       }
// OUT:     }
// OUT:     scf.for %arg5 = %c0 to %c8 step %c1 {
// OUT:       %0 = memref.load %arg2[%arg3] : memref<8xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg2[%arg3] : memref<8xf32>
// OUT:       gpu.barrier
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
