// RUN: run --device=cpu,interp

// How often each of 256 numbers is among %n, %times times: each block counts 2048 in its own memory, and adds them up.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %factor = arith.constant 40503 : i32
      %shift = arith.constant 8 : i32
      %mask = arith.constant 255 : i32
      %i = gpu.global_id x
      %number = arith.index_cast %i : index to i32
      %mixed = arith.muli %number, %factor : i32
      %high = arith.shrui %mixed, %shift : i32
      %value = arith.andi %high, %mask : i32
      memref.store %value, %x[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @clear(%bins: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %none = arith.constant 0 : i32
      %t = gpu.thread_id x
      memref.store %none, %bins[%t] : memref<256xi32>
      gpu.return
    }
    gpu.func @histogram(%x: memref<?xi32>, %bins: memref<256xi32>)
        workgroup(%own: memref<256xi32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c256 = arith.constant 256 : index
      %c2048 = arith.constant 2048 : index
      %none = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %t = gpu.thread_id x
      %b = gpu.block_id x
      memref.store %none, %own[%t] : memref<256xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %first = arith.muli %b, %c2048 : index
      %begin = arith.addi %first, %t : index
      scf.for %k = %c0 to %c8 step %c1 {
        %far = arith.muli %k, %c256 : index
        %i = arith.addi %begin, %far : index
        %v = memref.load %x[%i] : memref<?xi32>
        %bin = arith.index_cast %v : i32 to index
        %old = memref.atomic_rmw addi %one, %own[%bin] : (i32, memref<256xi32, #gpu.address_space<workgroup>>) -> i32
      }
      gpu.barrier
      %count = memref.load %own[%t] : memref<256xi32, #gpu.address_space<workgroup>>
      %old = memref.atomic_rmw addi %count, %bins[%t] : (i32, memref<256xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "4096"}, %times: index {warpline.input = "2"}) -> memref<256xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c2048 = arith.constant 2048 : index
    %all = arith.divui %n, %c256 : index
    %blocks = arith.divui %n, %c2048 : index
    %x = gpu.alloc (%n) : memref<?xi32>
    %bins = memref.alloc() : memref<256xi32>
    gpu.launch_func @k::@fill blocks in (%all, %c1, %c1) threads in (%c256, %c1, %c1) args(%x : memref<?xi32>)
    gpu.launch_func @k::@clear blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%bins : memref<256xi32>)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@histogram blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%x : memref<?xi32>, %bins : memref<256xi32>)
    }
    gpu.dealloc %x : memref<?xi32>
    return %bins : memref<256xi32>
  }
}

// OUT: result 0: memref<256xi32>
// OUT:   count=256 min=28 max=36 sum=8192.0 first=36
// OUT:   values: 28 (1 times), 30 (22 times), 32 (210 times), 34 (22 times), 36 (1 times)
// OUT: kernels=3 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
