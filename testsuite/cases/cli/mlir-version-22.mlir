// RUN: opt --mlir-version=22 --allow-unregistered-dialect

module @kernels attributes {sym_visibility = "private"} {
}

// OUT: module @kernels attributes {sym_visibility = "private"} {
// OUT: }
// -----

memref.global "private" @scratch : memref<4xf32> = uninitialized {alignment = 64 : i64, user.tag}

func.func private @callee(i32)

func.func @host(%m: memref<4xf32>, %i: index, %v: vector<4xf32>, %n: i32) {
  %0 = memref.alloc() {alignment = 16 : i64, user.tag} : memref<4xf32>
  %1 = memref.load %m[%i] {alignment = 4 : i64, nontemporal = true} : memref<4xf32>
  %2 = vector.load %m[%i] {alignment = 4 : i64, nontemporal = true} : memref<4xf32>, vector<4xf32>
  %3 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  call @callee(%n) {no_inline, user.tag} : (i32) -> ()
  return
}

// OUT: module {
// OUT:   memref.global "private" @scratch : memref<4xf32> = uninitialized {alignment = 64 : i64, user.tag}
// OUT:   func.func private @callee(i32)
// OUT:   func.func @host(%arg0: memref<4xf32>, %arg1: index, %arg2: vector<4xf32>, %arg3: i32) {
// OUT:     %alloc = memref.alloc() {alignment = 16 : i64, user.tag} : memref<4xf32>
// OUT:     %0 = memref.load %arg0[%arg1] {alignment = 4 : i64, nontemporal = true} : memref<4xf32>
// OUT:     %1 = vector.load %arg0[%arg1] {alignment = 4 : i64, nontemporal = true} : memref<4xf32>, vector<4xf32>
// OUT:     %2 = vector.extract_strided_slice %arg2 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// OUT:     call @callee(%arg3) {no_inline, user.tag} : (i32) -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

gpu.module @device {
  gpu.func @kernel(%m: memref<32x32xf16>, %n: i32, %x: f32) kernel {
    %i = gpu.thread_id x
    %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %sum = gpu.all_reduce add %x {} : (f32) -> f32
    gpu.printf "%d", %n : i32
    "t.holds"() {dimension = #gpu<dim x>} : () -> ()
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @device {
// OUT:     gpu.func @kernel(%arg0: memref<32x32xf16>, %arg1: i32, %arg2: f32) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = gpu.subgroup_mma_load_matrix %arg0[%thread_id_x, %thread_id_x] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
// OUT:       %1 = gpu.all_reduce  add %arg2 {
// OUT:       } : (f32) -> f32
// OUT:       gpu.printf "%d", %arg1 : i32
// OUT:       "t.holds"() {dimension = #gpu<dim x>} : () -> ()
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

func.func @warp(%lane: index, %w: vector<64xf32>, %m: memref<4xf32>) -> vector<2xf32> {
  %same = memref.assume_alignment %m, 16 : memref<4xf32>
  %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%w : vector<64xf32>) -> (vector<2xf32>) {
  ^bb0(%whole: vector<64xf32>):
    gpu.yield %whole : vector<64xf32>
  }
  return %r : vector<2xf32>
}

// OUT: module {
// OUT:   func.func @warp(%arg0: index, %arg1: vector<64xf32>, %arg2: memref<4xf32>) -> vector<2xf32> {
// OUT:     %assume_align = memref.assume_alignment %arg2, 16 : memref<4xf32>
// OUT:     %0 = gpu.warp_execute_on_lane_0(%arg0)[32] args(%arg1 : vector<64xf32>) -> (vector<2xf32>) {
// OUT:     ^bb0(%arg3: vector<64xf32>):
// OUT:       gpu.yield %arg3 : vector<64xf32>
// OUT:     }
// OUT:     return %0 : vector<2xf32>
// OUT:   }
// OUT: }
