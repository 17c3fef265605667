// RUN: not opt --mlir-version=19 --allow-unregistered-dialect

func.func @operations(%x: f32, %a: memref<4xf32>, %b: memref<4xf32>) {
  %0 = math.isnan %x : f32
  %1, %2 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  return
}

// OUT: mlir-version-lacks.mlir:4:8: error[E0303]: MLIR 19 has no 'math.isnan': only versions since 21 have it
// OUT: mlir-version-lacks.mlir:5:12: error[E0303]: MLIR 19 has no 'memref.distinct_objects': only versions since 22 have it
// -----

func.func @attributes(%n: i32, %x: f32, %c: i1) {
  %0 = arith.divsi %n, %n exact : i32
  %1 = arith.addf %x, %x upward : f32
  %2 = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
  cf.cond_br %c weights([3, 4]), ^bb1, ^bb1
^bb1:
  return
}

// OUT: mlir-version-lacks.mlir:3:8: error[E0303]: MLIR 19 has no attribute 'isExact' of 'arith.divsi': only versions since 22 have it
// OUT: mlir-version-lacks.mlir:4:8: error[E0303]: MLIR 19 has no attribute 'roundingmode' of 'arith.addf': only versions since 23 have it
// OUT: mlir-version-lacks.mlir:5:8: error[E0303]: MLIR 19 has no attribute 'cluster_size' of 'gpu.subgroup_reduce': only versions since 20 have it
// OUT: mlir-version-lacks.mlir:6:3: error[E0303]: MLIR 19 has no attribute 'branch_weights' of 'cf.cond_br': only versions since 21 have it
// -----

func.func @uses(%m: memref<4xi32>, %i: index, %n: i32, %v: vector<4xf32>, %f: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.atomic_rmw xori %n, %m[%i] : (i32, memref<4xi32>) -> i32
  %1:2 = affine.delinearize_index %i into (4, 4) : index, index
  %2 = vector.shuffle %v, %v [0, -1] : vector<4xf32>, vector<4xf32>
  %3 = memref.assume_alignment %f, 16 : memref<4xf32>
  return %3 : memref<4xf32>
}

// OUT: mlir-version-lacks.mlir:3:8: error[E0303]: MLIR 19 has no 'memref.atomic_rmw' with the kind xori: only versions since 22 have it
// OUT: mlir-version-lacks.mlir:4:10: error[E0303]: MLIR 19 has no 'affine.delinearize_index' with constants in the basis: only versions since 20 have it
// OUT: mlir-version-lacks.mlir:5:8: error[E0303]: MLIR 19 has no 'vector.shuffle' with a poison index: only versions since 20 have it
// OUT: mlir-version-lacks.mlir:6:8: error[E0303]: MLIR 19 has no 'memref.assume_alignment' with a result that is used: only versions since 21 have it
// -----

func.func @types(%x: f4E2M1FN, %v: vector<2xf4E2M1FN>, %m: memref<4xf32, strided<[0]>>) {
  "t.holds"() {held = [#gpu.lane<x>, !gpu.mma_matrix<8x4xf64, "COp">]} : () -> ()
  return
}

// OUT: mlir-version-lacks.mlir:2:1: error[E0303]: MLIR 19 has no type 'f4E2M1FN': only versions since 20 have it
// OUT: mlir-version-lacks.mlir:2:1: error[E0303]: MLIR 19 has no attribute 'strided<[0]>': only versions since 20 have it
// OUT: mlir-version-lacks.mlir:3:3: error[E0303]: MLIR 19 has no attribute '#gpu.lane<x>': only versions since 21 have it
// OUT: mlir-version-lacks.mlir:3:3: error[E0303]: MLIR 19 has no type '!gpu.mma_matrix<8x4xf64, "COp">': only versions since 22 have it
