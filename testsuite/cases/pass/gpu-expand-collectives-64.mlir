// RUN: opt --gpu-expand-collectives="subgroup-size=64"

// Subgroups of 64 lanes: six steps, and masks of 64 bits where lanes may be missing.
gpu.module @kernels {
  gpu.func @wave(%m: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xf32>
    %sum = gpu.subgroup_reduce add %x : (f32) -> f32
    %first = gpu.subgroup_broadcast %sum, first_active_lane : f32
    memref.store %first, %m[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @partial(%x: f32, %m: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %sum = gpu.subgroup_reduce add %x cluster(size = 2) : (f32) -> f32
    memref.store %sum, %m[%c0] : memref<1xf32>
    gpu.return
  }
  // Within each half of 32 lanes.
  gpu.func @halves(%x: f32, %m: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : i32
    %a, %a_valid = gpu.shuffle xor %x, %c3, %c32 : f32
    %b, %b_valid = gpu.shuffle down %x, %c3, %c32 : f32
    %kept = arith.select %b_valid, %b, %a : f32
    memref.store %kept, %m[%t] : memref<64xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @wave(%arg0: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c64_i32 = arith.constant 64 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c32_i32, %c64_i32 : f32
// OUT:       %1 = arith.addf %0, %shuffleResult : f32
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %c64_i32_0 = arith.constant 64 : i32
// OUT:       %shuffleResult_1, %valid_2 = gpu.shuffle  xor %1, %c16_i32, %c64_i32_0 : f32
// OUT:       %2 = arith.addf %1, %shuffleResult_1 : f32
// OUT:       %c8_i32 = arith.constant 8 : i32
// OUT:       %c64_i32_3 = arith.constant 64 : i32
// OUT:       %shuffleResult_4, %valid_5 = gpu.shuffle  xor %2, %c8_i32, %c64_i32_3 : f32
// OUT:       %3 = arith.addf %2, %shuffleResult_4 : f32
// OUT:       %c4_i32 = arith.constant 4 : i32
// OUT:       %c64_i32_6 = arith.constant 64 : i32
// OUT:       %shuffleResult_7, %valid_8 = gpu.shuffle  xor %3, %c4_i32, %c64_i32_6 : f32
// OUT:       %4 = arith.addf %3, %shuffleResult_7 : f32
// OUT:       %c2_i32 = arith.constant 2 : i32
// OUT:       %c64_i32_9 = arith.constant 64 : i32
// OUT:       %shuffleResult_10, %valid_11 = gpu.shuffle  xor %4, %c2_i32, %c64_i32_9 : f32
// OUT:       %5 = arith.addf %4, %shuffleResult_10 : f32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c64_i32_12 = arith.constant 64 : i32
// OUT:       %shuffleResult_13, %valid_14 = gpu.shuffle  xor %5, %c1_i32, %c64_i32_12 : f32
// OUT:       %6 = arith.addf %5, %shuffleResult_13 : f32
// OUT:       %true = arith.constant true
// OUT:       %7 = gpu.ballot %true : i64
// OUT:       %8 = math.cttz %7 : i64
// OUT:       %9 = arith.trunci %8 : i64 to i32
// OUT:       %c64_i32_15 = arith.constant 64 : i32
// OUT:       %shuffleResult_16, %valid_17 = gpu.shuffle  idx %6, %9, %c64_i32_15 : f32
// OUT:       memref.store %shuffleResult_16, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @partial(%arg0: f32, %arg1: memref<1xf32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %true = arith.constant true
// OUT:       %0 = gpu.ballot %true : i64
// OUT:       %1 = gpu.lane_id
// OUT:       %2 = arith.index_cast %1 : index to i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %3 = arith.xori %2, %c1_i32 : i32
// OUT:       %4 = arith.extui %3 : i32 to i64
// OUT:       %5 = arith.shrui %0, %4 : i64
// OUT:       %6 = arith.trunci %5 : i64 to i1
// OUT:       %c64_i32 = arith.constant 64 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %arg0, %c1_i32, %c64_i32 : f32
// OUT:       %7 = arith.addf %arg0, %shuffleResult : f32
// OUT:       %8 = arith.select %6, %7, %arg0 : f32
// OUT:       %c-2_i32 = arith.constant -2 : i32
// OUT:       %9 = arith.andi %2, %c-2_i32 : i32
// OUT:       %c64_i32_0 = arith.constant 64 : i32
// OUT:       %shuffleResult_1, %valid_2 = gpu.shuffle  idx %8, %9, %c64_i32_0 : f32
// OUT:       memref.store %shuffleResult_1, %arg1[%c0] : memref<1xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @halves(%arg0: f32, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %c3_i32 = arith.constant 3 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %true = arith.constant true
// OUT:       %c64_i32 = arith.constant 64 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %arg0, %c3_i32, %c64_i32 : f32
// OUT:       %0 = gpu.lane_id
// OUT:       %1 = arith.index_cast %0 : index to i32
// OUT:       %c31_i32 = arith.constant 31 : i32
// OUT:       %c32_i32_0 = arith.constant 32 : i32
// OUT:       %2 = arith.andi %1, %c31_i32 : i32
// OUT:       %3 = arith.andi %1, %c32_i32_0 : i32
// OUT:       %4 = arith.addi %2, %c3_i32 : i32
// OUT:       %5 = arith.cmpi ult, %4, %c32_i32_0 : i32
// OUT:       %6 = arith.cmpi ult, %c3_i32, %c32_i32_0 : i32
// OUT:       %7 = arith.andi %5, %6 : i1
// OUT:       %8 = arith.ori %3, %4 : i32
// OUT:       %c64_i32_1 = arith.constant 64 : i32
// OUT:       %shuffleResult_2, %valid_3 = gpu.shuffle  idx %arg0, %8, %c64_i32_1 : f32
// OUT:       %9 = arith.select %7, %shuffleResult_2, %shuffleResult : f32
// OUT:       memref.store %9, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
