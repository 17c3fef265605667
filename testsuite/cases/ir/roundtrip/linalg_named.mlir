// RUN: roundtrip

func.func @fill(%x: f32, %n: i32, %m: memref<4x5xf32>, %z: memref<f32>, %d: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: memref<4xi32>, %v: vector<2xf32>, %w: memref<4xvector<2xf32>>) {
  linalg.fill ins(%x : f32) outs(%m : memref<4x5xf32>)
  linalg.fill {tag = 1} ins(%x : f32) outs(%z : memref<f32>)
  linalg.fill ins(%x : f32) outs(%d : memref<?x?xf32, strided<[?, 1], offset: ?>>)
  linalg.fill ins(%n : i32) outs(%i : memref<4xi32>)
  linalg.fill ins(%v : vector<2xf32>) outs(%w : memref<4xvector<2xf32>>)
  return
}

// OUT: module {
// OUT:   func.func @fill(%arg0: f32, %arg1: i32, %arg2: memref<4x5xf32>, %arg3: memref<f32>, %arg4: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg5: memref<4xi32>, %arg6: vector<2xf32>, %arg7: memref<4xvector<2xf32>>) {
// OUT:     linalg.fill ins(%arg0 : f32) outs(%arg2 : memref<4x5xf32>)
// OUT:     linalg.fill {tag = 1 : i64} ins(%arg0 : f32) outs(%arg3 : memref<f32>)
// OUT:     linalg.fill ins(%arg0 : f32) outs(%arg4 : memref<?x?xf32, strided<[?, 1], offset: ?>>)
// OUT:     linalg.fill ins(%arg1 : i32) outs(%arg5 : memref<4xi32>)
// OUT:     linalg.fill ins(%arg6 : vector<2xf32>) outs(%arg7 : memref<4xvector<2xf32>>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conversions(%i8: memref<4x8xi8>, %i16: memref<8x16xi16>, %i32: memref<4x16xi32>, %f16: memref<4x16xf16>, %f32: memref<4x16xf32>, %x: memref<4x16xindex>) {
  linalg.matmul ins(%i8, %i16 : memref<4x8xi8>, memref<8x16xi16>) outs(%i32 : memref<4x16xi32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, tag} ins(%i8, %i16 : memref<4x8xi8>, memref<8x16xi16>) outs(%f32 : memref<4x16xf32>)
  linalg.copy ins(%f32 : memref<4x16xf32>) outs(%f16 : memref<4x16xf16>)
  linalg.copy ins(%f16 : memref<4x16xf16>) outs(%f32 : memref<4x16xf32>)
  linalg.copy ins(%f16 : memref<4x16xf16>) outs(%i32 : memref<4x16xi32>)
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%f16 : memref<4x16xf16>) outs(%i32 : memref<4x16xi32>)
  linalg.copy ins(%x : memref<4x16xindex>) outs(%i32 : memref<4x16xi32>)
  linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%i32 : memref<4x16xi32>) outs(%f16 : memref<4x16xf16>)
  return
}

// OUT: module {
// OUT:   func.func @conversions(%arg0: memref<4x8xi8>, %arg1: memref<8x16xi16>, %arg2: memref<4x16xi32>, %arg3: memref<4x16xf16>, %arg4: memref<4x16xf32>, %arg5: memref<4x16xindex>) {
// OUT:     linalg.matmul ins(%arg0, %arg1 : memref<4x8xi8>, memref<8x16xi16>) outs(%arg2 : memref<4x16xi32>)
// OUT:     linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, tag} ins(%arg0, %arg1 : memref<4x8xi8>, memref<8x16xi16>) outs(%arg4 : memref<4x16xf32>)
// OUT:     linalg.copy ins(%arg4 : memref<4x16xf32>) outs(%arg3 : memref<4x16xf16>)
// OUT:     linalg.copy ins(%arg3 : memref<4x16xf16>) outs(%arg4 : memref<4x16xf32>)
// OUT:     linalg.copy ins(%arg3 : memref<4x16xf16>) outs(%arg2 : memref<4x16xi32>)
// OUT:     linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%arg3 : memref<4x16xf16>) outs(%arg2 : memref<4x16xi32>)
// OUT:     linalg.copy ins(%arg5 : memref<4x16xindex>) outs(%arg2 : memref<4x16xi32>)
// OUT:     linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%arg2 : memref<4x16xi32>) outs(%arg3 : memref<4x16xf16>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @integers_and_bools(%n: memref<4xi32>, %b: memref<4xi1>) {
  linalg.add ins(%n, %n : memref<4xi32>, memref<4xi32>) outs(%n : memref<4xi32>)
  linalg.sub ins(%n, %n : memref<4xi32>, memref<4xi32>) outs(%n : memref<4xi32>)
  linalg.mul ins(%n, %n : memref<4xi32>, memref<4xi32>) outs(%n : memref<4xi32>)
  linalg.div ins(%n, %n : memref<4xi32>, memref<4xi32>) outs(%n : memref<4xi32>)
  linalg.max ins(%n, %n : memref<4xi32>, memref<4xi32>) outs(%n : memref<4xi32>)
  linalg.min ins(%n, %n : memref<4xi32>, memref<4xi32>) outs(%n : memref<4xi32>)
  linalg.add ins(%b, %b : memref<4xi1>, memref<4xi1>) outs(%b : memref<4xi1>)
  linalg.mul ins(%b, %b : memref<4xi1>, memref<4xi1>) outs(%b : memref<4xi1>)
  return
}

// OUT: module {
// OUT:   func.func @integers_and_bools(%arg0: memref<4xi32>, %arg1: memref<4xi1>) {
// OUT:     linalg.add ins(%arg0, %arg0 : memref<4xi32>, memref<4xi32>) outs(%arg0 : memref<4xi32>)
// OUT:     linalg.sub ins(%arg0, %arg0 : memref<4xi32>, memref<4xi32>) outs(%arg0 : memref<4xi32>)
// OUT:     linalg.mul ins(%arg0, %arg0 : memref<4xi32>, memref<4xi32>) outs(%arg0 : memref<4xi32>)
// OUT:     linalg.div ins(%arg0, %arg0 : memref<4xi32>, memref<4xi32>) outs(%arg0 : memref<4xi32>)
// OUT:     linalg.max ins(%arg0, %arg0 : memref<4xi32>, memref<4xi32>) outs(%arg0 : memref<4xi32>)
// OUT:     linalg.min ins(%arg0, %arg0 : memref<4xi32>, memref<4xi32>) outs(%arg0 : memref<4xi32>)
// OUT:     linalg.add ins(%arg1, %arg1 : memref<4xi1>, memref<4xi1>) outs(%arg1 : memref<4xi1>)
// OUT:     linalg.mul ins(%arg1, %arg1 : memref<4xi1>, memref<4xi1>) outs(%arg1 : memref<4xi1>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @select(%a0: memref<4x5xi1>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>, %a3: memref<4x5xf32>) {
  linalg.select ins(%a0, %a1, %a2 : memref<4x5xi1>, memref<4x5xf32>, memref<4x5xf32>) outs(%a3 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @select(%arg0: memref<4x5xi1>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>, %arg3: memref<4x5xf32>) {
// OUT:     linalg.select ins(%arg0, %arg1, %arg2 : memref<4x5xi1>, memref<4x5xf32>, memref<4x5xf32>) outs(%arg3 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @operands_of_rank_zero(%x: f32, %m: memref<4x5xf32>, %z: memref<f32>) {
  linalg.add ins(%x, %m : f32, memref<4x5xf32>) outs(%m : memref<4x5xf32>)
  linalg.mul ins(%m, %z : memref<4x5xf32>, memref<f32>) outs(%m : memref<4x5xf32>)
  linalg.exp ins(%z : memref<f32>) outs(%z : memref<f32>)
  return
}

// OUT: module {
// OUT:   func.func @operands_of_rank_zero(%arg0: f32, %arg1: memref<4x5xf32>, %arg2: memref<f32>) {
// OUT:     linalg.add ins(%arg0, %arg1 : f32, memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     linalg.mul ins(%arg1, %arg2 : memref<4x5xf32>, memref<f32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     linalg.exp ins(%arg2 : memref<f32>) outs(%arg2 : memref<f32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (j, k)>
#out = affine_map<(i, j, k) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
func.func @given_maps(%a: memref<4x8xf32>, %b: memref<16x8xf32>, %c: memref<4x16xf32>, %v: memref<16xf32>, %t: memref<16x4xf32>) {
  linalg.matmul indexing_maps = [#rows, #columns, #out] ins(%a, %b : memref<4x8xf32>, memref<16x8xf32>) outs(%c : memref<4x16xf32>)
  linalg.matmul indexing_maps = [#rows, #columns, #out] {tag} ins(%a, %b : memref<4x8xf32>, memref<16x8xf32>) outs(%c : memref<4x16xf32>)
  linalg.contract indexing_maps = [#rows, #columns, #out] ins(%a, %b : memref<4x8xf32>, memref<16x8xf32>) outs(%c : memref<4x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c, %c : memref<4x16xf32>, memref<4x16xf32>) outs(%c : memref<4x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [#row, #all] ins(%v : memref<16xf32>) outs(%c : memref<4x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<max_signed> indexing_maps = [#swapped, #all, #all] {tag} ins(%t, %c : memref<16x4xf32>, memref<4x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// OUT: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// OUT: #map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
// OUT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// OUT: #map3 = affine_map<(d0, d1) -> (d1)>
// OUT: #map4 = affine_map<(d0, d1) -> (d0, d1)>
// OUT: #map5 = affine_map<(d0, d1) -> (d1, d0)>
// OUT: module {
// OUT:   func.func @given_maps(%arg0: memref<4x8xf32>, %arg1: memref<16x8xf32>, %arg2: memref<4x16xf32>, %arg3: memref<16xf32>, %arg4: memref<16x4xf32>) {
// OUT:     linalg.matmul indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : memref<4x8xf32>, memref<16x8xf32>) outs(%arg2 : memref<4x16xf32>)
// OUT:     linalg.matmul indexing_maps = [#map, #map1, #map2] {tag} ins(%arg0, %arg1 : memref<4x8xf32>, memref<16x8xf32>) outs(%arg2 : memref<4x16xf32>)
// OUT:     linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : memref<4x8xf32>, memref<16x8xf32>) outs(%arg2 : memref<4x16xf32>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%arg2, %arg2 : memref<4x16xf32>, memref<4x16xf32>) outs(%arg2 : memref<4x16xf32>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [#map3, #map4] ins(%arg3 : memref<16xf32>) outs(%arg2 : memref<4x16xf32>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<max_signed> indexing_maps = [#map5, #map4, #map4] {tag} ins(%arg4, %arg2 : memref<16x4xf32>, memref<4x16xf32>) outs(%arg2 : memref<4x16xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @copy(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.copy ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @copy(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.copy ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @exp(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.exp ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @exp(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.exp ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @log(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.log ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @log(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.log ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @abs(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.abs ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @abs(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.abs ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @ceil(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.ceil ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @ceil(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.ceil ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @floor(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.floor ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @floor(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.floor ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @negf(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.negf ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @negf(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.negf ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @reciprocal(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.reciprocal ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @reciprocal(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.reciprocal ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @round(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.round ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @round(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.round ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @sqrt(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.sqrt ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @sqrt(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.sqrt ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @rsqrt(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.rsqrt ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @rsqrt(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.rsqrt ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @square(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.square ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @square(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.square ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @tanh(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.tanh ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @tanh(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.tanh ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @erf(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>) {
  linalg.erf ins(%a0 : memref<4x5xf32>) outs(%a1 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @erf(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>) {
// OUT:     linalg.erf ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @add(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>) {
  linalg.add ins(%a0, %a1 : memref<4x5xf32>, memref<4x5xf32>) outs(%a2 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @add(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     linalg.add ins(%arg0, %arg1 : memref<4x5xf32>, memref<4x5xf32>) outs(%arg2 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @sub(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>) {
  linalg.sub ins(%a0, %a1 : memref<4x5xf32>, memref<4x5xf32>) outs(%a2 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @sub(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     linalg.sub ins(%arg0, %arg1 : memref<4x5xf32>, memref<4x5xf32>) outs(%arg2 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mul(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>) {
  linalg.mul ins(%a0, %a1 : memref<4x5xf32>, memref<4x5xf32>) outs(%a2 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @mul(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     linalg.mul ins(%arg0, %arg1 : memref<4x5xf32>, memref<4x5xf32>) outs(%arg2 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @div(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>) {
  linalg.div ins(%a0, %a1 : memref<4x5xf32>, memref<4x5xf32>) outs(%a2 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @div(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     linalg.div ins(%arg0, %arg1 : memref<4x5xf32>, memref<4x5xf32>) outs(%arg2 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @max(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>) {
  linalg.max ins(%a0, %a1 : memref<4x5xf32>, memref<4x5xf32>) outs(%a2 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @max(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     linalg.max ins(%arg0, %arg1 : memref<4x5xf32>, memref<4x5xf32>) outs(%arg2 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @min(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>) {
  linalg.min ins(%a0, %a1 : memref<4x5xf32>, memref<4x5xf32>) outs(%a2 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @min(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     linalg.min ins(%arg0, %arg1 : memref<4x5xf32>, memref<4x5xf32>) outs(%arg2 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @powf(%a0: memref<4x5xf32>, %a1: memref<4x5xf32>, %a2: memref<4x5xf32>) {
  linalg.powf ins(%a0, %a1 : memref<4x5xf32>, memref<4x5xf32>) outs(%a2 : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @powf(%arg0: memref<4x5xf32>, %arg1: memref<4x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     linalg.powf ins(%arg0, %arg1 : memref<4x5xf32>, memref<4x5xf32>) outs(%arg2 : memref<4x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @matmul(%a0: memref<2x2xf32>, %a1: memref<2x2xf32>, %a2: memref<2x2xf32>) {
  linalg.matmul ins(%a0, %a1 : memref<2x2xf32>, memref<2x2xf32>) outs(%a2 : memref<2x2xf32>)
  return
}

// OUT: module {
// OUT:   func.func @matmul(%arg0: memref<2x2xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2x2xf32>) {
// OUT:     linalg.matmul ins(%arg0, %arg1 : memref<2x2xf32>, memref<2x2xf32>) outs(%arg2 : memref<2x2xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @batch_matmul(%a0: memref<4x2x2xf32>, %a1: memref<4x2x2xf32>, %a2: memref<4x2x2xf32>) {
  linalg.batch_matmul ins(%a0, %a1 : memref<4x2x2xf32>, memref<4x2x2xf32>) outs(%a2 : memref<4x2x2xf32>)
  return
}

// OUT: module {
// OUT:   func.func @batch_matmul(%arg0: memref<4x2x2xf32>, %arg1: memref<4x2x2xf32>, %arg2: memref<4x2x2xf32>) {
// OUT:     linalg.batch_matmul ins(%arg0, %arg1 : memref<4x2x2xf32>, memref<4x2x2xf32>) outs(%arg2 : memref<4x2x2xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @batch_reduce_matmul(%a0: memref<4x2x2xf32>, %a1: memref<4x2x2xf32>, %a2: memref<2x2xf32>) {
  linalg.batch_reduce_matmul ins(%a0, %a1 : memref<4x2x2xf32>, memref<4x2x2xf32>) outs(%a2 : memref<2x2xf32>)
  return
}

// OUT: module {
// OUT:   func.func @batch_reduce_matmul(%arg0: memref<4x2x2xf32>, %arg1: memref<4x2x2xf32>, %arg2: memref<2x2xf32>) {
// OUT:     linalg.batch_reduce_matmul ins(%arg0, %arg1 : memref<4x2x2xf32>, memref<4x2x2xf32>) outs(%arg2 : memref<2x2xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mmt4d(%a0: memref<2x2x10x2xf32>, %a1: memref<2x2x11x2xf32>, %a2: memref<2x2x10x11xf32>) {
  linalg.mmt4d ins(%a0, %a1 : memref<2x2x10x2xf32>, memref<2x2x11x2xf32>) outs(%a2 : memref<2x2x10x11xf32>)
  return
}

// OUT: module {
// OUT:   func.func @mmt4d(%arg0: memref<2x2x10x2xf32>, %arg1: memref<2x2x11x2xf32>, %arg2: memref<2x2x10x11xf32>) {
// OUT:     linalg.mmt4d ins(%arg0, %arg1 : memref<2x2x10x2xf32>, memref<2x2x11x2xf32>) outs(%arg2 : memref<2x2x10x11xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @batch_mmt4d(%a0: memref<4x2x2x10x2xf32>, %a1: memref<4x2x2x11x2xf32>, %a2: memref<4x2x2x10x11xf32>) {
  linalg.batch_mmt4d ins(%a0, %a1 : memref<4x2x2x10x2xf32>, memref<4x2x2x11x2xf32>) outs(%a2 : memref<4x2x2x10x11xf32>)
  return
}

// OUT: module {
// OUT:   func.func @batch_mmt4d(%arg0: memref<4x2x2x10x2xf32>, %arg1: memref<4x2x2x11x2xf32>, %arg2: memref<4x2x2x10x11xf32>) {
// OUT:     linalg.batch_mmt4d ins(%arg0, %arg1 : memref<4x2x2x10x2xf32>, memref<4x2x2x11x2xf32>) outs(%arg2 : memref<4x2x2x10x11xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @matvec(%a0: memref<2x2xf32>, %a1: memref<2xf32>, %a2: memref<2xf32>) {
  linalg.matvec ins(%a0, %a1 : memref<2x2xf32>, memref<2xf32>) outs(%a2 : memref<2xf32>)
  return
}

// OUT: module {
// OUT:   func.func @matvec(%arg0: memref<2x2xf32>, %arg1: memref<2xf32>, %arg2: memref<2xf32>) {
// OUT:     linalg.matvec ins(%arg0, %arg1 : memref<2x2xf32>, memref<2xf32>) outs(%arg2 : memref<2xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @vecmat(%a0: memref<2xf32>, %a1: memref<2x2xf32>, %a2: memref<2xf32>) {
  linalg.vecmat ins(%a0, %a1 : memref<2xf32>, memref<2x2xf32>) outs(%a2 : memref<2xf32>)
  return
}

// OUT: module {
// OUT:   func.func @vecmat(%arg0: memref<2xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2xf32>) {
// OUT:     linalg.vecmat ins(%arg0, %arg1 : memref<2xf32>, memref<2x2xf32>) outs(%arg2 : memref<2xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @batch_matvec(%a0: memref<4x2x2xf32>, %a1: memref<4x2xf32>, %a2: memref<4x2xf32>) {
  linalg.batch_matvec ins(%a0, %a1 : memref<4x2x2xf32>, memref<4x2xf32>) outs(%a2 : memref<4x2xf32>)
  return
}

// OUT: module {
// OUT:   func.func @batch_matvec(%arg0: memref<4x2x2xf32>, %arg1: memref<4x2xf32>, %arg2: memref<4x2xf32>) {
// OUT:     linalg.batch_matvec ins(%arg0, %arg1 : memref<4x2x2xf32>, memref<4x2xf32>) outs(%arg2 : memref<4x2xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @batch_vecmat(%a0: memref<4x2xf32>, %a1: memref<4x2x2xf32>, %a2: memref<4x2xf32>) {
  linalg.batch_vecmat ins(%a0, %a1 : memref<4x2xf32>, memref<4x2x2xf32>) outs(%a2 : memref<4x2xf32>)
  return
}

// OUT: module {
// OUT:   func.func @batch_vecmat(%arg0: memref<4x2xf32>, %arg1: memref<4x2x2xf32>, %arg2: memref<4x2xf32>) {
// OUT:     linalg.batch_vecmat ins(%arg0, %arg1 : memref<4x2xf32>, memref<4x2x2xf32>) outs(%arg2 : memref<4x2xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dot(%a0: memref<2xf32>, %a1: memref<2xf32>, %a2: memref<f32>) {
  linalg.dot ins(%a0, %a1 : memref<2xf32>, memref<2xf32>) outs(%a2 : memref<f32>)
  return
}

// OUT: module {
// OUT:   func.func @dot(%arg0: memref<2xf32>, %arg1: memref<2xf32>, %arg2: memref<f32>) {
// OUT:     linalg.dot ins(%arg0, %arg1 : memref<2xf32>, memref<2xf32>) outs(%arg2 : memref<f32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @div_unsigned(%a0: memref<4x5xi32>, %a1: memref<4x5xi32>, %a2: memref<4x5xi32>) {
  linalg.div_unsigned ins(%a0, %a1 : memref<4x5xi32>, memref<4x5xi32>) outs(%a2 : memref<4x5xi32>)
  return
}

// OUT: module {
// OUT:   func.func @div_unsigned(%arg0: memref<4x5xi32>, %arg1: memref<4x5xi32>, %arg2: memref<4x5xi32>) {
// OUT:     linalg.div_unsigned ins(%arg0, %arg1 : memref<4x5xi32>, memref<4x5xi32>) outs(%arg2 : memref<4x5xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @quantized_matmul(%a0: memref<2x2xi8>, %a1: memref<2x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x2xi32>) {
  linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : memref<2x2xi8>, memref<2x2xi8>, i32, i32) outs(%a4 : memref<2x2xi32>)
  return
}

// OUT: module {
// OUT:   func.func @quantized_matmul(%arg0: memref<2x2xi8>, %arg1: memref<2x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x2xi32>) {
// OUT:     linalg.quantized_matmul ins(%arg0, %arg1, %arg2, %arg3 : memref<2x2xi8>, memref<2x2xi8>, i32, i32) outs(%arg4 : memref<2x2xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @quantized_batch_matmul(%a0: memref<4x2x2xi8>, %a1: memref<4x2x2xi8>, %a2: i32, %a3: i32, %a4: memref<4x2x2xi32>) {
  linalg.quantized_batch_matmul ins(%a0, %a1, %a2, %a3 : memref<4x2x2xi8>, memref<4x2x2xi8>, i32, i32) outs(%a4 : memref<4x2x2xi32>)
  return
}

// OUT: module {
// OUT:   func.func @quantized_batch_matmul(%arg0: memref<4x2x2xi8>, %arg1: memref<4x2x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<4x2x2xi32>) {
// OUT:     linalg.quantized_batch_matmul ins(%arg0, %arg1, %arg2, %arg3 : memref<4x2x2xi8>, memref<4x2x2xi8>, i32, i32) outs(%arg4 : memref<4x2x2xi32>)
// OUT:     return
// OUT:   }
// OUT: }
