// RUN: run --device=cpu,interp

// Each block sums 2048 of %n elements, %times times; %n is a multiple of 2048. What comes out is the sum of the first blocks.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %mask = arith.constant 63 : index
      %i = gpu.global_id x
      %low = arith.andi %i, %mask : index
      %number = arith.index_cast %low : index to i32
      %value = arith.sitofp %number : i32 to f32
      memref.store %value, %x[%i] : memref<?xf32>
      gpu.return
    }
    gpu.func @reduce(%x: memref<?xf32>, %y: memref<?xf32>)
        workgroup(%sums: memref<256xf32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c128 = arith.constant 128 : index
      %c256 = arith.constant 256 : index
      %c2048 = arith.constant 2048 : index
      %zero = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %first = arith.muli %b, %c2048 : index
      %begin = arith.addi %first, %t : index
      %own = scf.for %k = %c0 to %c8 step %c1 iter_args(%before = %zero) -> (f32) {
        %far = arith.muli %k, %c256 : index
        %i = arith.addi %begin, %far : index
        %v = memref.load %x[%i] : memref<?xf32>
        %after = arith.addf %before, %v : f32
        scf.yield %after : f32
      }
      memref.store %own, %sums[%t] : memref<256xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.for %k = %c0 to %c8 step %c1 {
        %distance = arith.shrui %c128, %k : index
        %is_active = arith.cmpi ult, %t, %distance : index
        scf.if %is_active {
          %other = arith.addi %t, %distance : index
          %v = memref.load %sums[%t] : memref<256xf32, #gpu.address_space<workgroup>>
          %w = memref.load %sums[%other] : memref<256xf32, #gpu.address_space<workgroup>>
          %s = arith.addf %v, %w : f32
          memref.store %s, %sums[%t] : memref<256xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
      }
      %is_first = arith.cmpi eq, %t, %c0 : index
      scf.if %is_first {
        %s = memref.load %sums[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
        memref.store %s, %y[%b] : memref<?xf32>
      }
      gpu.return
    }
    gpu.func @sample(%y: memref<?xf32>, %out: memref<2xf32>) kernel
        attributes {known_block_size = array<i32: 2, 1, 1>} {
      %t = gpu.thread_id x
      %v = memref.load %y[%t] : memref<?xf32>
      memref.store %v, %out[%t] : memref<2xf32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "4096"}, %times: index {warpline.input = "1"}) -> memref<2xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c256 = arith.constant 256 : index
    %c2048 = arith.constant 2048 : index
    %all = arith.divui %n, %c256 : index
    %blocks = arith.divui %n, %c2048 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    %y = gpu.alloc (%blocks) : memref<?xf32>
    %out = memref.alloc() : memref<2xf32>
    gpu.launch_func @k::@fill blocks in (%all, %c1, %c1) threads in (%c256, %c1, %c1) args(%x : memref<?xf32>)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@reduce blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%x : memref<?xf32>, %y : memref<?xf32>)
    }
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1)
        args(%y : memref<?xf32>, %out : memref<2xf32>)
    gpu.dealloc %x : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<2xf32>
  }
}

// OUT: result 0: memref<2xf32> = [64512.0 64512.0]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
