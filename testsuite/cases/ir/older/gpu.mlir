// RUN: roundtrip
// DIFFERS everywhere: mlir-opt 22 has these forms no longer

func.func @values_for_a_rotation(%x: f32) {
  %offset = arith.constant 3 : i32
  %width = arith.constant 8 : i32
  %rotated, %valid = gpu.rotate %x, %offset, %width : f32
  return
}

// OUT: module {
// OUT:   func.func @values_for_a_rotation(%arg0: f32) {
// OUT:     %c3_i32 = arith.constant 3 : i32
// OUT:     %c8_i32 = arith.constant 8 : i32
// OUT:     %rotateResult, %valid = gpu.rotate %arg0, 3, 8 : f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @warps_of_vectors(%lane: index, %w: vector<64xf32>) {
  vector.warp_execute_on_lane_0(%lane)[32] {
    %c0 = arith.constant 0 : index
  }
  %r = vector.warp_execute_on_lane_0(%lane)[32] args(%w : vector<64xf32>) -> (vector<2xf32>) {
  ^bb0(%whole: vector<64xf32>):
    vector.yield %whole : vector<64xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @warps_of_vectors(%arg0: index, %arg1: vector<64xf32>) {
// OUT:     gpu.warp_execute_on_lane_0(%arg0)[32] {
// OUT:       %c0 = arith.constant 0 : index
// OUT:     }
// OUT:     %0 = gpu.warp_execute_on_lane_0(%arg0)[32] args(%arg1 : vector<64xf32>) -> (vector<2xf32>) {
// OUT:     ^bb0(%arg2: vector<64xf32>):
// OUT:       gpu.yield %arg2 : vector<64xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @printf_without_a_comma(%n: i32, %x: f32) {
  gpu.printf "%d %f" %n, %x : i32, f32
  return
}

// OUT: module {
// OUT:   func.func @printf_without_a_comma(%arg0: i32, %arg1: f32) {
// OUT:     gpu.printf "%d %f", %arg0, %arg1 : i32, f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @alignment_of_what_follows(%m: memref<4xf32>) {
  memref.assume_alignment %m, 64 : memref<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @alignment_of_what_follows(%arg0: memref<4xf32>) {
// OUT:     %assume_align = memref.assume_alignment %arg0, 64 : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
