// RUN: opt --expand-scalable-vectors

// Types, constants and slices get the sizes of their vectors.
func.func @slices(%v: vector<[8]xf32>, %m: memref<?xvector<[2]xi32>>, %i: index) -> (vector<[8]xf32>, index) {
  %ones = arith.constant dense<1.0> : vector<[4]xf32>
  %part = vector.scalable.extract %v[4] : vector<4xf32> from vector<[8]xf32>
  %all = vector.scalable.insert %ones, %v[4] : vector<[4]xf32> into vector<[8]xf32>
  %back = vector.scalable.insert %part, %all[0] : vector<4xf32> into vector<[8]xf32>
  %pair = memref.load %m[%i] : memref<?xvector<[2]xi32>>
  memref.store %pair, %m[%i] : memref<?xvector<[2]xi32>>
  %factor = vector.vscale
  return %back, %factor : vector<[8]xf32>, index
}

// OUT: module {
// OUT:   func.func @slices(%arg0: vector<8xf32>, %arg1: memref<?xvector<2xi32>>, %arg2: index) -> (vector<8xf32>, index) {
// OUT:     %cst = arith.constant dense<1.000000e+00> : vector<4xf32>
// OUT:     %0 = vector.extract_strided_slice %arg0 {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
// OUT:     %1 = vector.insert_strided_slice %cst, %arg0 {offsets = [4], strides = [1]} : vector<4xf32> into vector<8xf32>
// OUT:     %2 = vector.insert_strided_slice %0, %1 {offsets = [0], strides = [1]} : vector<4xf32> into vector<8xf32>
// OUT:     %3 = memref.load %arg1[%arg2] : memref<?xvector<2xi32>>
// OUT:     memref.store %3, %arg1[%arg2] : memref<?xvector<2xi32>>
// OUT:     %c1 = arith.constant 1 : index
// OUT:     return %2, %c1 : vector<8xf32>, index
// OUT:   }
// OUT: }
