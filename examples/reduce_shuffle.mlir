// The sum of 64 elements by shuffles: lanes of a subgroup exchange values without memory, 16 apart, then 8, 4, 2 and 1. The
// two subgroups of the block add their sums with an atomic update.
//
//   warpline run examples/reduce_shuffle.mlir --output=-
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%data: memref<64xi32>, %total: memref<1xi32>) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %width = arith.constant 32 : i32
      %o16 = arith.constant 16 : i32
      %o8 = arith.constant 8 : i32
      %o4 = arith.constant 4 : i32
      %o2 = arith.constant 2 : i32
      %o1 = arith.constant 1 : i32
      %i = gpu.thread_id x
      %s0 = memref.load %data[%i] : memref<64xi32>
      %r16, %v16 = gpu.shuffle xor %s0, %o16, %width : i32
      %s1 = arith.addi %s0, %r16 : i32
      %r8, %v8 = gpu.shuffle xor %s1, %o8, %width : i32
      %s2 = arith.addi %s1, %r8 : i32
      %r4, %v4 = gpu.shuffle xor %s2, %o4, %width : i32
      %s3 = arith.addi %s2, %r4 : i32
      %r2, %v2 = gpu.shuffle xor %s3, %o2, %width : i32
      %s4 = arith.addi %s3, %r2 : i32
      %r1, %v1 = gpu.shuffle xor %s4, %o1, %width : i32
      %s5 = arith.addi %s4, %r1 : i32
      %lane = gpu.lane_id
      %is_first = arith.cmpi eq, %lane, %c0 : index
      scf.if %is_first {
        %before = memref.atomic_rmw addi %s5, %total[%c0] : (i32, memref<1xi32>) -> i32
      }
      gpu.return
    }
  }

  func.func @main(%data: memref<64xi32> {warpline.input = "iota:1"}) -> memref<1xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant 0 : i32
    %threads = arith.constant 64 : index
    %total = memref.alloc() : memref<1xi32>
    memref.store %none, %total[%c0] : memref<1xi32>
    gpu.launch_func @kernels::@sum blocks in (%c1, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%data : memref<64xi32>, %total : memref<1xi32>)
    return %total : memref<1xi32>
  }
}
