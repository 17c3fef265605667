// RUN: not opt --mlir-version=22

func.func @older(%v: vector<4xf32>, %n: i32, %a: vector<8xf32>) {
  %0 = vector.extractelement %v[%n : i32] : vector<4xf32>
  %1 = vector.flat_transpose %a {columns = 4 : i32, rows = 2 : i32} : vector<8xf32> -> vector<8xf32>
  return
}

// OUT: mlir-version-lacks-older.mlir:4:8: error[E0303]: MLIR 22 has no 'vector.extractelement': only versions until 21 have it
// OUT: mlir-version-lacks-older.mlir:5:8: error[E0303]: MLIR 22 has no 'vector.flat_transpose': only versions until 21 have it
// -----

func.func @own() {
  %a = rt.alloc () on 0 : memref<8xf32>
  return
}

// OUT: mlir-version-lacks-older.mlir:3:8: error[E0303]: MLIR has no 'rt.alloc', which is an operation of warpline
// -----

func.func @newer(%x: f32, %n: i32) {
  %0 = arith.addf %x, %x upward : f32
  %1 = arith.extui %n nneg : i32 to i64
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  return
}

// OUT: mlir-version-lacks-older.mlir:3:8: error[E0303]: MLIR 22 has no attribute 'roundingmode' of 'arith.addf': only versions since 23 have it
// OUT: mlir-version-lacks-older.mlir:4:8: error[E0303]: MLIR 22 has no attribute 'nonNeg' of 'arith.extui': only versions since 23 have it
// OUT: mlir-version-lacks-older.mlir:5:3: error[E0303]: MLIR 22 has no attribute 'address_spaces' of 'gpu.barrier': only versions since 23 have it
