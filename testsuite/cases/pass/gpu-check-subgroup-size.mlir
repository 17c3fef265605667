// RUN: opt --gpu-check-subgroup-size --verify-diagnostics
// A sum of 32 lanes by each subgroup: on 64 lanes, the two halves have two sums.
gpu.module @by_shuffles {
  gpu.func @sums(%in: memref<?xf32>, %out: memref<?xf32>) kernel {
    %width = arith.constant 32 : i32
    %c16 = arith.constant 16 : i32
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<?xf32>
    // expected-warning@+1 {{values are exchanged within 32 lanes, but a subgroup of the target has 64}}
    %other, %valid = gpu.shuffle xor %x, %c16, %width : f32
    %sum = arith.addf %x, %other : f32
    %subgroup = gpu.subgroup_id : index
    memref.store %sum, %out[%subgroup] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @by_shuffles {
// OUT:     gpu.func @sums(%arg0: memref<?xf32>, %arg1: memref<?xf32>) kernel {
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c16_i32, %c32_i32 : f32
// OUT:       %1 = arith.addf %0, %shuffleResult : f32
// OUT:       %2 = gpu.subgroup_id : index
// OUT:       memref.store %1, %arg1[%2] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----
// The groups of 32 threads are no subgroups.
gpu.module @by_division {
  gpu.func @any(%in: memref<?xi1>, %out: memref<?xi32>) kernel {
    %c5 = arith.constant 5 : i32
    %thread = gpu.thread_id x
    %number = arith.index_cast %thread : index to i32
    // expected-warning@+1 {{this divides threads into groups of 32, but a subgroup of the target has 64 lanes}}
    %group = arith.shrui %number, %c5 : i32
    %x = memref.load %in[%thread] : memref<?xi1>
    %mask = gpu.ballot %x : i32
    %slot = arith.index_cast %group : i32 to index
    memref.store %mask, %out[%slot] : memref<?xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @by_division {
// OUT:     gpu.func @any(%arg0: memref<?xi1>, %arg1: memref<?xi32>) kernel {
// OUT:       %c5_i32 = arith.constant 5 : i32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.index_cast %thread_id_x : index to i32
// OUT:       %1 = arith.shrui %0, %c5_i32 : i32
// OUT:       %2 = memref.load %arg0[%thread_id_x] : memref<?xi1>
// OUT:       %3 = gpu.ballot %2 : i32
// OUT:       %4 = arith.index_cast %1 : i32 to index
// OUT:       memref.store %3, %arg1[%4] : memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----
// The steps 16 and 8 reach 32 lanes.
gpu.module @by_steps {
  gpu.func @sum(%in: memref<?xf32>, %out: memref<?xf32>, %width: i32) kernel {
    %c16 = arith.constant 16 : i32
    %c8 = arith.constant 8 : i32
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<?xf32>
    // expected-warning@+1 {{the greatest step of the shuffles is 16, but a subgroup of the target has 64 lanes}}
    %a, %has_a = gpu.shuffle down %x, %c16, %width : f32
    %b, %has_b = gpu.shuffle down %a, %c8, %width : f32
    memref.store %b, %out[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @by_steps {
// OUT:     gpu.func @sum(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: i32) kernel {
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %c8_i32 = arith.constant 8 : i32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       %shuffleResult, %valid = gpu.shuffle  down %0, %c16_i32, %arg2 : f32
// OUT:       %shuffleResult_0, %valid_1 = gpu.shuffle  down %shuffleResult, %c8_i32, %arg2 : f32
// OUT:       memref.store %shuffleResult_0, %arg1[%thread_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----
// None of these depends on the size of a subgroup: groups of 32 lanes that are nothing else, steps of 32, steps that a
// loop computes, and a block of 32 threads.
gpu.module @right {
  gpu.func @groups(%in: memref<?xf32>, %out: memref<?xf32>) kernel {
    %width = arith.constant 32 : i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : index
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<?xf32>
    %other, %valid = gpu.shuffle xor %x, %c1, %width : f32
    %group = arith.divui %i, %c32 : index
    memref.store %other, %out[%group] : memref<?xf32>
    gpu.return
  }
  gpu.func @steps(%in: memref<?xf32>, %out: memref<?xf32>, %width: i32) kernel {
    %c32 = arith.constant 32 : i32
    %c16 = arith.constant 16 : i32
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<?xf32>
    %a, %has_a = gpu.shuffle xor %x, %c16, %width : f32
    %b, %has_b = gpu.shuffle xor %a, %c32, %width : f32
    memref.store %b, %out[%i] : memref<?xf32>
    gpu.return
  }
  gpu.func @computed(%in: memref<?xf32>, %out: memref<?xf32>, %width: i32, %step: i32) kernel {
    %c16 = arith.constant 16 : i32
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<?xf32>
    %a, %has_a = gpu.shuffle xor %x, %c16, %width : f32
    %b, %has_b = gpu.shuffle xor %a, %step, %width : f32
    memref.store %b, %out[%i] : memref<?xf32>
    gpu.return
  }
  gpu.func @one_subgroup(%in: memref<?xf32>, %out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %width = arith.constant 32 : i32
    %c16 = arith.constant 16 : i32
    %lane = gpu.lane_id
    %x = memref.load %in[%lane] : memref<?xf32>
    %other, %valid = gpu.shuffle xor %x, %c16, %width : f32
    memref.store %other, %out[%lane] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @right {
// OUT:     gpu.func @groups(%arg0: memref<?xf32>, %arg1: memref<?xf32>) kernel {
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c1_i32, %c32_i32 : f32
// OUT:       %1 = arith.divui %thread_id_x, %c32 : index
// OUT:       memref.store %shuffleResult, %arg1[%1] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @steps(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: i32) kernel {
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c16_i32, %arg2 : f32
// OUT:       %shuffleResult_0, %valid_1 = gpu.shuffle  xor %shuffleResult, %c32_i32, %arg2 : f32
// OUT:       memref.store %shuffleResult_0, %arg1[%thread_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @computed(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: i32, %arg3: i32) kernel {
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %0, %c16_i32, %arg2 : f32
// OUT:       %shuffleResult_0, %valid_1 = gpu.shuffle  xor %shuffleResult, %arg3, %arg2 : f32
// OUT:       memref.store %shuffleResult_0, %arg1[%thread_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @one_subgroup(%arg0: memref<?xf32>, %arg1: memref<?xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %0 = gpu.lane_id
// OUT:       %1 = memref.load %arg0[%0] : memref<?xf32>
// OUT:       %shuffleResult, %valid = gpu.shuffle  xor %1, %c16_i32, %c32_i32 : f32
// OUT:       memref.store %shuffleResult, %arg1[%0] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
