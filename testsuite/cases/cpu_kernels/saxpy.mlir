// RUN: run --device=cpu,interp

// y = a x + y for %n elements, %times times; %n is a multiple of 256.
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
    gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %i = gpu.global_id x
      %v = memref.load %x[%i] : memref<?xf32>
      %w = memref.load %y[%i] : memref<?xf32>
      %p = arith.mulf %a, %v : f32
      %s = arith.addf %p, %w : f32
      memref.store %s, %y[%i] : memref<?xf32>
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
  func.func @main(%n: index {warpline.input = "2048"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %a = arith.constant 0.5 : f32
    %blocks = arith.divui %n, %c256 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    %y = gpu.alloc (%n) : memref<?xf32>
    %low_x = arith.constant 0.5 : f32
    %step_x = arith.constant 0.001 : f32
    %blocks_x = arith.ceildivui %n, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_x, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %low_x : f32, %step_x : f32)
    %low_y = arith.constant 0.25 : f32
    %step_y = arith.constant 0.002 : f32
    %blocks_y = arith.ceildivui %n, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_y, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%y : memref<?xf32>, %low_y : f32, %step_y : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@saxpy blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%a : f32, %x : memref<?xf32>, %y : memref<?xf32>)
    }
    %out = memref.alloc() : memref<8xf32>
    %far = arith.divui %n, %c8 : index
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %far : index, %out : memref<8xf32>)
    gpu.dealloc %x : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [0.5 2.4375 1.815 1.1925 0.57 2.5075002 1.885 1.2625]
// OUT: kernels=3 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
