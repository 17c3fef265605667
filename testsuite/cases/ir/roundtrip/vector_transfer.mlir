// RUN: roundtrip

func.func @read_defaults(%m: memref<?x?xf32>, %t: tensor<4x?xf32>, %i: index, %pad: f32) {
  %0 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xf32>, vector<128xf32>
  %1 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xf32>, vector<4x[8]xf32>
  %2 = vector.transfer_read %t[%i, %i], %pad {k = "note"} : tensor<4x?xf32>, vector<4x4xf32>
  return
}

// OUT: module {
// OUT:   func.func @read_defaults(%arg0: memref<?x?xf32>, %arg1: tensor<4x?xf32>, %arg2: index, %arg3: f32) {
// OUT:     %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : memref<?x?xf32>, vector<128xf32>
// OUT:     %1 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : memref<?x?xf32>, vector<4x[8]xf32>
// OUT:     %2 = vector.transfer_read %arg1[%arg2, %arg2], %arg3 {k = "note"} : tensor<4x?xf32>, vector<4x4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @read_in_bounds(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  %0 = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true, false]} : memref<?x?xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %pad {in_bounds = [false, false]} : memref<?x?xf32>, vector<4x8xf32>
  return
}

// OUT: module {
// OUT:   func.func @read_in_bounds(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) {
// OUT:     %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true, false]} : memref<?x?xf32>, vector<4x8xf32>
// OUT:     %1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<?x?xf32>, vector<4x8xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

#swap = affine_map<(i, j) -> (j, i)>
#first = affine_map<(i, j) -> (i)>
#spread = affine_map<(i, j) -> (0, j)>
func.func @read_maps(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  %0 = vector.transfer_read %m[%i, %i], %pad {permutation_map = #swap} : memref<?x?xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %pad {permutation_map = #first} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true, true], permutation_map = #spread} : memref<?x?xf32>, vector<4x8xf32>
  %3 = vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i, j) -> (j)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d1, d0)>
// OUT: #map1 = affine_map<(d0, d1) -> (d0)>
// OUT: #map2 = affine_map<(d0, d1) -> (0, d1)>
// OUT: module {
// OUT:   func.func @read_maps(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) {
// OUT:     %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {permutation_map = #map} : memref<?x?xf32>, vector<4x8xf32>
// OUT:     %1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {permutation_map = #map1} : memref<?x?xf32>, vector<4xf32>
// OUT:     %2 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true, true], permutation_map = #map2} : memref<?x?xf32>, vector<4x8xf32>
// OUT:     %3 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<?x?xf32>, vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @read_masked(%m: memref<?x?xf32>, %i: index, %pad: f32, %mask: vector<4x8xi1>, %turned: vector<8x4xi1>, %narrow: vector<[8]xi1>) {
  %0 = vector.transfer_read %m[%i, %i], %pad, %mask : memref<?x?xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %pad, %turned {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<?x?xf32>, vector<4x8xf32>
  %2 = vector.transfer_read %m[%i, %i], %pad, %narrow {permutation_map = affine_map<(i, j) -> (0, j)>} : memref<?x?xf32>, vector<4x[8]xf32>
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d1, d0)>
// OUT: #map1 = affine_map<(d0, d1) -> (0, d1)>
// OUT: module {
// OUT:   func.func @read_masked(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32, %arg3: vector<4x8xi1>, %arg4: vector<8x4xi1>, %arg5: vector<[8]xi1>) {
// OUT:     %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg3 : memref<?x?xf32>, vector<4x8xf32>
// OUT:     %1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg4 {permutation_map = #map} : memref<?x?xf32>, vector<4x8xf32>
// OUT:     %2 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg5 {permutation_map = #map1} : memref<?x?xf32>, vector<4x[8]xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @read_zero_rank(%m: memref<f32>, %t: tensor<f32>, %pad: f32) {
  %0 = vector.transfer_read %m[], %pad : memref<f32>, vector<f32>
  %1 = vector.transfer_read %t[], %pad : tensor<f32>, vector<f32>
  return
}

// OUT: module {
// OUT:   func.func @read_zero_rank(%arg0: memref<f32>, %arg1: tensor<f32>, %arg2: f32) {
// OUT:     %0 = vector.transfer_read %arg0[], %arg2 : memref<f32>, vector<f32>
// OUT:     %1 = vector.transfer_read %arg1[], %arg2 : tensor<f32>, vector<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @read_vectors(%m: memref<?x?xvector<4x3xf32>>, %i: index, %pad: vector<4x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %pad {in_bounds = []} : memref<?x?xvector<4x3xf32>>, vector<4x3xf32>
  %1 = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true, true]} : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  %2 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xvector<4x3xf32>>, vector<2x4x3xf32>
  return
}

// OUT: module {
// OUT:   func.func @read_vectors(%arg0: memref<?x?xvector<4x3xf32>>, %arg1: index, %arg2: vector<4x3xf32>) {
// OUT:     %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<?x?xvector<4x3xf32>>, vector<4x3xf32>
// OUT:     %1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true, true]} : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
// OUT:     %2 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<?x?xvector<4x3xf32>>, vector<2x4x3xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @write(%m: memref<?x?xf32>, %z: memref<f32>, %i: index, %v: vector<128xf32>, %w: vector<4x[8]xf32>, %one: vector<f32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<128xf32>, memref<?x?xf32>
  vector.transfer_write %w, %m[%i, %i] {in_bounds = [false, true]} : vector<4x[8]xf32>, memref<?x?xf32>
  vector.transfer_write %w, %m[%i, %i] {permutation_map = affine_map<(i, j) -> (j, i)>, k} : vector<4x[8]xf32>, memref<?x?xf32>
  vector.transfer_write %one, %z[] : vector<f32>, memref<f32>
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d1, d0)>
// OUT: module {
// OUT:   func.func @write(%arg0: memref<?x?xf32>, %arg1: memref<f32>, %arg2: index, %arg3: vector<128xf32>, %arg4: vector<4x[8]xf32>, %arg5: vector<f32>) {
// OUT:     vector.transfer_write %arg3, %arg0[%arg2, %arg2] : vector<128xf32>, memref<?x?xf32>
// OUT:     vector.transfer_write %arg4, %arg0[%arg2, %arg2] {in_bounds = [false, true]} : vector<4x[8]xf32>, memref<?x?xf32>
// OUT:     vector.transfer_write %arg4, %arg0[%arg2, %arg2] {k, permutation_map = #map} : vector<4x[8]xf32>, memref<?x?xf32>
// OUT:     vector.transfer_write %arg5, %arg1[] : vector<f32>, memref<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @write_into_tensor(%t: tensor<8x?xi32>, %i: index, %v: vector<2x4xi32>, %mask: vector<2x4xi1>) -> tensor<8x?xi32> {
  %0 = vector.transfer_write %v, %t[%i, %i] : vector<2x4xi32>, tensor<8x?xi32>
  %1 = vector.transfer_write %v, %0[%i, %i], %mask {in_bounds = [true, true]} : vector<2x4xi32>, tensor<8x?xi32>
  return %1 : tensor<8x?xi32>
}

// OUT: module {
// OUT:   func.func @write_into_tensor(%arg0: tensor<8x?xi32>, %arg1: index, %arg2: vector<2x4xi32>, %arg3: vector<2x4xi1>) -> tensor<8x?xi32> {
// OUT:     %0 = vector.transfer_write %arg2, %arg0[%arg1, %arg1] : vector<2x4xi32>, tensor<8x?xi32>
// OUT:     %1 = vector.transfer_write %arg2, %0[%arg1, %arg1], %arg3 {in_bounds = [true, true]} : vector<2x4xi32>, tensor<8x?xi32>
// OUT:     return %1 : tensor<8x?xi32>
// OUT:   }
// OUT: }
