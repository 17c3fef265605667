// RUN: opt --linalg-generalize-named-ops

func.func @named(%x: f32, %a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.fill ins(%x : f32) outs(%c : memref<4x16xf32>)
  linalg.matmul {tag} ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  linalg.exp ins(%c : memref<4x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// OUT: #map = affine_map<(d0, d1) -> ()>
// OUT: #map1 = affine_map<(d0, d1) -> (d0, d1)>
// OUT: #map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
// OUT: #map3 = affine_map<(d0, d1, d2) -> (d2, d1)>
// OUT: #map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
// OUT: module {
// OUT:   func.func @named(%arg0: f32, %arg1: memref<4x8xf32>, %arg2: memref<8x16xf32>, %arg3: memref<4x16xf32>) {
// OUT:     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : f32) outs(%arg3 : memref<4x16xf32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       linalg.yield %in : f32
// OUT:     }
// OUT:     linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %arg2 : memref<4x8xf32>, memref<8x16xf32>) outs(%arg3 : memref<4x16xf32>) attrs =  {tag} {
// OUT:     ^bb0(%in: f32, %in_0: f32, %out: f32):
// OUT:       %0 = arith.mulf %in, %in_0 : f32
// OUT:       %1 = arith.addf %out, %0 : f32
// OUT:       linalg.yield %1 : f32
// OUT:     }
// OUT:     linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : memref<4x16xf32>) outs(%arg3 : memref<4x16xf32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       %0 = math.exp %in : f32
// OUT:       linalg.yield %0 : f32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @windows(%a: memref<1x3x9x10xi8>, %f: memref<5x3x3x3xi8>, %b: memref<1x5x3x2xi32>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<[1, 3]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a, %f : memref<1x3x9x10xi8>, memref<5x3x3x3xi8>) outs(%b : memref<1x5x3x2xi32>)
  return
}

// OUT: #map = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 * 3 + d5, d3 * 2 + d6 * 3)>
// OUT: #map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>
// OUT: #map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// OUT: module {
// OUT:   func.func @windows(%arg0: memref<1x3x9x10xi8>, %arg1: memref<5x3x3x3xi8>, %arg2: memref<1x5x3x2xi32>) {
// OUT:     linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%arg0, %arg1 : memref<1x3x9x10xi8>, memref<5x3x3x3xi8>) outs(%arg2 : memref<1x5x3x2xi32>) {
// OUT:     ^bb0(%in: i8, %in_0: i8, %out: i32):
// OUT:       %0 = arith.extsi %in : i8 to i32
// OUT:       %1 = arith.extsi %in_0 : i8 to i32
// OUT:       %2 = arith.muli %0, %1 : i32
// OUT:       %3 = arith.addi %out, %2 : i32
// OUT:       linalg.yield %3 : i32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @shaped(%a: memref<4x8xf32>, %t: memref<8x4xf32>, %v: memref<4xf32>, %d: memref<4x8xf32>) {
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%t : memref<8x4xf32>) permutation = [1, 0]
  linalg.broadcast ins(%v : memref<4xf32>) outs(%d : memref<4x8xf32>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%a : memref<4x8xf32>) outs(%v : memref<4xf32>) dimensions = [1]
  linalg.map { math.exp } ins(%a : memref<4x8xf32>) outs(%d : memref<4x8xf32>)
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d1, d0)>
// OUT: #map1 = affine_map<(d0, d1) -> (d0, d1)>
// OUT: #map2 = affine_map<(d0, d1) -> (d0)>
// OUT: module {
// OUT:   func.func @shaped(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<4xf32>, %arg3: memref<4x8xf32>) {
// OUT:     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<8x4xf32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       linalg.yield %in : f32
// OUT:     }
// OUT:     linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : memref<4xf32>) outs(%arg3 : memref<4x8xf32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       linalg.yield %in : f32
// OUT:     }
// OUT:     linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%arg0 : memref<4x8xf32>) outs(%arg2 : memref<4xf32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       %0 = arith.addf %out, %in : f32
// OUT:       linalg.yield %0 : f32
// OUT:     }
// OUT:     linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : memref<4x8xf32>) outs(%arg3 : memref<4x8xf32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       %0 = math.exp %in : f32
// OUT:       linalg.yield %0 : f32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
