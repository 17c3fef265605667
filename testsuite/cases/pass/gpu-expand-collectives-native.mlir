// RUN: opt --gpu-expand-collectives="native=reduce-i32"

// The target reduces a subgroup of words, but has no products of them.
gpu.module @kernels {
  gpu.func @words(%m: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<32xi32>
    %sum = gpu.subgroup_reduce add %x : (i32) -> i32
    %most = gpu.all_reduce maxsi %sum {} : (i32) -> i32
    %product = gpu.subgroup_reduce mul %most cluster(size = 2) : (i32) -> i32
    memref.store %product, %m[%t] : memref<32xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @words(%arg0: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<32xi32>
// OUT:       %1 = gpu.subgroup_reduce  add %0 : (i32) -> i32
// OUT:       %2 = gpu.subgroup_reduce  maxsi %1 : (i32) -> i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %2, %c1_i32, %c32_i32 : i32
// OUT:       %3 = arith.muli %2, %shuffleResult : i32
// OUT:       memref.store %3, %arg0[%thread_id_x] : memref<32xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A block of two subgroups.
gpu.module @kernels {
  gpu.func @block(%m: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xi32>
    %sum = gpu.all_reduce add %x {} : (i32) -> i32
    memref.store %sum, %m[%t] : memref<64xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @block(%arg0: memref<64xi32>) workgroup(%arg1 : memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xi32>
// OUT:       %1 = gpu.subgroup_reduce  add %0 : (i32) -> i32
// OUT:       %2 = gpu.lane_id
// OUT:       %thread_id_x_0 = gpu.thread_id  x
// OUT:       %c5 = arith.constant 5 : index
// OUT:       %3 = arith.shrui %thread_id_x_0, %c5 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %4 = arith.cmpi eq, %2, %c0 : index
// OUT:       %5 = arith.cmpi eq, %3, %c0 : index
// OUT:       scf.if %4 {
// OUT:         memref.store %1, %arg1[%3] : memref<32xi32, #gpu.address_space<workgroup>>
// OUT:       }
// OUT:       gpu.barrier
// OUT:       scf.if %5 {
// OUT:         %c1 = arith.constant 1 : index
// OUT:         %7 = arith.minui %2, %c1 : index
// OUT:         %8 = memref.load %arg1[%7] : memref<32xi32, #gpu.address_space<workgroup>>
// OUT:         %c1_1 = arith.constant 1 : index
// OUT:         %9 = arith.xori %2, %c1_1 : index
// OUT:         %10 = arith.cmpi ult, %9, %c2 : index
// OUT:         %c1_i32 = arith.constant 1 : i32
// OUT:         %c32_i32 = arith.constant 32 : i32
// OUT:         %shuffleResult, %valid = gpu.shuffle  xor %8, %c1_i32, %c32_i32 : i32
// OUT:         %11 = arith.addi %8, %shuffleResult : i32
// OUT:         %12 = arith.select %10, %11, %8 : i32
// OUT:         scf.if %4 {
// OUT:           memref.store %12, %arg1[%c0] : memref<32xi32, #gpu.address_space<workgroup>>
// OUT:         }
// OUT:       }
// OUT:       gpu.barrier
// OUT:       %6 = memref.load %arg1[%c0] : memref<32xi32, #gpu.address_space<workgroup>>
// OUT:       gpu.barrier
// OUT:       memref.store %6, %arg0[%thread_id_x] : memref<64xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
