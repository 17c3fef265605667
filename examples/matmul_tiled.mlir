// Matrix multiplication with tiles in workgroup memory: a block of 8x8 threads computes a tile of C. For each tile of A and
// B, every thread loads one element of both, waits for the others, and uses what all of them loaded.
//
//   warpline run examples/matmul_tiled.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%a: memref<32x32xf32>, %b: memref<32x32xf32>, %c: memref<32x32xf32>)
        workgroup(%tile_a: memref<8x8xf32, #gpu.address_space<workgroup>>,
                  %tile_b: memref<8x8xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %size = arith.constant 8 : index
      %n = arith.constant 32 : index
      %zero = arith.constant 0.0 : f32
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %row = gpu.global_id y
      %column = gpu.global_id x
      %sum = scf.for %first = %c0 to %n step %size iter_args(%outer = %zero) -> (f32) {
        %k_a = arith.addi %first, %tx : index
        %k_b = arith.addi %first, %ty : index
        %x = memref.load %a[%row, %k_a] : memref<32x32xf32>
        %y = memref.load %b[%k_b, %column] : memref<32x32xf32>
        memref.store %x, %tile_a[%ty, %tx] : memref<8x8xf32, #gpu.address_space<workgroup>>
        memref.store %y, %tile_b[%ty, %tx] : memref<8x8xf32, #gpu.address_space<workgroup>>
        // The tiles are complete.
        gpu.barrier
        %next = scf.for %k = %c0 to %size step %c1 iter_args(%inner = %outer) -> (f32) {
          %p = memref.load %tile_a[%ty, %k] : memref<8x8xf32, #gpu.address_space<workgroup>>
          %q = memref.load %tile_b[%k, %tx] : memref<8x8xf32, #gpu.address_space<workgroup>>
          %product = arith.mulf %p, %q : f32
          %added = arith.addf %inner, %product : f32
          scf.yield %added : f32
        }
        // Nobody reads them any more, so the next ones may come.
        gpu.barrier
        scf.yield %next : f32
      }
      memref.store %sum, %c[%row, %column] : memref<32x32xf32>
      gpu.return
    }
  }

  func.func @main(%a: memref<32x32xf32> {warpline.input = "iota:0"},
                  %b: memref<32x32xf32> {warpline.input = "splat:2"}) -> memref<32x32xf32> {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 4 : index
    %threads = arith.constant 8 : index
    %c = memref.alloc() : memref<32x32xf32>
    gpu.launch_func @kernels::@matmul blocks in (%blocks, %blocks, %c1) threads in (%threads, %threads, %c1)
        args(%a : memref<32x32xf32>, %b : memref<32x32xf32>, %c : memref<32x32xf32>)
    return %c : memref<32x32xf32>
  }
}
