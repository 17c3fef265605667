// RUN: run --device=cpu,interp

// How often each of 256 numbers is among %n, %times times: each block counts 16384 in its own memory, and adds them up; %n is
// a multiple of 16384.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %factor = arith.constant 2654435761 : i32
      %shift = arith.constant 13 : i32
      %i = gpu.global_id x
      %number = arith.index_cast %i : index to i32
      %mixed = arith.muli %number, %factor : i32
      %value = arith.shrui %mixed, %shift : i32
      memref.store %value, %x[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @clear(%bins: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %none = arith.constant 0 : i32
      %t = gpu.thread_id x
      memref.store %none, %bins[%t] : memref<256xi32>
      gpu.return
    }
    gpu.func @sample(%y: memref<256xi32>, %out: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c32 = arith.constant 32 : index
      %t = gpu.thread_id x
      %far = arith.muli %t, %c32 : index
      %i = arith.addi %far, %t : index
      %v = memref.load %y[%i] : memref<256xi32>
      %w = arith.sitofp %v : i32 to f32
      memref.store %w, %out[%t] : memref<8xf32>
      gpu.return
    }
    gpu.func @workgroup(%x: memref<?xi32>, %bins: memref<256xi32>) workgroup(%own: memref<256xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %c256 = arith.constant 256 : index
      %c16384 = arith.constant 16384 : index
      %none = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %mask = arith.constant 255 : i32
      %t = gpu.thread_id x
      %b = gpu.block_id x
      memref.store %none, %own[%t] : memref<256xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %first = arith.muli %b, %c16384 : index
      %begin = arith.addi %first, %t : index
      scf.for %k = %c0 to %c64 step %c1 {
        %far = arith.muli %k, %c256 : index
        %i = arith.addi %begin, %far : index
        %v = memref.load %x[%i] : memref<?xi32>
        %low = arith.andi %v, %mask : i32
        %bin = arith.index_cast %low : i32 to index
        %old = memref.atomic_rmw addi %one, %own[%bin] : (i32, memref<256xi32, #gpu.address_space<workgroup>>) -> i32
      }
      gpu.barrier
      %count = memref.load %own[%t] : memref<256xi32, #gpu.address_space<workgroup>>
      %old = memref.atomic_rmw addi %count, %bins[%t] : (i32, memref<256xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "16384"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %each = arith.constant 16384 : index
    %all = arith.divui %n, %c256 : index
    %blocks = arith.divui %n, %each : index
    %x = gpu.alloc (%n) : memref<?xi32>
    %bins = gpu.alloc () : memref<256xi32>
    gpu.launch_func @k::@fill blocks in (%all, %c1, %c1) threads in (%c256, %c1, %c1) args(%x : memref<?xi32>)
    gpu.launch_func @k::@clear blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%bins : memref<256xi32>)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@workgroup blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%x : memref<?xi32>, %bins : memref<256xi32>)
    }
    %out = memref.alloc() : memref<8xf32>
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%bins : memref<256xi32>, %out : memref<8xf32>)
    gpu.dealloc %x : memref<?xi32>
    gpu.dealloc %bins : memref<256xi32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [65.0 62.0 64.0 63.0 63.0 65.0 63.0 65.0]
// OUT: kernels=4 launches=4 streams=2 waits=2 records=2 host_syncs=1 leaks=0
