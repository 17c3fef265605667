// RUN: warpline opt --affine-version-loops --affine-parallelize --remarks --diagnostics=short -o /dev/null

// Two versions: no remark on the sequential one.
func.func @versions(%x: memref<16xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
  }
  return
}

// OUT: stderr:
// OUT: affine-parallelize-remarks.mlir:5:3: remark[affine-version-loops]: two versions of the loop: the parallel one runs if these do not overlap: argument 0 and argument 1
// -----

// A dependence from iteration to iteration, carried values, and a call.
func.func private @anything()
func.func @sequential(%y: memref<16xf32>, %zero: f32) -> f32 {
  affine.for %i = 1 to 16 {
    %v = affine.load %y[%i - 1] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
  }
  %sum = affine.for %i = 0 to 16 iter_args(%so_far = %zero) -> f32 {
    %v = affine.load %y[%i] : memref<16xf32>
    %more = arith.addf %so_far, %v : f32
    affine.yield %more : f32
  }
  affine.for %i = 0 to 16 {
    affine.store %zero, %y[%i] : memref<16xf32>
    func.call @anything() : () -> ()
  }
  affine.for %i = 0 to 16 {
    affine.store %zero, %y[3] : memref<16xf32>
  }
  return %sum : f32
}

// OUT: stderr:
// OUT: affine-parallelize-remarks.mlir:5:3: remark[affine-parallelize]: the loop stays sequential: a load in one iteration may access the element of a store in another one
// OUT: affine-parallelize-remarks.mlir:6:10: note: one access is here
// OUT: affine-parallelize-remarks.mlir:7:5: note: the other access is here
// OUT: affine-parallelize-remarks.mlir:9:10: remark[affine-parallelize]: the loop stays sequential: it carries values from one iteration to the next
// OUT: affine-parallelize-remarks.mlir:14:3: remark[affine-parallelize]: the loop stays sequential: 'func.call' in it may read and write any memory
// OUT: affine-parallelize-remarks.mlir:16:5: note: the operation is here
// OUT: affine-parallelize-remarks.mlir:18:3: remark[affine-parallelize]: the loop stays sequential: two iterations may access the same element by a store
// OUT: affine-parallelize-remarks.mlir:19:5: note: the access is here
// -----

// More pairs of buffers than are compared; an element that is not known.
func.func @many(%x: memref<16xf32>, %n: memref<16xindex>,
    %y: memref<16xf32>, %b0: memref<16xf32>, %b1: memref<16xf32>, %b2: memref<16xf32>,
    %b3: memref<16xf32>, %b4: memref<16xf32>, %b5: memref<16xf32>, %b6: memref<16xf32>,
    %b7: memref<16xf32>, %b8: memref<16xf32>, %b9: memref<16xf32>, %b10: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
    affine.store %v, %b0[%i] : memref<16xf32>
    affine.store %v, %b1[%i] : memref<16xf32>
    affine.store %v, %b2[%i] : memref<16xf32>
    affine.store %v, %b3[%i] : memref<16xf32>
    affine.store %v, %b4[%i] : memref<16xf32>
    affine.store %v, %b5[%i] : memref<16xf32>
    affine.store %v, %b6[%i] : memref<16xf32>
    affine.store %v, %b7[%i] : memref<16xf32>
    affine.store %v, %b8[%i] : memref<16xf32>
    affine.store %v, %b9[%i] : memref<16xf32>
    affine.store %v, %b10[%i] : memref<16xf32>
    %w = affine.load %n[%i] : memref<16xindex>
  }
  affine.for %i = 0 to 16 {
    %v = memref.load %x[%i] : memref<16xf32>
    %old = memref.atomic_rmw addf %v, %x[%i] : (f32, memref<16xf32>) -> f32
  }
  return
}

// OUT: stderr:
// OUT: affine-parallelize-remarks.mlir:7:3: remark[affine-version-loops]: no parallel version: 90 pairs of buffers may overlap, and at most 64 are compared; 'llvm.noalias' on arguments states that they share no memory
// OUT: affine-parallelize-remarks.mlir:7:3: remark[affine-parallelize]: the loop stays sequential: argument 0 and argument 2 may overlap; 'llvm.noalias' on an argument states that it shares no memory
// OUT: affine-parallelize-remarks.mlir:8:10: note: one access is here
// OUT: affine-parallelize-remarks.mlir:9:5: note: the other access is here
// OUT: affine-parallelize-remarks.mlir:23:3: remark[affine-parallelize]: the loop stays sequential: the element of 'memref.atomic_rmw' is not an affine function of indices
// OUT: affine-parallelize-remarks.mlir:25:12: note: the operation is here
