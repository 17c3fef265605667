// RUN: roundtrip

// DIFFERS: a default that is written out is left out of the custom form
func.func @load_store(%m: memref<8x16xf32>, %z: memref<f32>, %vs: memref<4xvector<8xf32>>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<8x16xf32>, vector<8xf32>
  %1 = vector.load %m[%i, %i] {nontemporal = true} : memref<8x16xf32>, vector<4x[8]xf32>
  %2 = vector.load %z[] : memref<f32>, vector<f32>
  %3 = vector.load %vs[%i] {alignment = 32 : i64} : memref<4xvector<8xf32>>, vector<8xf32>
  vector.store %0, %m[%i, %i] : memref<8x16xf32>, vector<8xf32>
  vector.store %1, %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x16xf32>, vector<4x[8]xf32>
  vector.store %2, %z[] : memref<f32>, vector<f32>
  vector.store %3, %vs[%i] {nontemporal = false} : memref<4xvector<8xf32>>, vector<8xf32>
  return
}

// OUT: module {
// OUT:   func.func @load_store(%arg0: memref<8x16xf32>, %arg1: memref<f32>, %arg2: memref<4xvector<8xf32>>, %arg3: index) {
// OUT:     %0 = vector.load %arg0[%arg3, %arg3] : memref<8x16xf32>, vector<8xf32>
// OUT:     %1 = vector.load %arg0[%arg3, %arg3] {nontemporal = true} : memref<8x16xf32>, vector<4x[8]xf32>
// OUT:     %2 = vector.load %arg1[] : memref<f32>, vector<f32>
// OUT:     %3 = vector.load %arg2[%arg3] {alignment = 32 : i64} : memref<4xvector<8xf32>>, vector<8xf32>
// OUT:     vector.store %0, %arg0[%arg3, %arg3] : memref<8x16xf32>, vector<8xf32>
// OUT:     vector.store %1, %arg0[%arg3, %arg3] {alignment = 8 : i64, nontemporal = true} : memref<8x16xf32>, vector<4x[8]xf32>
// OUT:     vector.store %2, %arg1[] : memref<f32>, vector<f32>
// OUT:     vector.store %3, %arg2[%arg3] : memref<4xvector<8xf32>>, vector<8xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @single_element_of_any_stride(%m: memref<8xf32, strided<[4], offset: ?>>, %i: index) {
  %0 = vector.load %m[%i] : memref<8xf32, strided<[4], offset: ?>>, vector<1xf32>
  vector.store %0, %m[%i] : memref<8xf32, strided<[4], offset: ?>>, vector<1xf32>
  return
}

// OUT: module {
// OUT:   func.func @single_element_of_any_stride(%arg0: memref<8xf32, strided<[4], offset: ?>>, %arg1: index) {
// OUT:     %0 = vector.load %arg0[%arg1] : memref<8xf32, strided<[4], offset: ?>>, vector<1xf32>
// OUT:     vector.store %0, %arg0[%arg1] : memref<8xf32, strided<[4], offset: ?>>, vector<1xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @masked(%m: memref<?xf32>, %i: index, %mask: vector<16xi1>, %other: vector<16xf32>) {
  %0 = vector.maskedload %m[%i], %mask, %other : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  %1 = vector.maskedload %m[%i], %mask, %0 {alignment = 16 : i64} : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  vector.maskedstore %m[%i], %mask, %1 : memref<?xf32>, vector<16xi1>, vector<16xf32>
  vector.maskedstore %m[%i], %mask, %0 {alignment = 1 : i64} : memref<?xf32>, vector<16xi1>, vector<16xf32>
  return
}

// OUT: module {
// OUT:   func.func @masked(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<16xi1>, %arg3: vector<16xf32>) {
// OUT:     %0 = vector.maskedload %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// OUT:     %1 = vector.maskedload %arg0[%arg1], %arg2, %0 {alignment = 16 : i64} : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// OUT:     vector.maskedstore %arg0[%arg1], %arg2, %1 : memref<?xf32>, vector<16xi1>, vector<16xf32>
// OUT:     vector.maskedstore %arg0[%arg1], %arg2, %0 {alignment = 1 : i64} : memref<?xf32>, vector<16xi1>, vector<16xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @masked_planes(%m: memref<4x?xi8>, %i: index, %mask: vector<2x[4]xi1>, %other: vector<2x[4]xi8>) {
  %0 = vector.maskedload %m[%i, %i], %mask, %other : memref<4x?xi8>, vector<2x[4]xi1>, vector<2x[4]xi8> into vector<2x[4]xi8>
  vector.maskedstore %m[%i, %i], %mask, %0 : memref<4x?xi8>, vector<2x[4]xi1>, vector<2x[4]xi8>
  return
}

// OUT: module {
// OUT:   func.func @masked_planes(%arg0: memref<4x?xi8>, %arg1: index, %arg2: vector<2x[4]xi1>, %arg3: vector<2x[4]xi8>) {
// OUT:     %0 = vector.maskedload %arg0[%arg1, %arg1], %arg2, %arg3 : memref<4x?xi8>, vector<2x[4]xi1>, vector<2x[4]xi8> into vector<2x[4]xi8>
// OUT:     vector.maskedstore %arg0[%arg1, %arg1], %arg2, %0 : memref<4x?xi8>, vector<2x[4]xi1>, vector<2x[4]xi8>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @gather(%m: memref<?x8xf32>, %t: tensor<?xf32>, %i: index, %at: vector<16xi32>, %mask: vector<16xi1>, %other: vector<16xf32>) {
  %0 = vector.gather %m[%i, %i][%at], %mask, %other : memref<?x8xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  %1 = vector.gather %m[%i, %i] [%at], %mask, %0 {alignment = 4 : i64} : memref<?x8xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  %2 = vector.gather %t[%i] [%at], %mask, %1 : tensor<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  return
}

// OUT: module {
// OUT:   func.func @gather(%arg0: memref<?x8xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: vector<16xi32>, %arg4: vector<16xi1>, %arg5: vector<16xf32>) {
// OUT:     %0 = vector.gather %arg0[%arg2, %arg2] [%arg3], %arg4, %arg5 : memref<?x8xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// OUT:     %1 = vector.gather %arg0[%arg2, %arg2] [%arg3], %arg4, %0 {alignment = 4 : i64} : memref<?x8xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// OUT:     %2 = vector.gather %arg1[%arg2] [%arg3], %arg4, %1 : tensor<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scatter(%m: memref<?xf32>, %i: index, %at: vector<2x[4]xindex>, %mask: vector<2x[4]xi1>, %v: vector<2x[4]xf32>) {
  vector.scatter %m[%i][%at], %mask, %v : memref<?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32>
  vector.scatter %m[%i][%at], %mask, %v {alignment = 8 : i64} : memref<?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32>
  return
}

// OUT: module {
// OUT:   func.func @scatter(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<2x[4]xindex>, %arg3: vector<2x[4]xi1>, %arg4: vector<2x[4]xf32>) {
// OUT:     vector.scatter %arg0[%arg1] [%arg2], %arg3, %arg4 : memref<?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32>
// OUT:     vector.scatter %arg0[%arg1] [%arg2], %arg3, %arg4 {alignment = 8 : i64} : memref<?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scatter_into_tensor(%t: tensor<?x4xf32>, %i: index, %at: vector<8xi64>, %mask: vector<8xi1>, %v: vector<8xf32>) -> tensor<?x4xf32> {
  %0 = vector.scatter %t[%i, %i] [%at], %mask, %v : tensor<?x4xf32>, vector<8xi64>, vector<8xi1>, vector<8xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// OUT: module {
// OUT:   func.func @scatter_into_tensor(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: vector<8xi64>, %arg3: vector<8xi1>, %arg4: vector<8xf32>) -> tensor<?x4xf32> {
// OUT:     %0 = vector.scatter %arg0[%arg1, %arg1] [%arg2], %arg3, %arg4 : tensor<?x4xf32>, vector<8xi64>, vector<8xi1>, vector<8xf32> -> tensor<?x4xf32>
// OUT:     return %0 : tensor<?x4xf32>
// OUT:   }
// OUT: }
// -----

func.func @packed(%m: memref<?xf32>, %i: index, %mask: vector<8xi1>, %other: vector<8xf32>) {
  %0 = vector.expandload %m[%i], %mask, %other : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %1 = vector.expandload %m[%i], %mask, %0 {alignment = 2 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %m[%i], %mask, %1 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  vector.compressstore %m[%i], %mask, %1 {alignment = 64 : i64, k} : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// OUT: module {
// OUT:   func.func @packed(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<8xi1>, %arg3: vector<8xf32>) {
// OUT:     %0 = vector.expandload %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// OUT:     %1 = vector.expandload %arg0[%arg1], %arg2, %0 {alignment = 2 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// OUT:     vector.compressstore %arg0[%arg1], %arg2, %1 : memref<?xf32>, vector<8xi1>, vector<8xf32>
// OUT:     vector.compressstore %arg0[%arg1], %arg2, %1 {alignment = 64 : i64, k} : memref<?xf32>, vector<8xi1>, vector<8xf32>
// OUT:     return
// OUT:   }
// OUT: }
