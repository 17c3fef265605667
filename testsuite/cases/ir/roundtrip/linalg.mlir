// RUN: roundtrip

#row = affine_map<(i, j) -> (i)>
#scalar = affine_map<(i, j) -> ()>
#all = affine_map<(i, j) -> (i, j)>

func.func @generic(%v: memref<4xf32>, %x: f32, %d: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#row, #scalar, #all], iterator_types = ["parallel", "parallel"], library_call = "external", doc = "sums"} ins(%v, %x : memref<4xf32>, f32) outs(%d : memref<4x8xf32>) attrs = {tag} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %one = arith.constant 1.0 : f32
    %sum = arith.addf %a, %b : f32
    %more = arith.addf %sum, %one : f32
    linalg.yield %more : f32
  }
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%d : memref<4x8xf32>) {
  ^bb0(%c: f32):
    linalg.yield %c : f32
  }
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d0)>
// OUT: #map1 = affine_map<(d0, d1) -> ()>
// OUT: #map2 = affine_map<(d0, d1) -> (d0, d1)>
// OUT: module {
// OUT:   func.func @generic(%arg0: memref<4xf32>, %arg1: f32, %arg2: memref<4x8xf32>) {
// OUT:     linalg.generic {doc = "sums", indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"], library_call = "external"} ins(%arg0, %arg1 : memref<4xf32>, f32) outs(%arg2 : memref<4x8xf32>) attrs =  {tag} {
// OUT:     ^bb0(%in: f32, %in_0: f32, %out: f32):
// OUT:       %0 = linalg.index 0 : index
// OUT:       %1 = linalg.index 1 : index
// OUT:       %cst = arith.constant 1.000000e+00 : f32
// OUT:       %2 = arith.addf %in, %in_0 : f32
// OUT:       %3 = arith.addf %2, %cst : f32
// OUT:       linalg.yield %3 : f32
// OUT:     }
// OUT:     linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%arg2 : memref<4x8xf32>) {
// OUT:     ^bb0(%out: f32):
// OUT:       linalg.yield %out : f32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

#trait = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}

func.func @traits_by_alias(%a: memref<?x?xi32>, %sum: memref<?xi32>, %max: memref<?xi32>) {
  linalg.generic #trait ins(%a : memref<?x?xi32>) outs(%sum, %max : memref<?xi32>, memref<?xi32>) {
  ^bb0(%x: i32, %s: i32, %m: i32):
    %0 = arith.addi %s, %x : i32
    %1 = arith.maxsi %m, %x : i32
    linalg.yield %0, %1 : i32, i32
  }
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d0, d1)>
// OUT: #map1 = affine_map<(d0, d1) -> (d0)>
// OUT: module {
// OUT:   func.func @traits_by_alias(%arg0: memref<?x?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>) {
// OUT:     linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : memref<?x?xi32>) outs(%arg1, %arg2 : memref<?xi32>, memref<?xi32>) {
// OUT:     ^bb0(%in: i32, %out: i32, %out_0: i32):
// OUT:       %0 = arith.addi %out, %in : i32
// OUT:       %1 = arith.maxsi %out_0, %in : i32
// OUT:       linalg.yield %0, %1 : i32, i32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

#none = affine_map<() -> ()>

func.func @without_loops(%a: memref<f32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%a : memref<f32>) outs(%b : memref<f32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// OUT: #map = affine_map<() -> ()>
// OUT: module {
// OUT:   func.func @without_loops(%arg0: memref<f32>, %arg1: memref<f32>) {
// OUT:     linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg0 : memref<f32>) outs(%arg1 : memref<f32>) {
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       linalg.yield %in : f32
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

#window = affine_map<(i, j) -> (i * 2 + j)>
#inner = affine_map<(i, j) -> (j)>
#outer = affine_map<(i, j) -> (i)>

func.func @windows_and_vectors(%a: memref<9xf32>, %w: memref<3xf32>, %b: memref<4xf32>, %v: memref<4xvector<2xf32>>) {
  linalg.generic {indexing_maps = [#window, #inner, #outer], iterator_types = ["parallel", "reduction"]} ins(%a, %w : memref<9xf32>, memref<3xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.maximumf %x, %z : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%v : memref<4xvector<2xf32>>) {
  ^bb0(%x: vector<2xf32>):
    %0 = arith.addf %x, %x : vector<2xf32>
    linalg.yield %0 : vector<2xf32>
  }
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d0 * 2 + d1)>
// OUT: #map1 = affine_map<(d0, d1) -> (d1)>
// OUT: #map2 = affine_map<(d0, d1) -> (d0)>
// OUT: #map3 = affine_map<(d0) -> (d0)>
// OUT: module {
// OUT:   func.func @windows_and_vectors(%arg0: memref<9xf32>, %arg1: memref<3xf32>, %arg2: memref<4xf32>, %arg3: memref<4xvector<2xf32>>) {
// OUT:     linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg1 : memref<9xf32>, memref<3xf32>) outs(%arg2 : memref<4xf32>) {
// OUT:     ^bb0(%in: f32, %in_0: f32, %out: f32):
// OUT:       %0 = arith.maximumf %in, %out : f32
// OUT:       linalg.yield %0 : f32
// OUT:     }
// OUT:     linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%arg3 : memref<4xvector<2xf32>>) {
// OUT:     ^bb0(%out: vector<2xf32>):
// OUT:       %0 = arith.addf %out, %out : vector<2xf32>
// OUT:       linalg.yield %0 : vector<2xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @shapes(%a: memref<4x8xf32>, %t: memref<8x4xf32>, %v: memref<4xf32>, %d: memref<4x8xf32>, %s: memref<2x4x3xf32>, %p: memref<3x2x4xf32>) {
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%t : memref<8x4xf32>) permutation = [1, 0]
  linalg.transpose ins(%s : memref<2x4x3xf32>) outs(%p : memref<3x2x4xf32>) permutation = [2, 0, 1] {tag}
  linalg.broadcast ins(%v : memref<4xf32>) outs(%d : memref<4x8xf32>) dimensions = [1]
  linalg.broadcast ins(%a : memref<4x8xf32>) outs(%d : memref<4x8xf32>) dimensions = [] {tag}
  return
}

// OUT: module {
// OUT:   func.func @shapes(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<4xf32>, %arg3: memref<4x8xf32>, %arg4: memref<2x4x3xf32>, %arg5: memref<3x2x4xf32>) {
// OUT:     linalg.transpose ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<8x4xf32>) permutation = [1, 0]
// OUT:     linalg.transpose ins(%arg4 : memref<2x4x3xf32>) outs(%arg5 : memref<3x2x4xf32>) permutation = [2, 0, 1]  {tag}
// OUT:     linalg.broadcast ins(%arg2 : memref<4xf32>) outs(%arg3 : memref<4x8xf32>) dimensions = [1]
// OUT:     linalg.broadcast ins(%arg0 : memref<4x8xf32>) outs(%arg3 : memref<4x8xf32>) dimensions = []  {tag}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @reduce(%a: memref<4x8xf32>, %v: memref<4xf32>, %n: memref<4x8xi32>, %m: memref<8xi32>, %z: memref<f32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4x8xf32>) outs(%v : memref<4xf32>) dimensions = [1]
  linalg.reduce { arith.maximumf {fastmath = #arith.fastmath<fast>} } ins(%a : memref<4x8xf32>) outs(%v : memref<4xf32>) dimensions = [1] {tag}
  linalg.reduce ins(%a : memref<4x8xf32>) outs(%z : memref<f32>) dimensions = [0, 1] (%x: f32, %y: f32) {
    %0 = arith.mulf %x, %x : f32
    %1 = arith.addf %y, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.reduce ins(%a, %n : memref<4x8xf32>, memref<4x8xi32>) outs(%v, %v : memref<4xf32>, memref<4xf32>) dimensions = [1] {tag} (%x: f32, %i: i32, %y: f32, %j: f32) {
    %0 = arith.addf %y, %x : f32
    linalg.yield %0, %j : f32, f32
  }
  linalg.reduce { arith.muli {overflowFlags = #arith.overflow<nsw>} } ins(%n : memref<4x8xi32>) outs(%m : memref<8xi32>) dimensions = [0]
  linalg.reduce { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%n : memref<4x8xi32>) outs(%m : memref<8xi32>) dimensions = [0]
  return
}

// OUT: module {
// OUT:   func.func @reduce(%arg0: memref<4x8xf32>, %arg1: memref<4xf32>, %arg2: memref<4x8xi32>, %arg3: memref<8xi32>, %arg4: memref<f32>) {
// OUT:     linalg.reduce { arith.addf } ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4xf32>) dimensions = [1]
// OUT:     linalg.reduce { arith.maximumf {fastmath = #arith.fastmath<fast>} } ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4xf32>) dimensions = [1]  {tag}
// OUT:     linalg.reduce ins(%arg0 : memref<4x8xf32>) outs(%arg4 : memref<f32>) dimensions = [0, 1]
// OUT:       (%in: f32, %init: f32) {
// OUT:         %0 = arith.mulf %in, %in : f32
// OUT:         %1 = arith.addf %init, %0 : f32
// OUT:         linalg.yield %1 : f32
// OUT:       }
// OUT:     linalg.reduce ins(%arg0, %arg2 : memref<4x8xf32>, memref<4x8xi32>) outs(%arg1, %arg1 : memref<4xf32>, memref<4xf32>) dimensions = [1]  {tag}
// OUT:       (%in: f32, %in_0: i32, %init: f32, %init_1: f32) {
// OUT:         %0 = arith.addf %init, %in : f32
// OUT:         linalg.yield %0, %init_1 : f32, f32
// OUT:       }
// OUT:     linalg.reduce { arith.muli {overflowFlags = #arith.overflow<nsw>} } ins(%arg2 : memref<4x8xi32>) outs(%arg3 : memref<8xi32>) dimensions = [0]
// OUT:     linalg.reduce { arith.addi } ins(%arg2 : memref<4x8xi32>) outs(%arg3 : memref<8xi32>) dimensions = [0]
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @map(%a: memref<4x8xf32>, %d: memref<4x8xf32>, %n: memref<?xi32>) {
  linalg.map { arith.addf } ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%d : memref<4x8xf32>)
  linalg.map { math.exp } ins(%a : memref<4x8xf32>) outs(%d : memref<4x8xf32>) {tag}
  linalg.map ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%d : memref<4x8xf32>) (%x: f32, %y: f32, %old: f32) {
    %0 = arith.addf %x, %y : f32
    %1 = arith.mulf %0, %y : f32
    linalg.yield %1 : f32
  }
  linalg.map outs(%n : memref<?xi32>) (%old: i32) {
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i32
    linalg.yield %0 : i32
  }
  return
}

// OUT: module {
// OUT:   func.func @map(%arg0: memref<4x8xf32>, %arg1: memref<4x8xf32>, %arg2: memref<?xi32>) {
// OUT:     linalg.map { arith.addf } ins(%arg0, %arg0 : memref<4x8xf32>, memref<4x8xf32>) outs(%arg1 : memref<4x8xf32>)
// OUT:     linalg.map { math.exp } ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4x8xf32>) {tag}
// OUT:     linalg.map ins(%arg0, %arg0 : memref<4x8xf32>, memref<4x8xf32>) outs(%arg1 : memref<4x8xf32>)
// OUT:       (%in: f32, %in_0: f32, %init: f32) {
// OUT:         %0 = arith.addf %in, %in_0 : f32
// OUT:         %1 = arith.mulf %0, %in_0 : f32
// OUT:         linalg.yield %1 : f32
// OUT:       }
// OUT:     linalg.map outs(%arg2 : memref<?xi32>)
// OUT:       (%init: i32) {
// OUT:         %0 = linalg.index 0 : index
// OUT:         %1 = arith.index_cast %0 : index to i32
// OUT:         linalg.yield %1 : i32
// OUT:       }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The region of a named operation counts, not its name; the custom form would omit it.
func.func @other_region(%a: memref<4xf32>, %b: memref<4xf32>) {
  "linalg.exp"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: f32, %y: f32):
    %0 = "math.exp"(%x) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    "linalg.yield"(%0) : (f32) -> ()
  }) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// OUT: module {
// OUT:   func.func @other_region(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// OUT:     "linalg.exp"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// OUT:     ^bb0(%in: f32, %out: f32):
// OUT:       %0 = math.exp %in fastmath<fast> : f32
// OUT:       linalg.yield %0 : f32
// OUT:     }) : (memref<4xf32>, memref<4xf32>) -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @derived_region(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>, %v: memref<8xf32>, %z: memref<f32>) {
  "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>, indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]}> ({
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = "arith.mulf"(%x, %y) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.addf"(%o, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "linalg.yield"(%1) : (f32) -> ()
  }) : (memref<4x8xf32>, memref<8x4xf32>, memref<4x4xf32>) -> ()
  "linalg.dot"(%v, %v, %z) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = "arith.mulf"(%x, %y) : (f32, f32) -> f32
    %1 = "arith.addf"(%o, %0) : (f32, f32) -> f32
    "linalg.yield"(%1) : (f32) -> ()
  }) {linalg.memoized_indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]} : (memref<8xf32>, memref<8xf32>, memref<f32>) -> ()
  return
}

// OUT: module {
// OUT:   func.func @derived_region(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<4x4xf32>, %arg3: memref<8xf32>, %arg4: memref<f32>) {
// OUT:     linalg.matmul ins(%arg0, %arg1 : memref<4x8xf32>, memref<8x4xf32>) outs(%arg2 : memref<4x4xf32>)
// OUT:     linalg.dot ins(%arg3, %arg3 : memref<8xf32>, memref<8xf32>) outs(%arg4 : memref<f32>)
// OUT:     return
// OUT:   }
// OUT: }
