// Transpose by tiles: a block reads a tile of 16x16 elements row by row, and writes it row by row into the result, so that
// neighbouring threads touch neighbouring elements both times. The tile has a column more than it needs, which spreads its
// columns over the banks of workgroup memory.
//
//   warpline run examples/transpose.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose(%from: memref<32x48xi32>, %to: memref<48x32xi32>)
        workgroup(%tile: memref<16x17xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %size = arith.constant 16 : index
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %column = gpu.global_id x
      %row = gpu.global_id y
      %v = memref.load %from[%row, %column] : memref<32x48xi32>
      memref.store %v, %tile[%ty, %tx] : memref<16x17xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %first_row = arith.muli %bx, %size : index
      %first_column = arith.muli %by, %size : index
      %to_row = arith.addi %first_row, %ty : index
      %to_column = arith.addi %first_column, %tx : index
      %w = memref.load %tile[%tx, %ty] : memref<16x17xi32, #gpu.address_space<workgroup>>
      memref.store %w, %to[%to_row, %to_column] : memref<48x32xi32>
      gpu.return
    }
  }

  func.func @main(%from: memref<32x48xi32> {warpline.input = "iota:0"}) -> memref<48x32xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %threads = arith.constant 16 : index
    %to = memref.alloc() : memref<48x32xi32>
    gpu.launch_func @kernels::@transpose blocks in (%c3, %c2, %c1) threads in (%threads, %threads, %c1)
        args(%from : memref<32x48xi32>, %to : memref<48x32xi32>)
    return %to : memref<48x32xi32>
  }
}
