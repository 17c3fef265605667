// RUN: roundtrip

func.func @reduction(%v: vector<16xf32>, %acc: f32, %n: vector<8xi32>, %zero: vector<f32>, %s: vector<[4]xindex>) {
  %0 = vector.reduction <add>, %v : vector<16xf32> into f32
  %1 = vector.reduction <mul>, %v, %acc : vector<16xf32> into f32
  %2 = vector.reduction <maximumf>, %v, %acc fastmath<nnan,ninf> : vector<16xf32> into f32
  %3 = vector.reduction <minui>, %n {k = 1} : vector<8xi32> into i32
  %4 = vector.reduction <maxnumf>, %zero fastmath<fast> : vector<f32> into f32
  %5 = vector.reduction <xor>, %s : vector<[4]xindex> into index
  return
}

// OUT: module {
// OUT:   func.func @reduction(%arg0: vector<16xf32>, %arg1: f32, %arg2: vector<8xi32>, %arg3: vector<f32>, %arg4: vector<[4]xindex>) {
// OUT:     %0 = vector.reduction <add>, %arg0 : vector<16xf32> into f32
// OUT:     %1 = vector.reduction <mul>, %arg0, %arg1 : vector<16xf32> into f32
// OUT:     %2 = vector.reduction <maximumf>, %arg0, %arg1 fastmath<nnan,ninf> : vector<16xf32> into f32
// OUT:     %3 = vector.reduction <minui>, %arg2 {k = 1 : i64} : vector<8xi32> into i32
// OUT:     %4 = vector.reduction <maxnumf>, %arg3 fastmath<fast> : vector<f32> into f32
// OUT:     %5 = vector.reduction <xor>, %arg4 : vector<[4]xindex> into index
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @every_kind(%n: vector<4xi64>, %x: vector<4xf64>) {
  %0 = vector.reduction <minsi>, %n : vector<4xi64> into i64
  %1 = vector.reduction <maxsi>, %n : vector<4xi64> into i64
  %2 = vector.reduction <maxui>, %n : vector<4xi64> into i64
  %3 = vector.reduction <and>, %n : vector<4xi64> into i64
  %4 = vector.reduction <or>, %n : vector<4xi64> into i64
  %5 = vector.reduction <minnumf>, %x : vector<4xf64> into f64
  %6 = vector.reduction <minimumf>, %x : vector<4xf64> into f64
  return
}

// OUT: module {
// OUT:   func.func @every_kind(%arg0: vector<4xi64>, %arg1: vector<4xf64>) {
// OUT:     %0 = vector.reduction <minsi>, %arg0 : vector<4xi64> into i64
// OUT:     %1 = vector.reduction <maxsi>, %arg0 : vector<4xi64> into i64
// OUT:     %2 = vector.reduction <maxui>, %arg0 : vector<4xi64> into i64
// OUT:     %3 = vector.reduction <and>, %arg0 : vector<4xi64> into i64
// OUT:     %4 = vector.reduction <or>, %arg0 : vector<4xi64> into i64
// OUT:     %5 = vector.reduction <minnumf>, %arg1 : vector<4xf64> into f64
// OUT:     %6 = vector.reduction <minimumf>, %arg1 : vector<4xf64> into f64
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @multi_reduction(%v: vector<4x8x16x32xf32>, %part: vector<4x16xf32>, %all: f32, %s: vector<4x[8]xi32>, %r: vector<[8]xi32>) {
  %0 = vector.multi_reduction <add>, %v, %part [1, 3] : vector<4x8x16x32xf32> to vector<4x16xf32>
  %1 = vector.multi_reduction <mul>, %0, %all [0, 1] : vector<4x16xf32> to f32
  %2 = vector.multi_reduction <maxsi>, %s, %r {k} [0] : vector<4x[8]xi32> to vector<[8]xi32>
  %3 = vector.multi_reduction <or>, %s, %s [] : vector<4x[8]xi32> to vector<4x[8]xi32>
  return
}

// OUT: module {
// OUT:   func.func @multi_reduction(%arg0: vector<4x8x16x32xf32>, %arg1: vector<4x16xf32>, %arg2: f32, %arg3: vector<4x[8]xi32>, %arg4: vector<[8]xi32>) {
// OUT:     %0 = vector.multi_reduction <add>, %arg0, %arg1 [1, 3] : vector<4x8x16x32xf32> to vector<4x16xf32>
// OUT:     %1 = vector.multi_reduction <mul>, %0, %arg2 [0, 1] : vector<4x16xf32> to f32
// OUT:     %2 = vector.multi_reduction <maxsi>, %arg3, %arg4 {k} [0] : vector<4x[8]xi32> to vector<[8]xi32>
// OUT:     %3 = vector.multi_reduction <or>, %arg3, %arg3 [] : vector<4x[8]xi32> to vector<4x[8]xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scan_rows(%v: vector<4x8xi32>, %init: vector<4xi32>) -> vector<4xi32> {
  %0:2 = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xi32>, vector<4xi32>
  return %0#1 : vector<4xi32>
}

// OUT: module {
// OUT:   func.func @scan_rows(%arg0: vector<4x8xi32>, %arg1: vector<4xi32>) -> vector<4xi32> {
// OUT:     %dest, %accumulated_value = vector.scan <add>, %arg0, %arg1 {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xi32>, vector<4xi32>
// OUT:     return %accumulated_value : vector<4xi32>
// OUT:   }
// OUT: }
// -----

func.func @scan_line(%line: vector<8xf32>, %zero: vector<f32>) {
  %steps, %last = vector.scan <mul>, %line, %zero {inclusive = false, k, reduction_dim = 0 : i64} : vector<8xf32>, vector<f32>
  return
}

// OUT: module {
// OUT:   func.func @scan_line(%arg0: vector<8xf32>, %arg1: vector<f32>) {
// OUT:     %dest, %accumulated_value = vector.scan <mul>, %arg0, %arg1 {inclusive = false, k, reduction_dim = 0 : i64} : vector<8xf32>, vector<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

#dot = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
  iterator_types = ["reduction"]
}
func.func @dot(%a: vector<10xf16>, %b: vector<10xf16>, %acc: f32) -> f32 {
  %0 = vector.contract #dot %a, %b, %acc : vector<10xf16>, vector<10xf16> into f32
  return %0 : f32
}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: #map1 = affine_map<(d0) -> ()>
// OUT: module {
// OUT:   func.func @dot(%arg0: vector<10xf16>, %arg1: vector<10xf16>, %arg2: f32) -> f32 {
// OUT:     %0 = vector.contract {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<10xf16>, vector<10xf16> into f32
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
#matmul = {
  indexing_maps = [#lhs, #rhs, #out],
  iterator_types = ["parallel", "parallel", "reduction"],
  kind = #vector.kind<maxnumf>
}
func.func @matmul(%a: vector<4x3xf32>, %b: vector<3x7xf32>, %acc: vector<4x7xf32>) {
  %0 = vector.contract #matmul %a, %b, %acc : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  %1 = vector.contract #matmul %a, %b, %0 {k = 1, z} : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  return
}

// OUT: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// OUT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// OUT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// OUT: module {
// OUT:   func.func @matmul(%arg0: vector<4x3xf32>, %arg1: vector<3x7xf32>, %arg2: vector<4x7xf32>) {
// OUT:     %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg0, %arg1, %arg2 : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
// OUT:     %1 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg0, %arg1, %0 {k = 1 : i64, z} : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @contract_inline(%a: vector<2x4x[3]xi8>, %b: vector<2x[3]xi8>, %acc: vector<2x4xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(b, i, k) -> (b, i, k)>, affine_map<(b, i, k) -> (b, k)>, affine_map<(b, i, k) -> (b, i)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %acc : vector<2x4x[3]xi8>, vector<2x[3]xi8> into vector<2x4xi32>
  return
}

// OUT: #map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// OUT: #map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
// OUT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// OUT: module {
// OUT:   func.func @contract_inline(%arg0: vector<2x4x[3]xi8>, %arg1: vector<2x[3]xi8>, %arg2: vector<2x4xi32>) {
// OUT:     %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x4x[3]xi8>, vector<2x[3]xi8> into vector<2x4xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @outerproduct(%a: vector<4xf32>, %b: vector<[8]xf32>, %acc: vector<4x[8]xf32>, %x: f32, %line: vector<4xf32>) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<[8]xf32>
  %1 = vector.outerproduct %a, %b, %acc : vector<4xf32>, vector<[8]xf32>
  %2 = vector.outerproduct %a, %b, %acc {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<[8]xf32>
  %3 = vector.outerproduct %a, %x : vector<4xf32>, f32
  %4 = vector.outerproduct %a, %x, %line {kind = #vector.kind<mul>, note = "y"} : vector<4xf32>, f32
  return
}

// OUT: module {
// OUT:   func.func @outerproduct(%arg0: vector<4xf32>, %arg1: vector<[8]xf32>, %arg2: vector<4x[8]xf32>, %arg3: f32, %arg4: vector<4xf32>) {
// OUT:     %0 = vector.outerproduct %arg0, %arg1 : vector<4xf32>, vector<[8]xf32>
// OUT:     %1 = vector.outerproduct %arg0, %arg1, %arg2 {kind = #vector.kind<add>} : vector<4xf32>, vector<[8]xf32>
// OUT:     %2 = vector.outerproduct %arg0, %arg1, %arg2 {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<[8]xf32>
// OUT:     %3 = vector.outerproduct %arg0, %arg3 : vector<4xf32>, f32
// OUT:     %4 = vector.outerproduct %arg0, %arg3, %arg4 {kind = #vector.kind<mul>, note = "y"} : vector<4xf32>, f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scan_twice(%v: vector<2x3xi32>, %init: vector<2xi32>) {
  %a, %b = vector.scan <xor>, %v, %init {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  %c, %d = vector.scan <xor>, %a, %b {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  return
}

// OUT: module {
// OUT:   func.func @scan_twice(%arg0: vector<2x3xi32>, %arg1: vector<2xi32>) {
// OUT:     %dest, %accumulated_value = vector.scan <xor>, %arg0, %arg1 {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
// OUT:     %dest_0, %accumulated_value_1 = vector.scan <xor>, %dest, %accumulated_value {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

#sums = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], extra = 7}
func.func @contract_with_parts_behind(%a: vector<4xf32>, %acc: f32) {
  %0 = vector.contract #sums %a, %a, %acc {iterator_types = ["reduction"], kind = #vector.kind<mul>} : vector<4xf32>, vector<4xf32> into f32
  return
}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: #map1 = affine_map<(d0) -> ()>
// OUT: module {
// OUT:   func.func @contract_with_parts_behind(%arg0: vector<4xf32>, %arg1: f32) {
// OUT:     %0 = vector.contract {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"], kind = #vector.kind<mul>} %arg0, %arg0, %arg1 {extra = 7 : i64} : vector<4xf32>, vector<4xf32> into f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @contract_in_generic_form(%a: vector<4xi8>, %acc: i32) {
  %0 = "vector.contract"(%a, %a, %acc) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [#vector.iterator_type<reduction>]}> : (vector<4xi8>, vector<4xi8>, i32) -> i32
  return
}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: #map1 = affine_map<(d0) -> ()>
// OUT: module {
// OUT:   func.func @contract_in_generic_form(%arg0: vector<4xi8>, %arg1: i32) {
// OUT:     %0 = vector.contract {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg0, %arg1 : vector<4xi8>, vector<4xi8> into i32
// OUT:     return
// OUT:   }
// OUT: }
