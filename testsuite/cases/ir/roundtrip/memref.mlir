// RUN: roundtrip

memref.global "private" constant @g : memref<4xf32> = dense<1.5>
memref.global @h : memref<2x2xi32> = dense<[[1, 2], [3, 4]]> {alignment = 64 : i64}
memref.global "private" @u : memref<4xf32> = uninitialized
func.func @memref(%n: index, %m: memref<?x4xf32>, %s: memref<8x4xf32, strided<[4, 1], offset: ?>>, %w: memref<16xf32, #gpu.address_space<workgroup>>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc(%n) {alignment = 16 : i64} : memref<?x4xf32>
  %l = memref.alloca() : memref<4xi8>
  %0 = memref.load %m[%n, %n] : memref<?x4xf32>
  memref.store %0, %m[%n, %n] : memref<?x4xf32>
  %d = memref.dim %m, %n : memref<?x4xf32>
  memref.copy %m, %b : memref<?x4xf32> to memref<?x4xf32>
  %c = memref.cast %a : memref<4xf32> to memref<?xf32>
  %v = memref.subview %m[%n, 0] [4, 4] [1, 1] : memref<?x4xf32> to memref<4x4xf32, strided<[4, 1], offset: ?>>
  %g = memref.get_global @g : memref<4xf32>
  %r = memref.atomic_rmw addf %0, %a[%n] : (f32, memref<4xf32>) -> f32
  memref.dealloc %a : memref<4xf32>
  return
}

// OUT: module {
// OUT:   memref.global "private" constant @g : memref<4xf32> = dense<1.500000e+00>
// OUT:   memref.global @h : memref<2x2xi32> = dense<[[1, 2], [3, 4]]> {alignment = 64 : i64}
// OUT:   memref.global "private" @u : memref<4xf32> = uninitialized
// OUT:   func.func @memref(%arg0: index, %arg1: memref<?x4xf32>, %arg2: memref<8x4xf32, strided<[4, 1], offset: ?>>, %arg3: memref<16xf32, #gpu.address_space<workgroup>>) {
// OUT:     %alloc = memref.alloc() : memref<4xf32>
// OUT:     %alloc_0 = memref.alloc(%arg0) {alignment = 16 : i64} : memref<?x4xf32>
// OUT:     %alloca = memref.alloca() : memref<4xi8>
// OUT:     %0 = memref.load %arg1[%arg0, %arg0] : memref<?x4xf32>
// OUT:     memref.store %0, %arg1[%arg0, %arg0] : memref<?x4xf32>
// OUT:     %dim = memref.dim %arg1, %arg0 : memref<?x4xf32>
// OUT:     memref.copy %arg1, %alloc_0 : memref<?x4xf32> to memref<?x4xf32>
// OUT:     %cast = memref.cast %alloc : memref<4xf32> to memref<?xf32>
// OUT:     %subview = memref.subview %arg1[%arg0, 0] [4, 4] [1, 1] : memref<?x4xf32> to memref<4x4xf32, strided<[4, 1], offset: ?>>
// OUT:     %1 = memref.get_global @g : memref<4xf32>
// OUT:     %2 = memref.atomic_rmw addf %0, %alloc[%arg0] : (f32, memref<4xf32>) -> f32
// OUT:     memref.dealloc %alloc : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @layouts(%a: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, %b: memref<4x4xf32, strided<[8, 2], offset: 3>>, %c: memref<4xf32, 3>, %d: memref<*xf32>, %e: memref<4xf32, affine_map<(d0) -> (d0)>, 0>) {
  %0 = memref.cast %d : memref<*xf32> to memref<?xf32>
  memref.dealloc %d : memref<*xf32>
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d1, d0)>
// OUT: module {
// OUT:   func.func @layouts(%arg0: memref<4x4xf32, #map>, %arg1: memref<4x4xf32, strided<[8, 2], offset: 3>>, %arg2: memref<4xf32, 3>, %arg3: memref<*xf32>, %arg4: memref<4xf32>) {
// OUT:     %cast = memref.cast %arg3 : memref<*xf32> to memref<?xf32>
// OUT:     memref.dealloc %arg3 : memref<*xf32>
// OUT:     return
// OUT:   }
// OUT: }
