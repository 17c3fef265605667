// RUN: run --device=cpu,interp

// y = a x + y for %n elements, %times times; what comes out is each %n/8-th element. A benchmark runs it with more of both.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %i = gpu.global_id x
      %is_in = arith.cmpi ult, %i, %n : index
      scf.if %is_in {
        %mask = arith.constant 63 : index
        %low = arith.andi %i, %mask : index
        %number = arith.index_cast %low : index to i32
        %value = arith.sitofp %number : i32 to f32
        memref.store %value, %x[%i] : memref<?xf32>
      }
      gpu.return
    }
    gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %i = gpu.global_id x
      %is_in = arith.cmpi ult, %i, %n : index
      scf.if %is_in {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = memref.load %y[%i] : memref<?xf32>
        %p = arith.mulf %a, %v : f32
        %s = arith.addf %p, %w : f32
        memref.store %s, %y[%i] : memref<?xf32>
      }
      gpu.return
    }
    gpu.func @sample(%y: memref<?xf32>, %step: index, %out: memref<8xf32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %t = gpu.thread_id x
      %i = arith.muli %t, %step : index
      %v = memref.load %y[%i] : memref<?xf32>
      memref.store %v, %out[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "1000"}, %times: index {warpline.input = "3"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %a = arith.constant 0.5 : f32
    %blocks = arith.ceildivui %n, %c256 : index
    %step = arith.divui %n, %c8 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    %y = gpu.alloc (%n) : memref<?xf32>
    %out = memref.alloc() : memref<8xf32>
    gpu.launch_func @k::@fill blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1) args(%x : memref<?xf32>, %n : index)
    gpu.launch_func @k::@fill blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1) args(%y : memref<?xf32>, %n : index)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@saxpy blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%a : f32, %x : memref<?xf32>, %y : memref<?xf32>, %n : index)
    }
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %step : index, %out : memref<8xf32>)
    gpu.dealloc %x : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [0.0 152.5 145.0 137.5 130.0 122.5 115.0 107.5]
// OUT: kernels=3 launches=6 streams=1 waits=0 records=0 host_syncs=1 leaks=0
