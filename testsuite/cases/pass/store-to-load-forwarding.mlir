// RUN: opt --store-to-load-forwarding

// A chain of operations on one element stores it once.
func.func @chain(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
  memref.store %x, %m[%i] : memref<4xf32>
  %y = memref.load %m[%i] : memref<4xf32>
  %z = arith.addf %x, %y : f32
  memref.store %z, %m[%i] : memref<4xf32>
  %w = memref.load %m[%i] : memref<4xf32>
  return %w : f32
}

// OUT: module {
// OUT:   func.func @chain(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) -> f32 {
// OUT:     %0 = arith.addf %arg2, %arg2 : f32
// OUT:     memref.store %0, %arg0[%arg1] : memref<4xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----
// Loads of the same element are one, until something may write it.
func.func @loads(%m: memref<4xf32>, %n: memref<4xf32>, %apart: memref<4xf32> {llvm.noalias}, %i: index, %x: f32) -> (f32, f32, f32) {
  %a = memref.load %m[%i] : memref<4xf32>
  memref.store %x, %apart[%i] : memref<4xf32>
  %b = memref.load %m[%i] : memref<4xf32>
  memref.store %x, %n[%i] : memref<4xf32>
  %c = memref.load %m[%i] : memref<4xf32>
  return %a, %b, %c : f32, f32, f32
}

// OUT: module {
// OUT:   func.func @loads(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32> {llvm.noalias}, %arg3: index, %arg4: f32) -> (f32, f32, f32) {
// OUT:     %0 = memref.load %arg0[%arg3] : memref<4xf32>
// OUT:     memref.store %arg4, %arg2[%arg3] : memref<4xf32>
// OUT:     memref.store %arg4, %arg1[%arg3] : memref<4xf32>
// OUT:     %1 = memref.load %arg0[%arg3] : memref<4xf32>
// OUT:     return %0, %0, %1 : f32, f32, f32
// OUT:   }
// OUT: }
// -----
// A store stays if something may read it first, if it may not be overwritten, and before an assertion or a barrier.
func.func @stores(%m: memref<4xf32>, %n: memref<4xf32>, %i: index, %j: index, %x: f32, %b: i1) -> f32 {
  memref.store %x, %m[%i] : memref<4xf32>
  %a = memref.load %n[%j] : memref<4xf32>
  memref.store %a, %m[%i] : memref<4xf32>
  scf.if %b {
    memref.store %x, %m[%i] : memref<4xf32>
  }
  memref.store %x, %m[%i] : memref<4xf32>
  cf.assert %b, "it holds"
  %known = memref.load %m[%i] : memref<4xf32>
  memref.store %a, %m[%i] : memref<4xf32>
  gpu.barrier
  memref.store %x, %m[%i] : memref<4xf32>
  %c = memref.atomic_rmw addf %x, %m[%j] : (f32, memref<4xf32>) -> f32
  %d = memref.load %m[%i] : memref<4xf32>
  %e = arith.addf %d, %known : f32
  return %e : f32
}

// OUT: module {
// OUT:   func.func @stores(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1) -> f32 {
// OUT:     memref.store %arg4, %arg0[%arg2] : memref<4xf32>
// OUT:     %0 = memref.load %arg1[%arg3] : memref<4xf32>
// OUT:     memref.store %0, %arg0[%arg2] : memref<4xf32>
// OUT:     scf.if %arg5 {
// OUT:       memref.store %arg4, %arg0[%arg2] : memref<4xf32>
// OUT:     }
// OUT:     memref.store %arg4, %arg0[%arg2] : memref<4xf32>
// OUT:     cf.assert %arg5, "it holds"
// OUT:     memref.store %0, %arg0[%arg2] : memref<4xf32>
// OUT:     gpu.barrier
// OUT:     memref.store %arg4, %arg0[%arg2] : memref<4xf32>
// OUT:     %1 = memref.atomic_rmw addf %arg4, %arg0[%arg3] : (f32, memref<4xf32>) -> f32
// OUT:     %2 = memref.load %arg0[%arg2] : memref<4xf32>
// OUT:     %3 = arith.addf %2, %arg4 : f32
// OUT:     return %3 : f32
// OUT:   }
// OUT: }
// -----

// Elements whose indices differ by a constant are different ones, unless the layout lets them overlap.
func.func @neighbours(%m: memref<64xf32>, %n: memref<64xf32, strided<[0]>>, %i: index, %x: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %next = arith.addi %i, %c1 : index
  memref.store %x, %m[%i] : memref<64xf32>
  memref.store %x, %m[%next] : memref<64xf32>
  %y = memref.load %m[%i] : memref<64xf32>
  memref.store %x, %n[%i] : memref<64xf32, strided<[0]>>
  memref.store %y, %n[%next] : memref<64xf32, strided<[0]>>
  %z = memref.load %n[%i] : memref<64xf32, strided<[0]>>
  return %y, %z : f32, f32
}

// OUT: module {
// OUT:   func.func @neighbours(%arg0: memref<64xf32>, %arg1: memref<64xf32, strided<[0]>>, %arg2: index, %arg3: f32) -> (f32, f32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = arith.addi %arg2, %c1 : index
// OUT:     memref.store %arg3, %arg0[%arg2] : memref<64xf32>
// OUT:     memref.store %arg3, %arg0[%0] : memref<64xf32>
// OUT:     memref.store %arg3, %arg1[%arg2] : memref<64xf32, strided<[0]>>
// OUT:     memref.store %arg3, %arg1[%0] : memref<64xf32, strided<[0]>>
// OUT:     %1 = memref.load %arg1[%arg2] : memref<64xf32, strided<[0]>>
// OUT:     return %arg3, %1 : f32, f32
// OUT:   }
// OUT: }
// -----
// Views of a buffer of bytes at constant offsets are parts of it: the store to the second leaves the first as it is, that to
// the third does not.
func.func @views(%bytes: memref<?xi8>, %i: index, %x: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  %first = memref.view %bytes[%c0][] : memref<?xi8> to memref<16xf32>
  %second = memref.view %bytes[%c64][] : memref<?xi8> to memref<16xf32>
  %third = memref.view %bytes[%c32][] : memref<?xi8> to memref<16xf32>
  %a = memref.load %first[%i] : memref<16xf32>
  memref.store %x, %second[%i] : memref<16xf32>
  %b = memref.load %first[%i] : memref<16xf32>
  memref.store %x, %third[%i] : memref<16xf32>
  %c = memref.load %first[%i] : memref<16xf32>
  return %a, %b, %c : f32, f32, f32
}

// OUT: module {
// OUT:   func.func @views(%arg0: memref<?xi8>, %arg1: index, %arg2: f32) -> (f32, f32, f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %view = memref.view %arg0[%c0][] : memref<?xi8> to memref<16xf32>
// OUT:     %view_0 = memref.view %arg0[%c64][] : memref<?xi8> to memref<16xf32>
// OUT:     %view_1 = memref.view %arg0[%c32][] : memref<?xi8> to memref<16xf32>
// OUT:     %0 = memref.load %view[%arg1] : memref<16xf32>
// OUT:     memref.store %arg2, %view_0[%arg1] : memref<16xf32>
// OUT:     memref.store %arg2, %view_1[%arg1] : memref<16xf32>
// OUT:     %1 = memref.load %view[%arg1] : memref<16xf32>
// OUT:     return %0, %0, %1 : f32, f32, f32
// OUT:   }
// OUT: }
// -----

// A buffer between two steps of one loop, which nothing reads any more; an access that may leave the buffer keeps it.
func.func @temporary(%a: memref<8xf32>, %b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %t[%i] : memref<8xf32>
    %z = memref.load %t[%i] : memref<8xf32>
    memref.store %z, %b[%i] : memref<8xf32>
    scf.reduce
  }
  memref.dealloc %t : memref<8xf32>
  %u = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %u[%i] : memref<8xf32>
    %z = memref.load %u[%i] : memref<8xf32>
    memref.store %z, %b[%i] : memref<8xf32>
    scf.reduce
  }
  memref.dealloc %u : memref<8xf32>
  return
}

// OUT: module {
// OUT:   func.func @temporary(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     scf.parallel (%arg3) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %arg0[%arg3] : memref<8xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%arg3] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %alloc = memref.alloc() : memref<8xf32>
// OUT:     scf.parallel (%arg3) = (%c0) to (%arg2) step (%c1) {
// OUT:       %0 = memref.load %arg0[%arg3] : memref<8xf32>
// OUT:       memref.store %0, %alloc[%arg3] : memref<8xf32>
// OUT:       memref.store %0, %arg1[%arg3] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<8xf32>
// OUT:     return
// OUT:   }
// OUT: }
