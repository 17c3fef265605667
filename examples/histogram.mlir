// A histogram with atomic updates: each block counts in workgroup memory first, so that blocks meet in global memory only
// once per bin. Atomic updates of one kind need no order, hence no barrier between the threads that count.
//
//   warpline run examples/histogram.mlir --output=-
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @histogram(%data: memref<4096xi32>, %bins: memref<8xi32>)
        workgroup(%own: memref<8xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %none = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %mask = arith.constant 7 : i32
      %n_bins = arith.constant 8 : index
      %t = gpu.thread_id x
      %i = gpu.global_id x
      %has_bin = arith.cmpi ult, %t, %n_bins : index
      scf.if %has_bin {
        memref.store %none, %own[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %v = memref.load %data[%i] : memref<4096xi32>
      %low = arith.andi %v, %mask : i32
      %bin = arith.index_cast %low : i32 to index
      %old = memref.atomic_rmw addi %one, %own[%bin] : (i32, memref<8xi32, #gpu.address_space<workgroup>>) -> i32
      gpu.barrier
      scf.if %has_bin {
        %count = memref.load %own[%t] : memref<8xi32, #gpu.address_space<workgroup>>
        %before = memref.atomic_rmw addi %count, %bins[%t] : (i32, memref<8xi32>) -> i32
      }
      gpu.return
    }
  }

  func.func @main(%data: memref<4096xi32> {warpline.input = "iota:0:3"}) -> memref<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %none = arith.constant 0 : i32
    %blocks = arith.constant 16 : index
    %threads = arith.constant 256 : index
    %bins = memref.alloc() : memref<8xi32>
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %none, %bins[%i] : memref<8xi32>
    }
    gpu.launch_func @kernels::@histogram blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%data : memref<4096xi32>, %bins : memref<8xi32>)
    return %bins : memref<8xi32>
  }
}
