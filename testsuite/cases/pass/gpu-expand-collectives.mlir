// RUN: opt --gpu-expand-collectives

// Full subgroups: a step for each halving of the cluster.
gpu.module @kernels {
  gpu.func @clusters(%m: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xf32>
    %most = gpu.subgroup_reduce maximumf %x cluster(size = 4, stride = 2) : (f32) -> f32
    memref.store %most, %m[%t] : memref<64xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @clusters(%arg0: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %c4_i32 = arith.constant 4 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c4_i32, %c32_i32 : f32
// OUT:       %1 = arith.maximumf %0, %shuffleResult : f32
// OUT:       %c2_i32 = arith.constant 2 : i32
// OUT:       %c32_i32_0 = arith.constant 32 : i32
// OUT:       %shuffleResult_1, %valid_2 = gpu.shuffle  xor %1, %c2_i32, %c32_i32_0 : f32
// OUT:       %2 = arith.maximumf %1, %shuffleResult_1 : f32
// OUT:       memref.store %2, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Of a block of another size, not all lanes take part.
gpu.module @kernels {
  gpu.func @partial(%m: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<?xi32>
    %all = gpu.subgroup_reduce xor %x cluster(size = 2) : (i32) -> i32
    memref.store %all, %m[%t] : memref<?xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @partial(%arg0: memref<?xi32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<?xi32>
// OUT:       %true = arith.constant true
// OUT:       %1 = gpu.ballot %true : i32
// OUT:       %2 = gpu.lane_id
// OUT:       %3 = arith.index_cast %2 : index to i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %4 = arith.xori %3, %c1_i32 : i32
// OUT:       %5 = arith.shrui %1, %4 : i32
// OUT:       %6 = arith.trunci %5 : i32 to i1
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c1_i32, %c32_i32 : i32
// OUT:       %7 = arith.xori %0, %shuffleResult : i32
// OUT:       %8 = arith.select %6, %7, %0 : i32
// OUT:       %c-2_i32 = arith.constant -2 : i32
// OUT:       %9 = arith.andi %3, %c-2_i32 : i32
// OUT:       %c32_i32_0 = arith.constant 32 : i32
// OUT:       %shuffleResult_1, %valid_2 = gpu.shuffle  idx %8, %9, %c32_i32_0 : i32
// OUT:       memref.store %shuffleResult_1, %arg0[%thread_id_x] : memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The buffer stands behind the workgroup memory that the kernel has, before its private memory.
gpu.module @kernels {
  gpu.func @block(%m: memref<64xf32>) workgroup(%w: memref<2xf32, #gpu.address_space<workgroup>>) private(%p: memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xf32>
    %sum = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %sum, %p[%c0] : memref<1xf32, #gpu.address_space<private>>
    memref.store %sum, %w[%c0] : memref<2xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @block(%arg0: memref<64xf32>) workgroup(%arg1 : memref<2xf32, #gpu.address_space<workgroup>>, %arg2 : memref<32xf32, #gpu.address_space<workgroup>>) private(%arg3 : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c16_i32, %c32_i32 : f32
// OUT:       %1 = arith.addf %0, %shuffleResult : f32
// OUT:       %c8_i32 = arith.constant 8 : i32
// OUT:       %c32_i32_0 = arith.constant 32 : i32
// OUT:       %shuffleResult_1, %valid_2 = gpu.shuffle  xor %1, %c8_i32, %c32_i32_0 : f32
// OUT:       %2 = arith.addf %1, %shuffleResult_1 : f32
// OUT:       %c4_i32 = arith.constant 4 : i32
// OUT:       %c32_i32_3 = arith.constant 32 : i32
// OUT:       %shuffleResult_4, %valid_5 = gpu.shuffle  xor %2, %c4_i32, %c32_i32_3 : f32
// OUT:       %3 = arith.addf %2, %shuffleResult_4 : f32
// OUT:       %c2_i32 = arith.constant 2 : i32
// OUT:       %c32_i32_6 = arith.constant 32 : i32
// OUT:       %shuffleResult_7, %valid_8 = gpu.shuffle  xor %3, %c2_i32, %c32_i32_6 : f32
// OUT:       %4 = arith.addf %3, %shuffleResult_7 : f32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c32_i32_9 = arith.constant 32 : i32
// OUT:       %shuffleResult_10, %valid_11 = gpu.shuffle  xor %4, %c1_i32, %c32_i32_9 : f32
// OUT:       %5 = arith.addf %4, %shuffleResult_10 : f32
// OUT:       %6 = gpu.lane_id
// OUT:       %thread_id_x_12 = gpu.thread_id  x
// OUT:       %c5 = arith.constant 5 : index
// OUT:       %7 = arith.shrui %thread_id_x_12, %c5 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %c0_13 = arith.constant 0 : index
// OUT:       %8 = arith.cmpi eq, %6, %c0_13 : index
// OUT:       %9 = arith.cmpi eq, %7, %c0_13 : index
// OUT:       scf.if %8 {
// OUT:         memref.store %5, %arg2[%7] : memref<32xf32, #gpu.address_space<workgroup>>
// OUT:       }
// OUT:       gpu.barrier
// OUT:       scf.if %9 {
// OUT:         %c1 = arith.constant 1 : index
// OUT:         %11 = arith.minui %6, %c1 : index
// OUT:         %12 = memref.load %arg2[%11] : memref<32xf32, #gpu.address_space<workgroup>>
// OUT:         %c1_14 = arith.constant 1 : index
// OUT:         %13 = arith.xori %6, %c1_14 : index
// OUT:         %14 = arith.cmpi ult, %13, %c2 : index
// OUT:         %c1_i32_15 = arith.constant 1 : i32
// OUT:         %c32_i32_16 = arith.constant 32 : i32
// OUT:         %shuffleResult_17, %valid_18 = gpu.shuffle  xor %12, %c1_i32_15, %c32_i32_16 : f32
// OUT:         %15 = arith.addf %12, %shuffleResult_17 : f32
// OUT:         %16 = arith.select %14, %15, %12 : f32
// OUT:         scf.if %8 {
// OUT:           memref.store %16, %arg2[%c0_13] : memref<32xf32, #gpu.address_space<workgroup>>
// OUT:         }
// OUT:       }
// OUT:       gpu.barrier
// OUT:       %10 = memref.load %arg2[%c0_13] : memref<32xf32, #gpu.address_space<workgroup>>
// OUT:       gpu.barrier
// OUT:       memref.store %10, %arg3[%c0] : memref<1xf32, #gpu.address_space<private>>
// OUT:       memref.store %10, %arg1[%c0] : memref<2xf32, #gpu.address_space<workgroup>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A region is copied for each step; one subgroup needs no memory.
gpu.module @kernels {
  gpu.func @region(%m: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<32xi32>
    %most = gpu.all_reduce %x uniform {
    ^bb0(%a: i32, %b: i32):
      %more = arith.maxsi %a, %b : i32
      gpu.yield %more : i32
    } : (i32) -> i32
    memref.store %most, %m[%t] : memref<32xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @region(%arg0: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<32xi32>
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c16_i32, %c32_i32 : i32
// OUT:       %1 = arith.maxsi %0, %shuffleResult : i32
// OUT:       %c8_i32 = arith.constant 8 : i32
// OUT:       %c32_i32_0 = arith.constant 32 : i32
// OUT:       %shuffleResult_1, %valid_2 = gpu.shuffle  xor %1, %c8_i32, %c32_i32_0 : i32
// OUT:       %2 = arith.maxsi %1, %shuffleResult_1 : i32
// OUT:       %c4_i32 = arith.constant 4 : i32
// OUT:       %c32_i32_3 = arith.constant 32 : i32
// OUT:       %shuffleResult_4, %valid_5 = gpu.shuffle  xor %2, %c4_i32, %c32_i32_3 : i32
// OUT:       %3 = arith.maxsi %2, %shuffleResult_4 : i32
// OUT:       %c2_i32 = arith.constant 2 : i32
// OUT:       %c32_i32_6 = arith.constant 32 : i32
// OUT:       %shuffleResult_7, %valid_8 = gpu.shuffle  xor %3, %c2_i32, %c32_i32_6 : i32
// OUT:       %4 = arith.maxsi %3, %shuffleResult_7 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c32_i32_9 = arith.constant 32 : i32
// OUT:       %shuffleResult_10, %valid_11 = gpu.shuffle  xor %4, %c1_i32, %c32_i32_9 : i32
// OUT:       %5 = arith.maxsi %4, %shuffleResult_10 : i32
// OUT:       memref.store %5, %arg0[%thread_id_x] : memref<32xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

gpu.module @kernels {
  gpu.func @exchanges(%x: f64, %i: index, %lane: i32, %m: memref<1xf64>, %n: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %a, %valid = gpu.rotate %x, 3, 16 : f64
    %b = gpu.subgroup_broadcast %a, first_active_lane : f64
    %c = gpu.subgroup_broadcast %i, specific_lane %lane : index
    memref.store %b, %m[%c0] : memref<1xf64>
    memref.store %c, %n[%c0] : memref<1xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @exchanges(%arg0: f64, %arg1: index, %arg2: i32, %arg3: memref<1xf64>, %arg4: memref<1xindex>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = gpu.lane_id
// OUT:       %1 = arith.index_cast %0 : index to i32
// OUT:       %c3_i32 = arith.constant 3 : i32
// OUT:       %c15_i32 = arith.constant 15 : i32
// OUT:       %c-16_i32 = arith.constant -16 : i32
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %2 = arith.addi %1, %c3_i32 : i32
// OUT:       %3 = arith.andi %2, %c15_i32 : i32
// OUT:       %4 = arith.andi %1, %c-16_i32 : i32
// OUT:       %5 = arith.ori %4, %3 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %6 = arith.bitcast %arg0 : f64 to i64
// OUT:       %c32_i64 = arith.constant 32 : i64
// OUT:       %7 = arith.shrui %6, %c32_i64 : i64
// OUT:       %8 = arith.trunci %6 : i64 to i32
// OUT:       %c32_i32_0 = arith.constant 32 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  idx %8, %5, %c32_i32_0 : i32
// OUT:       %9 = arith.extui %shuffleResult : i32 to i64
// OUT:       %10 = arith.trunci %7 : i64 to i32
// OUT:       %c32_i32_1 = arith.constant 32 : i32
// OUT:       %shuffleResult_2, %valid_3 = gpu.shuffle  idx %10, %5, %c32_i32_1 : i32
// OUT:       %11 = arith.extui %shuffleResult_2 : i32 to i64
// OUT:       %12 = arith.shli %11, %c32_i64 : i64
// OUT:       %13 = arith.ori %12, %9 : i64
// OUT:       %14 = arith.bitcast %13 : i64 to f64
// OUT:       %15 = arith.cmpi ult, %1, %c16_i32 : i32
// OUT:       %true = arith.constant true
// OUT:       %16 = gpu.ballot %true : i32
// OUT:       %17 = math.cttz %16 : i32
// OUT:       %c32_i32_4 = arith.constant 32 : i32
// OUT:       %18 = arith.bitcast %14 : f64 to i64
// OUT:       %c32_i64_5 = arith.constant 32 : i64
// OUT:       %19 = arith.shrui %18, %c32_i64_5 : i64
// OUT:       %20 = arith.trunci %18 : i64 to i32
// OUT:       %c32_i32_6 = arith.constant 32 : i32
// OUT:       %shuffleResult_7, %valid_8 = gpu.shuffle  idx %20, %17, %c32_i32_6 : i32
// OUT:       %21 = arith.extui %shuffleResult_7 : i32 to i64
// OUT:       %22 = arith.trunci %19 : i64 to i32
// OUT:       %c32_i32_9 = arith.constant 32 : i32
// OUT:       %shuffleResult_10, %valid_11 = gpu.shuffle  idx %22, %17, %c32_i32_9 : i32
// OUT:       %23 = arith.extui %shuffleResult_10 : i32 to i64
// OUT:       %24 = arith.shli %23, %c32_i64_5 : i64
// OUT:       %25 = arith.ori %24, %21 : i64
// OUT:       %26 = arith.bitcast %25 : i64 to f64
// OUT:       %27 = arith.index_cast %arg1 : index to i64
// OUT:       %c32_i32_12 = arith.constant 32 : i32
// OUT:       %c32_i64_13 = arith.constant 32 : i64
// OUT:       %28 = arith.shrui %27, %c32_i64_13 : i64
// OUT:       %29 = arith.trunci %27 : i64 to i32
// OUT:       %c32_i32_14 = arith.constant 32 : i32
// OUT:       %shuffleResult_15, %valid_16 = gpu.shuffle  idx %29, %arg2, %c32_i32_14 : i32
// OUT:       %30 = arith.extui %shuffleResult_15 : i32 to i64
// OUT:       %31 = arith.trunci %28 : i64 to i32
// OUT:       %c32_i32_17 = arith.constant 32 : i32
// OUT:       %shuffleResult_18, %valid_19 = gpu.shuffle  idx %31, %arg2, %c32_i32_17 : i32
// OUT:       %32 = arith.extui %shuffleResult_18 : i32 to i64
// OUT:       %33 = arith.shli %32, %c32_i64_13 : i64
// OUT:       %34 = arith.ori %33, %30 : i64
// OUT:       %35 = arith.index_cast %34 : i64 to index
// OUT:       memref.store %26, %arg3[%c0] : memref<1xf64>
// OUT:       memref.store %35, %arg4[%c0] : memref<1xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Functions have no workgroup memory.
gpu.module @kernels {
  func.func @inner(%x: f32) -> f32 {
    %sum = gpu.all_reduce add %x {} : (f32) -> f32
    return %sum : f32
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     func.func @inner(%arg0: f32) -> f32 {
// OUT:       %0 = gpu.all_reduce  add %arg0 {
// OUT:       } : (f32) -> f32
// OUT:       return %0 : f32
// OUT:     }
// OUT:   }
// OUT: }
