// RUN: roundtrip
// DIFFERS everywhere: mlir-opt 22 writes the kind as an attribute, and has fewer of them.

#row = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>

func.func @kinds_without_a_key(%c: memref<4x16xf32>, %v: memref<16xf32>, %b: memref<4x16xi1>) {
  linalg.elementwise <add> ins(%c, %c : memref<4x16xf32>, memref<4x16xf32>) outs(%c : memref<4x16xf32>)
  linalg.elementwise <exp> indexing_maps = [#row, #all] {tag} ins(%v : memref<16xf32>) outs(%c : memref<4x16xf32>)
  linalg.elementwise <select> ins(%b, %c, %c : memref<4x16xi1>, memref<4x16xf32>, memref<4x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d1)>
// OUT: #map1 = affine_map<(d0, d1) -> (d0, d1)>
// OUT: module {
// OUT:   func.func @kinds_without_a_key(%arg0: memref<4x16xf32>, %arg1: memref<16xf32>, %arg2: memref<4x16xi1>) {
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%arg0, %arg0 : memref<4x16xf32>, memref<4x16xf32>) outs(%arg0 : memref<4x16xf32>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [#map, #map1] {tag} ins(%arg1 : memref<16xf32>) outs(%arg0 : memref<4x16xf32>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%arg2, %arg0, %arg0 : memref<4x16xi1>, memref<4x16xf32>, memref<4x16xf32>) outs(%arg0 : memref<4x16xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @newer_kinds(%c: memref<4xf64>) {
  linalg.elementwise <sin> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <cos> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <tan> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <acos> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <acosh> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <asin> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <asinh> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <atan> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <atanh> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <log10> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <log1p> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  linalg.elementwise <log2> ins(%c : memref<4xf64>) outs(%c : memref<4xf64>)
  return
}

// OUT: module {
// OUT:   func.func @newer_kinds(%arg0: memref<4xf64>) {
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<sin> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<cos> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<tan> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<acos> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<acosh> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<asin> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<asinh> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<atan> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<atanh> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<log10> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<log1p> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     linalg.elementwise kind=#linalg.elementwise_kind<log2> ins(%arg0 : memref<4xf64>) outs(%arg0 : memref<4xf64>)
// OUT:     return
// OUT:   }
// OUT: }
