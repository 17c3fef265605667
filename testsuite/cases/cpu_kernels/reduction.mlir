// RUN: run --device=cpu,interp

// The sum of each 256 of %n elements, by halving in workgroup memory, %times times; %n is a multiple of 2048.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<?xf32>, %low: f32, %step: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %mask = arith.constant 1023 : index
      %i = gpu.global_id x
      %seven = arith.constant 7 : index
      %mixed = arith.muli %i, %seven : index
      %part = arith.andi %mixed, %mask : index
      %number = arith.index_cast %part : index to i32
      %whole = arith.sitofp %number : i32 to f32
      %scaled = arith.mulf %whole, %step : f32
      %value = arith.addf %scaled, %low : f32
      memref.store %value, %x[%i] : memref<?xf32>
      gpu.return
    }
    gpu.func @reduction(%x: memref<?xf32>, %y: memref<?xf32>) workgroup(%sums: memref<256xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c128 = arith.constant 128 : index
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %i = gpu.global_id x
      %own = memref.load %x[%i] : memref<?xf32>
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
    gpu.func @sample(%y: memref<?xf32>, %step: index, %out: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %t = gpu.thread_id x
      %far = arith.muli %t, %step : index
      %i = arith.addi %far, %t : index
      %v = memref.load %y[%i] : memref<?xf32>
      memref.store %v, %out[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "16384"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %blocks = arith.divui %n, %c256 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    %y = gpu.alloc (%blocks) : memref<?xf32>
    %low_x = arith.constant 0.5 : f32
    %step_x = arith.constant 0.001 : f32
    %blocks_x = arith.ceildivui %n, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_x, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %low_x : f32, %step_x : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@reduction blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%x : memref<?xf32>, %y : memref<?xf32>)
    }
    %out = memref.alloc() : memref<8xf32>
    %far = arith.divui %blocks, %c8 : index
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %far : index, %out : memref<8xf32>)
    gpu.dealloc %x : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [244.864 254.08002 264.32 272.51202 244.864 254.08002 264.32 272.51202]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
