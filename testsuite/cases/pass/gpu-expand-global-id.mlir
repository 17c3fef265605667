// RUN: opt --gpu-expand-global-id
gpu.module @m {
  gpu.func @k(%m: memref<?xindex>) kernel {
    %i = gpu.global_id x
    %j = gpu.global_id y upper_bound 64
    %s = arith.addi %i, %j : index
    memref.store %s, %m[%i] : memref<?xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @k(%arg0: memref<?xindex>) kernel {
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.muli %block_id_x, %block_dim_x : index
// OUT:       %1 = arith.addi %0, %thread_id_x : index
// OUT:       %block_id_y = gpu.block_id  y
// OUT:       %block_dim_y = gpu.block_dim  y
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %2 = arith.muli %block_id_y, %block_dim_y : index
// OUT:       %3 = arith.addi %2, %thread_id_y : index
// OUT:       %4 = arith.addi %1, %3 : index
// OUT:       memref.store %4, %arg0[%1] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
