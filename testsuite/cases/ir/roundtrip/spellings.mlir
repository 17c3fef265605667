// RUN: roundtrip --allow-unregistered-dialect

// Spellings that are read and come back in the usual one.

#sum = #vector.kind<add>
func.func @kind_by_alias(%v: vector<4xf32>) -> (f32, f32) {
  %0 = vector.reduction #sum, %v : vector<4xf32> into f32
  %1 = vector.reduction #vector.kind<mul>, %v : vector<4xf32> into f32
  return %0, %1 : f32, f32
}

// OUT: module {
// OUT:   func.func @kind_by_alias(%arg0: vector<4xf32>) -> (f32, f32) {
// OUT:     %0 = vector.reduction <add>, %arg0 : vector<4xf32> into f32
// OUT:     %1 = vector.reduction <mul>, %arg0 : vector<4xf32> into f32
// OUT:     return %0, %1 : f32, f32
// OUT:   }
// OUT: }
// -----

func.func private @blanks_between_sizes(memref<4 x f32>, vector<2x 3 xf32>, tensor< ? x4x f32>)

// OUT: module {
// OUT:   func.func private @blanks_between_sizes(memref<4xf32>, vector<2x3xf32>, tensor<?x4xf32>)
// OUT: }
// -----

memref.global "private" constant @by_resource : memref<1xf32> = dense_resource<one>
memref.global "private" @few_of_many : memref<4xi32> = sparse<[[0], [2]], [5, 6]>
func.func private @other()
{-# dialect_resources: { builtin: { one: "0x040000000000803F" } } #-}

// OUT: module {
// OUT:   memref.global "private" constant @by_resource : memref<1xf32> = dense_resource<one>
// OUT:   memref.global "private" @few_of_many : memref<4xi32> = sparse<[[0], [2]], [5, 6]>
// OUT:   func.func private @other()
// OUT: }
// OUT:
// OUT: {-#
// OUT:   dialect_resources: {
// OUT:     builtin: {
// OUT:       one: "0x040000000000803F"
// OUT:     }
// OUT:   }
// OUT: #-}
// -----

func.func @disjoint_as_bool(%n: index) -> (index, index) {
  %0 = "affine.linearize_index"(%n, %n) <{disjoint = true, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 2, 3>}> : (index, index) -> index
  %1 = "affine.linearize_index"(%n, %n) <{disjoint = false, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 2, 3>}> : (index, index) -> index
  return %0, %1 : index, index
}

// OUT: module {
// OUT:   func.func @disjoint_as_bool(%arg0: index) -> (index, index) {
// OUT:     %0 = affine.linearize_index disjoint [%arg0, %arg0] by (2, 3) : index
// OUT:     %1 = affine.linearize_index [%arg0, %arg0] by (2, 3) : index
// OUT:     return %0, %1 : index, index
// OUT:   }
// OUT: }
// -----

func.func @scaled_lanes(%n: index) -> (vector<[4]xi1>, index) {
  %scale = vector.vscale
  %four = arith.constant 4 : index
  %lanes = arith.muli %four, %scale : index
  %again = arith.muli %scale, %four : index
  %mask = vector.create_mask %lanes : vector<[4]xi1>
  return %mask, %again : vector<[4]xi1>, index
}

// OUT: module {
// OUT:   func.func @scaled_lanes(%arg0: index) -> (vector<[4]xi1>, index) {
// OUT:     %vscale = vector.vscale
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c4_vscale = arith.muli %c4, %vscale : index
// OUT:     %c4_vscale_0 = arith.muli %vscale, %c4 : index
// OUT:     %0 = vector.create_mask %c4_vscale : vector<[4]xi1>
// OUT:     return %0, %c4_vscale_0 : vector<[4]xi1>, index
// OUT:   }
// OUT: }
// -----

func.func @first_sizes_agree(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %v: vector<4x8xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4x8xf32> into vector<4x8xf32>
  vector.compressstore %m[%i], %k, %0 : memref<?xf32>, vector<4xi1>, vector<4x8xf32>
  return
}

// OUT: module {
// OUT:   func.func @first_sizes_agree(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4x8xf32>) {
// OUT:     %0 = vector.expandload %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<4xi1>, vector<4x8xf32> into vector<4x8xf32>
// OUT:     vector.compressstore %arg0[%arg1], %arg2, %0 : memref<?xf32>, vector<4xi1>, vector<4x8xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @tag_without_subscript(%far: memref<64xf32>, %near: memref<8xf32, 1>, %tag: memref<1xi32>, %n: index) {
  affine.dma_start %far[%n], %near[0], %tag[], %n : memref<64xf32>, memref<8xf32, 1>, memref<1xi32>
  affine.dma_wait %tag[], %n : memref<1xi32>
  return
}

// OUT: module {
// OUT:   func.func @tag_without_subscript(%arg0: memref<64xf32>, %arg1: memref<8xf32, 1>, %arg2: memref<1xi32>, %arg3: index) {
// OUT:     affine.dma_start %arg0[%arg3], %arg1[0], %arg2[], %arg3 : memref<64xf32>, memref<8xf32, 1>, memref<1xi32>
// OUT:     affine.dma_wait %arg2[], %arg3 : memref<1xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

"test.first"() {a = affine_set<(d) : (d >= 0)>, b = affine_map<(d) -> (d)>, c = affine_set<(d) : (d == 0)>} : () -> ()

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: #set = affine_set<(d0) : (d0 >= 0)>
// OUT: #set1 = affine_set<(d0) : (d0 == 0)>
// OUT: module {
// OUT:   "test.first"() {a = #set, b = #map, c = #set1} : () -> ()
// OUT: }
