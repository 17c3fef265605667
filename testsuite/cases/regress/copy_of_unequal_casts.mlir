// RUN: opt --canonicalize

// Seen through both casts, the shapes differ, which only a run may report.
func.func @unequal(%from: memref<6xi32>, %to: memref<7xi32>) {
  %0 = memref.cast %from : memref<6xi32> to memref<?xi32>
  %1 = memref.cast %to : memref<7xi32> to memref<?xi32>
  memref.copy %0, %1 : memref<?xi32> to memref<?xi32>
  return
}

// OUT: module {
// OUT:   func.func @unequal(%arg0: memref<6xi32>, %arg1: memref<7xi32>) {
// OUT:     %cast = memref.cast %arg1 : memref<7xi32> to memref<?xi32>
// OUT:     memref.copy %arg0, %cast : memref<6xi32> to memref<?xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----
func.func @unequal_on_device(%from: memref<6xi32>, %to: memref<7xi32>) {
  %0 = memref.cast %from : memref<6xi32> to memref<?xi32>
  %1 = memref.cast %to : memref<7xi32> to memref<?xi32>
  gpu.memcpy %1, %0 : memref<?xi32>, memref<?xi32>
  return
}

// OUT: module {
// OUT:   func.func @unequal_on_device(%arg0: memref<6xi32>, %arg1: memref<7xi32>) {
// OUT:     %cast = memref.cast %arg0 : memref<6xi32> to memref<?xi32>
// OUT:     gpu.memcpy  %arg1, %cast : memref<7xi32>, memref<?xi32>
// OUT:     return
// OUT:   }
// OUT: }
