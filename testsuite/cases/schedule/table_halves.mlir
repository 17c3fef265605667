// RUN: compile --target=cpu --emit=plan

// T7: fills of two halves of a buffer are apart.
func.func @main(%m: memref<64xf32>, %v: f32) {
  %lo = memref.subview %m[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  gpu.memset %lo, %v : memref<32xf32, strided<[1]>>, f32
  gpu.memset %hi, %v : memref<32xf32, strided<[1], offset: 32>>, f32
  return
}

// -----

// T7: they overlap by one element.
func.func @main(%m: memref<64xf32>, %v: f32) {
  %lo = memref.subview %m[0] [33] [1] : memref<64xf32> to memref<33xf32, strided<[1]>>
  %hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  gpu.memset %lo, %v : memref<33xf32, strided<[1]>>, f32
  gpu.memset %hi, %v : memref<32xf32, strided<[1], offset: 32>>, f32
  return
}
