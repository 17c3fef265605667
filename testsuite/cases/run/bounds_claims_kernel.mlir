// RUN: warpline run --device=cpu --input=4 --diagnostics=short
// RUN: warpline run --device=interp --input=4 --diagnostics=short

// A kernel claims an element too many of what it is launched with.
func.func @main(%stride: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %one, %m[%c0] : memref<8xf32>
    %view = memref.reinterpret_cast %m to offset: [0], sizes: [3], strides: [%stride] : memref<8xf32> to memref<3xf32, strided<[?]>>
    memref.store %one, %view[%tx] : memref<3xf32, strided<[?]>>
    gpu.terminator
  }
  %v = memref.load %m[%c0] : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return %v : f32
}

// OUT: stderr:
// OUT: bounds_claims_kernel.mlir:13:13: error[E0501]: the view exceeds its buffer, in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_claims_kernel.mlir:10:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_claims_kernel.mlir:13:13: error[E0501]: the view exceeds its buffer, which has 32 bytes left, in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_claims_kernel.mlir:10:3: note: launched here
// OUT: exit: 1
