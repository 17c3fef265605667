// RUN: opt --assume-fastmath

// Flags are added to those that an operation has. Integers have none.
func.func @sum(%a: f32, %b: vector<4xf16>, %i: i32) -> (f32, vector<4xf16>, i1, i32) {
  %0 = arith.addf %a, %a fastmath<nnan> : f32
  %1 = math.exp %b : vector<4xf16>
  %2 = arith.cmpf olt, %a, %0 : f32
  %3 = arith.addi %i, %i : i32
  return %0, %1, %2, %3 : f32, vector<4xf16>, i1, i32
}

// What a named operation stands for has no text.
func.func @named(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d0, d1)>
// OUT: module {
// OUT:   func.func @sum(%arg0: f32, %arg1: vector<4xf16>, %arg2: i32) -> (f32, vector<4xf16>, i1, i32) {
// OUT:     %0 = arith.addf %arg0, %arg0 fastmath<reassoc,nnan,contract> : f32
// OUT:     %1 = math.exp %arg1 fastmath<reassoc,contract> : vector<4xf16>
// OUT:     %2 = arith.cmpf olt, %arg0, %0 fastmath<reassoc,contract> : f32
// OUT:     %3 = arith.addi %arg2, %arg2 : i32
// OUT:     return %0, %1, %2, %3 : f32, vector<4xf16>, i1, i32
// OUT:   }
// OUT:   func.func @named(%arg0: memref<4x4xf32>, %arg1: memref<4x4xf32>, %arg2: memref<4x4xf32>) {
// OUT:     linalg.matmul ins(%arg0, %arg1 : memref<4x4xf32>, memref<4x4xf32>) outs(%arg2 : memref<4x4xf32>)
// OUT:     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : memref<4x4xf32>) outs(%arg2 : memref<4x4xf32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       %0 = arith.addf %in, %out fastmath<reassoc,contract> : f32
// OUT:       linalg.yield %0 : f32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
