// RUN: roundtrip
// DIFFERS everywhere: mlir-opt 22 has these operations no longer

func.func @elements_by_their_older_names(%x: f32, %v: vector<4xf32>, %zero: vector<f32>, %i: index, %n: i32) {
  %all = vector.splat %x : vector<2x4xf32>
  %one = vector.extractelement %v[%i : index] : vector<4xf32>
  %single = vector.extractelement %zero[] : vector<f32>
  %other = vector.insertelement %one, %v[%i : index] : vector<4xf32>
  %filled = vector.insertelement %single, %zero[] : vector<f32>
  return
}

// OUT: module {
// OUT:   func.func @elements_by_their_older_names(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<f32>, %arg3: index, %arg4: i32) {
// OUT:     %0 = vector.broadcast %arg0 : f32 to vector<2x4xf32>
// OUT:     %1 = vector.extract %arg1[%arg3] : f32 from vector<4xf32>
// OUT:     %2 = vector.extract %arg2[] : f32 from vector<f32>
// OUT:     %3 = vector.insert %1, %arg1 [%arg3] : f32 into vector<4xf32>
// OUT:     %4 = vector.insert %2, %arg2 [] : f32 into vector<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @positions_of_other_types(%v: vector<4xf32>, %n: i32) {
  %one = vector.extractelement %v[%n : i32] : vector<4xf32>
  %other = vector.insertelement %one, %v[%n : i32] : vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @positions_of_other_types(%arg0: vector<4xf32>, %arg1: i32) {
// OUT:     %0 = vector.extractelement %arg0[%arg1 : i32] : vector<4xf32>
// OUT:     %1 = vector.insertelement %0, %arg0[%arg1 : i32] : vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @flat_matrices(%a: vector<8xf32>, %b: vector<12xf32>) {
  %turned = vector.flat_transpose %a {columns = 4 : i32, rows = 2 : i32} : vector<8xf32> -> vector<8xf32>
  %product = vector.matrix_multiply %turned, %b {lhs_columns = 4 : i32, lhs_rows = 2 : i32, rhs_columns = 3 : i32} : (vector<8xf32>, vector<12xf32>) -> vector<6xf32>
  return
}

// OUT: module {
// OUT:   func.func @flat_matrices(%arg0: vector<8xf32>, %arg1: vector<12xf32>) {
// OUT:     %0 = vector.flat_transpose %arg0 {columns = 4 : i32, rows = 2 : i32} : vector<8xf32> -> vector<8xf32>
// OUT:     %1 = vector.matrix_multiply %0, %arg1 {lhs_columns = 4 : i32, lhs_rows = 2 : i32, rhs_columns = 3 : i32} : (vector<8xf32>, vector<12xf32>) -> vector<6xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @reshape(%v: vector<3x2x4xf32>, %i: index) {
  %0 = vector.reshape %v, [%i, %i], [%i, %i], [4] : vector<3x2x4xf32> to vector<2x3x4xf32>
  return
}

// OUT: module {
// OUT:   func.func @reshape(%arg0: vector<3x2x4xf32>, %arg1: index) {
// OUT:     %0 = vector.reshape %arg0, [%arg1, %arg1], [%arg1, %arg1], [4] : vector<3x2x4xf32> to vector<2x3x4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The generic forms of the same operations.
func.func @generic_forms(%x: f32, %v: vector<4xf32>, %zero: vector<f32>, %i: index, %n: i32) {
  %all = "vector.splat"(%x) : (f32) -> vector<2x4xf32>
  %one = "vector.extractelement"(%v, %i) : (vector<4xf32>, index) -> f32
  %single = "vector.extractelement"(%zero) : (vector<f32>) -> f32
  %other = "vector.insertelement"(%one, %v, %i) : (f32, vector<4xf32>, index) -> vector<4xf32>
  %filled = "vector.insertelement"(%single, %zero) : (f32, vector<f32>) -> vector<f32>
  %kept = "vector.extractelement"(%v, %n) : (vector<4xf32>, i32) -> f32
  return
}

// OUT: module {
// OUT:   func.func @generic_forms(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<f32>, %arg3: index, %arg4: i32) {
// OUT:     %0 = vector.broadcast %arg0 : f32 to vector<2x4xf32>
// OUT:     %1 = vector.extract %arg1[%arg3] : f32 from vector<4xf32>
// OUT:     %2 = vector.extract %arg2[] : f32 from vector<f32>
// OUT:     %3 = vector.insert %1, %arg1 [%arg3] : f32 into vector<4xf32>
// OUT:     %4 = vector.insert %2, %arg2 [] : f32 into vector<f32>
// OUT:     %5 = vector.extractelement %arg1[%arg4 : i32] : vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
