// RUN: roundtrip --allow-unregistered-dialect

func.func @integer_types(%a: i1, %b: i7, %c: si32, %d: ui8, %e: index, %f: i128) {
  return
}

// OUT: module {
// OUT:   func.func @integer_types(%arg0: i1, %arg1: i7, %arg2: si32, %arg3: ui8, %arg4: index, %arg5: i128) {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @float_types(%a: f16, %b: bf16, %c: f32, %d: f64) {
  return
}

// OUT: module {
// OUT:   func.func @float_types(%arg0: f16, %arg1: bf16, %arg2: f32, %arg3: f64) {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @vector_types(%a: vector<f32>, %b: vector<4x[2]xi8>, %c: vector<[4]xindex>) {
  return
}

// OUT: module {
// OUT:   func.func @vector_types(%arg0: vector<f32>, %arg1: vector<4x[2]xi8>, %arg2: vector<[4]xindex>) {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @tensor_types(%a: tensor<?x4xf32>, %b: tensor<*xi1>, %c: tensor<f64>, %d: tensor<2xi8, "encoding">) {
  return
}

// OUT: module {
// OUT:   func.func @tensor_types(%arg0: tensor<?x4xf32>, %arg1: tensor<*xi1>, %arg2: tensor<f64>, %arg3: tensor<2xi8, "encoding">) {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @function_types(%a: () -> (), %b: (i32) -> i32, %c: (i32, f32) -> (i32, f32)) {
  return
}

// OUT: module {
// OUT:   func.func @function_types(%arg0: () -> (), %arg1: (i32) -> i32, %arg2: (i32, f32) -> (i32, f32)) {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @composite_types(%a: complex<f32>, %b: tuple<i32, f32>, %c: tuple<>, %d: none) {
  return
}

// OUT: module {
// OUT:   func.func @composite_types(%arg0: complex<f32>, %arg1: tuple<i32, f32>, %arg2: tuple<>, %arg3: none) {
// OUT:     return
// OUT:   }
// OUT: }
