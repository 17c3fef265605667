// RUN: warpline reduce --test='not warpline diff-run %s --bisect --debug-miscompile=cse' --match='pass: the first is cse'

// The test compiles and executes what is tried; a planted mistake in a pass makes the targets differ.
func.func @main(
    %x: memref<16x4xf32> {warpline.input = "iota:1"},
    %y: memref<16x4xf32> {warpline.input = "splat:2"}) -> memref<16x4xf32> {
  %a = memref.alloc() : memref<16x4xf32>
  %b = memref.alloc() : memref<16x4xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %v = affine.load %x[%i, %j] : memref<16x4xf32>
      %w = affine.load %y[%i, %j] : memref<16x4xf32>
      %p = arith.mulf %v, %w : f32
      %s = arith.addf %p, %w : f32
      affine.store %s, %a[%i, %j] : memref<16x4xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %v = affine.load %a[%i, %j] : memref<16x4xf32>
      %w = math.absf %v : f32
      affine.store %w, %b[%i, %j] : memref<16x4xf32>
    }
  }
  memref.dealloc %a : memref<16x4xf32>
  return %b : memref<16x4xf32>
}

// OUT: module {
// OUT:   func.func @main(%arg0: memref<1x1xf32> {warpline.input = "iota:1"}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = affine.load %arg0[%c0, %c0] : memref<1x1xf32>
// OUT:     %1 = arith.addf %0, %0 : f32
// OUT:     affine.store %1, %arg0[%c0, %c0] : memref<1x1xf32>
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: reduced as IR: 6 operations in 9 lines are left of 21 operations in 27 lines
// OUT: 49 tries: the test held for 13; 49 programs were not tried: wrong, larger or known
