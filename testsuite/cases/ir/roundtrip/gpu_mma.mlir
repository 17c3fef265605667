// RUN: roundtrip --allow-unregistered-dialect

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %l = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_load_matrix %arg0[%arg2, %arg2] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %l = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<8x16xf16, "BOp">
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_load_matrix %arg0[%arg2, %arg2] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<8x16xf16, "BOp">
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  gpu.subgroup_mma_store_matrix %c, %o[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     gpu.subgroup_mma_store_matrix %arg6, %arg1[%arg2, %arg2] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %r = gpu.subgroup_mma_compute %a, %b, %c {b_transpose} : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_compute %arg4, %arg5, %arg6 {b_transpose} : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %r = gpu.subgroup_mma_constant_matrix %h : !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_constant_matrix %arg3 : !gpu.mma_matrix<16x8xf16, "AOp">
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %r = gpu.subgroup_mma_elementwise mulf %a, %a : (!gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<16x8xf16, "AOp">) -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_elementwise  mulf %arg4, %arg4 : (!gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<16x8xf16, "AOp">) -> !gpu.mma_matrix<16x8xf16, "AOp">
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %r = gpu.subgroup_mma_elementwise negatef %c {t.mark} : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_elementwise  negatef %arg6 {t.mark} : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %e = gpu.subgroup_mma_extract_thread_local %a[%n] : !gpu.mma_matrix<16x8xf16, "AOp"> -> f16
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_extract_thread_local %arg4[%arg2] : !gpu.mma_matrix<16x8xf16, "AOp"> -> f16
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %r = gpu.subgroup_mma_insert_thread_local %h, %a[%n] : f16, !gpu.mma_matrix<16x8xf16, "AOp"> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.subgroup_mma_insert_thread_local %arg3, %arg4[%arg2] : f16, !gpu.mma_matrix<16x8xf16, "AOp"> -> !gpu.mma_matrix<16x8xf16, "AOp">
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %n: index, %h: f16, %a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %w: vector<64xf32>) {
  %r = gpu.warp_execute_on_lane_0(%n)[32] args(%w : vector<64xf32>) -> (vector<2xf32>) {
  ^bb0(%all: vector<64xf32>):
    gpu.yield %all : vector<64xf32>
  } {t.mark}
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<32x32xf16>, %arg1: memref<32x32xf32>, %arg2: index, %arg3: f16, %arg4: !gpu.mma_matrix<16x8xf16, "AOp">, %arg5: !gpu.mma_matrix<8x16xf16, "BOp">, %arg6: !gpu.mma_matrix<16x16xf32, "COp">, %arg7: vector<64xf32>) {
// OUT:     %0 = gpu.warp_execute_on_lane_0(%arg2)[32] args(%arg7 : vector<64xf32>) -> (vector<2xf32>) {
// OUT:     ^bb0(%arg8: vector<64xf32>):
// OUT:       gpu.yield %arg8 : vector<64xf32>
// OUT:     } {t.mark}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: index) {
  gpu.warp_execute_on_lane_0(%lane)[32] {
    "t.once"() : () -> ()
  }
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: index) {
// OUT:     gpu.warp_execute_on_lane_0(%arg0)[32] {
// OUT:       "t.once"() : () -> ()
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
