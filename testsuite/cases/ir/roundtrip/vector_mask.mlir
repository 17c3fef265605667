// RUN: roundtrip

func.func @constant_mask() {
  %0 = vector.constant_mask [3, 2] : vector<4x[2]xi1>
  %1 = vector.constant_mask [0] : vector<i1>
  %2 = vector.constant_mask [0, 0] {k} : vector<4x8xi1>
  %3 = vector.constant_mask [1] : vector<i1>
  return
}

// OUT: module {
// OUT:   func.func @constant_mask() {
// OUT:     %0 = vector.constant_mask [3, 2] : vector<4x[2]xi1>
// OUT:     %1 = vector.constant_mask [0] : vector<i1>
// OUT:     %2 = vector.constant_mask [0, 0] {k} : vector<4x8xi1>
// OUT:     %3 = vector.constant_mask [1] : vector<i1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @create_mask(%n: index, %k: index) {
  %0 = vector.create_mask %n, %k : vector<4x[2]xi1>
  %1 = vector.create_mask %n : vector<i1>
  %2 = vector.create_mask %n {k = unit} : vector<16xi1>
  return
}

// OUT: module {
// OUT:   func.func @create_mask(%arg0: index, %arg1: index) {
// OUT:     %0 = vector.create_mask %arg0, %arg1 : vector<4x[2]xi1>
// OUT:     %1 = vector.create_mask %arg0 : vector<i1>
// OUT:     %2 = vector.create_mask %arg0 {k} : vector<16xi1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mask_read(%m: memref<?xf32>, %i: index, %pad: f32, %mask: vector<16xi1>, %other: vector<16xf32>) -> vector<16xf32> {
  %0 = vector.mask %mask { vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  %1 = vector.mask %mask, %0 { vector.transfer_read %m[%i], %pad {in_bounds = [true]} : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %1 : vector<16xf32>
}

// OUT: module {
// OUT:   func.func @mask_read(%arg0: memref<?xf32>, %arg1: index, %arg2: f32, %arg3: vector<16xi1>, %arg4: vector<16xf32>) -> vector<16xf32> {
// OUT:     %0 = vector.mask %arg3 { vector.transfer_read %arg0[%arg1], %arg2 : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
// OUT:     %1 = vector.mask %arg3, %0 { vector.transfer_read %arg0[%arg1], %arg2 {in_bounds = [true]} : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
// OUT:     return %1 : vector<16xf32>
// OUT:   }
// OUT: }
// -----

func.func @mask_write(%m: memref<?xf32>, %i: index, %v: vector<[8]xf32>, %mask: vector<[8]xi1>) {
  vector.mask %mask { vector.transfer_write %v, %m[%i] : vector<[8]xf32>, memref<?xf32> } : vector<[8]xi1>
  vector.mask %mask { vector.transfer_write %v, %m[%i] {k} : vector<[8]xf32>, memref<?xf32> } {why = "tail"} : vector<[8]xi1>
  return
}

// OUT: module {
// OUT:   func.func @mask_write(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<[8]xf32>, %arg3: vector<[8]xi1>) {
// OUT:     vector.mask %arg3 { vector.transfer_write %arg2, %arg0[%arg1] : vector<[8]xf32>, memref<?xf32> } : vector<[8]xi1>
// OUT:     vector.mask %arg3 { vector.transfer_write %arg2, %arg0[%arg1] {k} : vector<[8]xf32>, memref<?xf32> } {why = "tail"} : vector<[8]xi1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mask_write_tensor(%t: tensor<?xf32>, %i: index, %v: vector<8xf32>, %mask: vector<8xi1>) -> tensor<?xf32> {
  %0 = vector.mask %mask { vector.transfer_write %v, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// OUT: module {
// OUT:   func.func @mask_write_tensor(%arg0: tensor<?xf32>, %arg1: index, %arg2: vector<8xf32>, %arg3: vector<8xi1>) -> tensor<?xf32> {
// OUT:     %0 = vector.mask %arg3 { vector.transfer_write %arg2, %arg0[%arg1] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
// OUT:     return %0 : tensor<?xf32>
// OUT:   }
// OUT: }
// -----

func.func @mask_with_explicit_yield(%v: vector<8xi32>, %acc: i32, %mask: vector<8xi1>) -> i32 {
  %0 = vector.mask %mask {
    %sum = vector.reduction <add>, %v, %acc : vector<8xi32> into i32
    vector.yield %sum : i32
  } : vector<8xi1> -> i32
  return %0 : i32
}

// OUT: module {
// OUT:   func.func @mask_with_explicit_yield(%arg0: vector<8xi32>, %arg1: i32, %arg2: vector<8xi1>) -> i32 {
// OUT:     %0 = vector.mask %arg2 { vector.reduction <add>, %arg0, %arg1 : vector<8xi32> into i32 } : vector<8xi1> -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @mask_reductions(%v: vector<4x8xf32>, %acc: vector<4xf32>, %mask: vector<4x8xi1>) {
  %0 = vector.mask %mask { vector.multi_reduction <add>, %v, %acc [1] : vector<4x8xf32> to vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @mask_reductions(%arg0: vector<4x8xf32>, %arg1: vector<4xf32>, %arg2: vector<4x8xi1>) {
// OUT:     %0 = vector.mask %arg2 { vector.multi_reduction <add>, %arg0, %arg1 [1] : vector<4x8xf32> to vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

#mv = {
  indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @mask_products(%a: vector<3x4xf32>, %b: vector<4xf32>, %acc: vector<3xf32>, %mask: vector<3x4xi1>, %m2: vector<4x3xi1>) {
  %0 = vector.mask %mask { vector.contract #mv %a, %b, %acc : vector<3x4xf32>, vector<4xf32> into vector<3xf32> } : vector<3x4xi1> -> vector<3xf32>
  %1 = vector.mask %m2 { vector.outerproduct %b, %0 : vector<4xf32>, vector<3xf32> } : vector<4x3xi1> -> vector<4x3xf32>
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d0, d1)>
// OUT: #map1 = affine_map<(d0, d1) -> (d1)>
// OUT: #map2 = affine_map<(d0, d1) -> (d0)>
// OUT: module {
// OUT:   func.func @mask_products(%arg0: vector<3x4xf32>, %arg1: vector<4xf32>, %arg2: vector<3xf32>, %arg3: vector<3x4xi1>, %arg4: vector<4x3xi1>) {
// OUT:     %0 = vector.mask %arg3 { vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<3x4xf32>, vector<4xf32> into vector<3xf32> } : vector<3x4xi1> -> vector<3xf32>
// OUT:     %1 = vector.mask %arg4 { vector.outerproduct %arg1, %0 : vector<4xf32>, vector<3xf32> } : vector<4x3xi1> -> vector<4x3xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mask_gather(%m: memref<?xi8>, %i: index, %at: vector<4xi32>, %all: vector<4xi1>, %mask: vector<4xi1>, %v: vector<4xi8>) {
  %0 = vector.mask %mask { vector.gather %m[%i] [%at], %all, %v : memref<?xi8>, vector<4xi32>, vector<4xi1>, vector<4xi8> into vector<4xi8> } : vector<4xi1> -> vector<4xi8>
  return
}

// OUT: module {
// OUT:   func.func @mask_gather(%arg0: memref<?xi8>, %arg1: index, %arg2: vector<4xi32>, %arg3: vector<4xi1>, %arg4: vector<4xi1>, %arg5: vector<4xi8>) {
// OUT:     %0 = vector.mask %arg4 { vector.gather %arg0[%arg1] [%arg2], %arg3, %arg5 : memref<?xi8>, vector<4xi32>, vector<4xi1>, vector<4xi8> into vector<4xi8> } : vector<4xi1> -> vector<4xi8>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mask_of_nothing(%mask: vector<8xi1>, %v: vector<8xf32>) -> vector<8xf32> {
  vector.mask %mask { } : vector<8xi1>
  %0 = vector.mask %mask { vector.yield %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// OUT: module {
// OUT:   func.func @mask_of_nothing(%arg0: vector<8xi1>, %arg1: vector<8xf32>) -> vector<8xf32> {
// OUT:     vector.mask %arg0 { vector.yield } : vector<8xi1>
// OUT:     %0 = vector.mask %arg0 { vector.yield %arg1 : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// OUT:     return %0 : vector<8xf32>
// OUT:   }
// OUT: }
// -----

func.func @mask_inside_a_loop(%m: memref<?xf32>, %lo: index, %hi: index, %step: index, %pad: f32) {
  scf.for %i = %lo to %hi step %step {
    %mask = vector.create_mask %i : vector<8xi1>
    %0 = vector.mask %mask { vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    vector.print %0 : vector<8xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @mask_inside_a_loop(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: f32) {
// OUT:     scf.for %arg5 = %arg1 to %arg2 step %arg3 {
// OUT:       %0 = vector.create_mask %arg5 : vector<8xi1>
// OUT:       %1 = vector.mask %0 { vector.transfer_read %arg0[%arg5], %arg4 : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// OUT:       vector.print %1 : vector<8xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @print(%v: vector<4x[2]xf32>, %n: i32, %at: index, %x: f64, %s: si8, %z: vector<i1>) {
  vector.print
  vector.print %v : vector<4x[2]xf32>
  vector.print %n : i32 punctuation <comma>
  vector.print %at : index punctuation <no_punctuation>
  vector.print %x : f64
  vector.print %s : si8
  vector.print %z : vector<i1> punctuation <newline> {k}
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print str "a \"quoted\" line\0A"
  return
}

// OUT: module {
// OUT:   func.func @print(%arg0: vector<4x[2]xf32>, %arg1: i32, %arg2: index, %arg3: f64, %arg4: si8, %arg5: vector<i1>) {
// OUT:     vector.print
// OUT:     vector.print %arg0 : vector<4x[2]xf32>
// OUT:     vector.print %arg1 : i32 punctuation <comma>
// OUT:     vector.print %arg2 : index punctuation <no_punctuation>
// OUT:     vector.print %arg3 : f64
// OUT:     vector.print %arg4 : si8
// OUT:     vector.print %arg5 : vector<i1> {k}
// OUT:     vector.print punctuation <open>
// OUT:     vector.print punctuation <close>
// OUT:     vector.print str "a \22quoted\22 line\0A"
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mask_before_its_values(%m: memref<?xf32>, %n: index) {
  cf.br ^make
^use:
  %0 = vector.mask %mask, %other { vector.transfer_read %m[%n], %pad : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
^make:
  %mask = vector.create_mask %n : vector<8xi1>
  %pad = arith.constant 0.0 : f32
  %other = vector.broadcast %pad : f32 to vector<8xf32>
  cf.br ^use
}

// OUT: module {
// OUT:   func.func @mask_before_its_values(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     cf.br ^bb2
// OUT:   ^bb1:  // pred: ^bb2
// OUT:     %0 = vector.mask %1, %2 { vector.transfer_read %arg0[%arg1], %cst : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// OUT:     return
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     %1 = vector.create_mask %arg1 : vector<8xi1>
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %2 = vector.broadcast %cst : f32 to vector<8xf32>
// OUT:     cf.br ^bb1
// OUT:   }
// OUT: }
