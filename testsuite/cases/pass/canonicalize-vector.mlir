// RUN: opt --canonicalize

func.func @broadcasts(%x: f32, %v: vector<4xf32>) -> (vector<2x3x4xf32>, vector<2x4xi8>, vector<4xf32>, f32, vector<4xf32>, vector<3x4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<3x4xf32>
  %1 = vector.broadcast %0 : vector<3x4xf32> to vector<2x3x4xf32>
  %c = arith.constant -3 : i8
  %2 = vector.broadcast %c : i8 to vector<2x4xi8>
  %3 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  %4 = vector.broadcast %x : f32 to vector<2x4xf32>
  %5 = vector.extract %4[1, 2] : f32 from vector<2x4xf32>
  %6 = vector.extract %4[1] : vector<4xf32> from vector<2x4xf32>
  %7 = vector.extract %1[1] : vector<3x4xf32> from vector<2x3x4xf32>
  return %1, %2, %3, %5, %6, %7 : vector<2x3x4xf32>, vector<2x4xi8>, vector<4xf32>, f32, vector<4xf32>, vector<3x4xf32>
}

// OUT: module {
// OUT:   func.func @broadcasts(%arg0: f32, %arg1: vector<4xf32>) -> (vector<2x3x4xf32>, vector<2x4xi8>, vector<4xf32>, f32, vector<4xf32>, vector<3x4xf32>) {
// OUT:     %cst = arith.constant dense<-3> : vector<2x4xi8>
// OUT:     %0 = vector.broadcast %arg1 : vector<4xf32> to vector<2x3x4xf32>
// OUT:     %1 = vector.broadcast %arg0 : f32 to vector<4xf32>
// OUT:     %2 = vector.broadcast %arg1 : vector<4xf32> to vector<3x4xf32>
// OUT:     return %0, %cst, %arg1, %arg0, %1, %2 : vector<2x3x4xf32>, vector<2x4xi8>, vector<4xf32>, f32, vector<4xf32>, vector<3x4xf32>
// OUT:   }
// OUT: }
// -----

func.func @shapes(%v: vector<2x3x4xf32>, %x: f32) -> (vector<24xf32>, vector<2x3x4xf32>, vector<2x2xi16>, vector<3x2xf32>, vector<3x2x4xf32>, vector<2x3x4xf32>) {
  %0 = vector.shape_cast %v : vector<2x3x4xf32> to vector<6x4xf32>
  %1 = vector.shape_cast %0 : vector<6x4xf32> to vector<24xf32>
  %2 = vector.shape_cast %0 : vector<6x4xf32> to vector<2x3x4xf32>
  %c = arith.constant dense<[1, -2, 3, 4]> : vector<4xi16>
  %3 = vector.shape_cast %c : vector<4xi16> to vector<2x2xi16>
  %4 = vector.broadcast %x : f32 to vector<2x3xf32>
  %5 = vector.transpose %4, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %6 = vector.transpose %v, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %7 = vector.transpose %6, [2, 1, 0] : vector<4x2x3xf32> to vector<3x2x4xf32>
  %8 = vector.transpose %6, [1, 2, 0] : vector<4x2x3xf32> to vector<2x3x4xf32>
  return %1, %2, %3, %5, %7, %8 : vector<24xf32>, vector<2x3x4xf32>, vector<2x2xi16>, vector<3x2xf32>, vector<3x2x4xf32>, vector<2x3x4xf32>
}

// OUT: module {
// OUT:   func.func @shapes(%arg0: vector<2x3x4xf32>, %arg1: f32) -> (vector<24xf32>, vector<2x3x4xf32>, vector<2x2xi16>, vector<3x2xf32>, vector<3x2x4xf32>, vector<2x3x4xf32>) {
// OUT:     %cst = arith.constant dense<[[1, -2], [3, 4]]> : vector<2x2xi16>
// OUT:     %0 = vector.shape_cast %arg0 : vector<2x3x4xf32> to vector<24xf32>
// OUT:     %1 = vector.broadcast %arg1 : f32 to vector<3x2xf32>
// OUT:     %2 = vector.transpose %arg0, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
// OUT:     return %0, %arg0, %cst, %1, %2, %arg0 : vector<24xf32>, vector<2x3x4xf32>, vector<2x2xi16>, vector<3x2xf32>, vector<3x2x4xf32>, vector<2x3x4xf32>
// OUT:   }
// OUT: }
// -----

func.func @elements(%v: vector<2x4xf32>, %w: vector<4xf32>, %x: f32, %i: index) -> (f32, vector<4xf32>, f32, f32, f32, f32, i16, vector<2xi16>) {
  %c1 = arith.constant 1 : index
  %0 = vector.extract %v[%i] : vector<4xf32> from vector<2x4xf32>
  %1 = vector.extract %0[%c1] : f32 from vector<4xf32>
  %2 = vector.insert %w, %v[1] : vector<4xf32> into vector<2x4xf32>
  %3 = vector.extract %2[1] : vector<4xf32> from vector<2x4xf32>
  %4 = vector.extract %2[0, 3] : f32 from vector<2x4xf32>
  %5 = vector.extract %2[1, 3] : f32 from vector<2x4xf32>
  // It is not known whether this is the part that was inserted.
  %6 = vector.extract %2[%i, 3] : f32 from vector<2x4xf32>
  %7 = vector.from_elements %x, %1, %4, %5 : vector<2x2xf32>
  %8 = vector.extract %7[0, 0] : f32 from vector<2x2xf32>
  %c = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi16>
  %9 = vector.extract %c[1, 0] : i16 from vector<2x2xi16>
  %10 = vector.extract %c[0] : vector<2xi16> from vector<2x2xi16>
  return %1, %3, %4, %5, %6, %8, %9, %10 : f32, vector<4xf32>, f32, f32, f32, f32, i16, vector<2xi16>
}

// OUT: module {
// OUT:   func.func @elements(%arg0: vector<2x4xf32>, %arg1: vector<4xf32>, %arg2: f32, %arg3: index) -> (f32, vector<4xf32>, f32, f32, f32, f32, i16, vector<2xi16>) {
// OUT:     %cst = arith.constant dense<[1, 2]> : vector<2xi16>
// OUT:     %c3_i16 = arith.constant 3 : i16
// OUT:     %0 = vector.extract %arg0[%arg3, 1] : f32 from vector<2x4xf32>
// OUT:     %1 = vector.insert %arg1, %arg0 [1] : vector<4xf32> into vector<2x4xf32>
// OUT:     %2 = vector.extract %arg0[0, 3] : f32 from vector<2x4xf32>
// OUT:     %3 = vector.extract %arg1[3] : f32 from vector<4xf32>
// OUT:     %4 = vector.extract %1[%arg3, 3] : f32 from vector<2x4xf32>
// OUT:     return %0, %arg1, %2, %3, %4, %arg2, %c3_i16, %cst : f32, vector<4xf32>, f32, f32, f32, f32, i16, vector<2xi16>
// OUT:   }
// OUT: }
// -----

func.func @from_and_to(%v: vector<2xf32>, %x: f32, %one: vector<1xf32>) -> (vector<2xf32>, f32, f32, f32, f32) {
  %0:2 = vector.to_elements %v : vector<2xf32>
  %1 = vector.from_elements %0#0, %0#1 : vector<2xf32>
  %2 = vector.broadcast %x : f32 to vector<2xf32>
  %3:2 = vector.to_elements %2 : vector<2xf32>
  %4 = vector.from_elements %0#1, %x : vector<2xf32>
  %5:2 = vector.to_elements %4 : vector<2xf32>
  %6 = vector.reduction <add>, %one : vector<1xf32> into f32
  return %1, %3#1, %5#0, %5#1, %6 : vector<2xf32>, f32, f32, f32, f32
}

// OUT: module {
// OUT:   func.func @from_and_to(%arg0: vector<2xf32>, %arg1: f32, %arg2: vector<1xf32>) -> (vector<2xf32>, f32, f32, f32, f32) {
// OUT:     %0:2 = vector.to_elements %arg0 : vector<2xf32>
// OUT:     %1 = vector.extract %arg2[0] : f32 from vector<1xf32>
// OUT:     return %arg0, %arg1, %0#1, %arg1, %1 : vector<2xf32>, f32, f32, f32, f32
// OUT:   }
// OUT: }
// -----

func.func @masks(%n: index, %m: memref<16xf32>, %v: vector<4xf32>) -> (vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<3x4xi1>, f32) {
  %c-1 = arith.constant -1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %0 = vector.create_mask %c9 : vector<4xi1>
  %1 = vector.constant_mask [0] : vector<4xi1>
  %2 = vector.create_mask %c2, %c9 : vector<3x4xi1>
  %3 = vector.create_mask %c2, %c-1 : vector<3x4xi1>
  %4 = vector.mask %0 { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<3x4xi1>, f32
}

// OUT: module {
// OUT:   func.func @masks(%arg0: index, %arg1: memref<16xf32>, %arg2: vector<4xf32>) -> (vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<3x4xi1>, f32) {
// OUT:     %cst = arith.constant dense<false> : vector<3x4xi1>
// OUT:     %cst_0 = arith.constant dense<true> : vector<4xi1>
// OUT:     %cst_1 = arith.constant dense<false> : vector<4xi1>
// OUT:     %0 = vector.constant_mask [2, 4] : vector<3x4xi1>
// OUT:     %1 = vector.reduction <add>, %arg2 : vector<4xf32> into f32
// OUT:     return %cst_0, %cst_1, %0, %cst, %1 : vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<3x4xi1>, f32
// OUT:   }
// OUT: }
// -----

// Four elements fit behind the index 12, not behind 13.
func.func @transfers(%m: memref<16x?xf32>, %i: index, %p: f32) -> (vector<4x2xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %all = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.transfer_read %m[%c12, %c0], %p : memref<16x?xf32>, vector<4x2xf32>
  %1 = vector.transfer_read %m[%c13, %i], %p, %all {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<16x?xf32>, vector<4xf32>
  vector.transfer_write %1, %m[%c12, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<16x?xf32>
  return %0, %1 : vector<4x2xf32>, vector<4xf32>
}

// OUT: #map = affine_map<(d0, d1) -> (d0)>
// OUT: module {
// OUT:   func.func @transfers(%arg0: memref<16x?xf32>, %arg1: index, %arg2: f32) -> (vector<4x2xf32>, vector<4xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c12 = arith.constant 12 : index
// OUT:     %c13 = arith.constant 13 : index
// OUT:     %0 = vector.transfer_read %arg0[%c12, %c0], %arg2 {in_bounds = [true, false]} : memref<16x?xf32>, vector<4x2xf32>
// OUT:     %1 = vector.transfer_read %arg0[%c13, %arg1], %arg2 {permutation_map = #map} : memref<16x?xf32>, vector<4xf32>
// OUT:     vector.transfer_write %1, %arg0[%c12, %arg1] {in_bounds = [true], permutation_map = #map} : vector<4xf32>, memref<16x?xf32>
// OUT:     return %0, %1 : vector<4x2xf32>, vector<4xf32>
// OUT:   }
// OUT: }
// -----

// Constant masks.
func.func @masks(%m: memref<8xf32>, %i: index, %v: vector<4xf32>, %w: vector<4xf32>) -> (i1, i1, vector<4xf32>, vector<4xf32>) {
  %all = arith.constant dense<true> : vector<4xi1>
  %none = arith.constant dense<false> : vector<4xi1>
  %some = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %a = vector.reduction <and>, %some : vector<4xi1> into i1
  %b = vector.reduction <or>, %some : vector<4xi1> into i1
  %c = vector.maskedload %m[%i], %all, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %d = vector.maskedload %m[%i], %none, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %all, %w : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %none, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return %a, %b, %c, %d : i1, i1, vector<4xf32>, vector<4xf32>
}

// OUT: module {
// OUT:   func.func @masks(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xf32>, %arg3: vector<4xf32>) -> (i1, i1, vector<4xf32>, vector<4xf32>) {
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %0 = vector.load %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// OUT:     vector.store %arg3, %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// OUT:     return %false, %true, %0, %arg2 : i1, i1, vector<4xf32>, vector<4xf32>
// OUT:   }
// OUT: }
