// RUN: run --device=cpu,interp

// Half a step to the mean of four neighbours on a square of %n by %n, %times times, from one buffer to the other and back.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<?x?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
      %j = gpu.global_id x
      %i = gpu.global_id y
      %a = arith.cmpi ult, %i, %n : index
      %b = arith.cmpi ult, %j, %n : index
      %is_in = arith.andi %a, %b : i1
      scf.if %is_in {
        %mask = arith.constant 15 : index
        %sum = arith.addi %i, %j : index
        %low = arith.andi %sum, %mask : index
        %number = arith.index_cast %low : index to i32
        %value = arith.sitofp %number : i32 to f32
        memref.store %value, %x[%i, %j] : memref<?x?xf32>
      }
      gpu.return
    }
    gpu.func @stencil(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index) kernel
        attributes {known_block_size = array<i32: 32, 8, 1>} {
      %c1 = arith.constant 1 : index
      %quarter = arith.constant 0.25 : f32
      %j = gpu.global_id x
      %i = gpu.global_id y
      %last = arith.subi %n, %c1 : index
      %above = arith.cmpi ult, %i, %last : index
      %left = arith.cmpi ult, %j, %last : index
      %below = arith.cmpi uge, %i, %c1 : index
      %right = arith.cmpi uge, %j, %c1 : index
      %p = arith.andi %above, %left : i1
      %q = arith.andi %below, %right : i1
      %is_in = arith.andi %p, %q : i1
      scf.if %is_in {
        %up = arith.subi %i, %c1 : index
        %down = arith.addi %i, %c1 : index
        %west = arith.subi %j, %c1 : index
        %east = arith.addi %j, %c1 : index
        %v0 = memref.load %x[%i, %j] : memref<?x?xf32>
        %v1 = memref.load %x[%up, %j] : memref<?x?xf32>
        %v2 = memref.load %x[%down, %j] : memref<?x?xf32>
        %v3 = memref.load %x[%i, %west] : memref<?x?xf32>
        %v4 = memref.load %x[%i, %east] : memref<?x?xf32>
        %s1 = arith.addf %v1, %v2 : f32
        %s2 = arith.addf %v3, %v4 : f32
        %s3 = arith.addf %s1, %s2 : f32
        %mean = arith.mulf %s3, %quarter : f32
        %change = arith.subf %mean, %v0 : f32
        %half = arith.constant 0.5 : f32
        %part = arith.mulf %change, %half : f32
        %value = arith.addf %v0, %part : f32
        memref.store %value, %y[%i, %j] : memref<?x?xf32>
      }
      gpu.return
    }
    gpu.func @sample(%y: memref<?x?xf32>, %step: index, %out: memref<8xf32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c1 = arith.constant 1 : index
      %t = gpu.thread_id x
      %m = arith.muli %t, %step : index
      %i = arith.addi %m, %c1 : index
      %v = memref.load %y[%i, %i] : memref<?x?xf32>
      memref.store %v, %out[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "40"}, %times: index {warpline.input = "2"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %columns = arith.ceildivui %n, %c32 : index
    %rows = arith.ceildivui %n, %c8 : index
    %step = arith.divui %n, %c8 : index
    %x = gpu.alloc (%n, %n) : memref<?x?xf32>
    %y = gpu.alloc (%n, %n) : memref<?x?xf32>
    %out = memref.alloc() : memref<8xf32>
    gpu.launch_func @k::@fill blocks in (%columns, %rows, %c1) threads in (%c32, %c8, %c1) args(%x : memref<?x?xf32>, %n : index)
    gpu.launch_func @k::@fill blocks in (%columns, %rows, %c1) threads in (%c32, %c8, %c1) args(%y : memref<?x?xf32>, %n : index)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@stencil blocks in (%columns, %rows, %c1) threads in (%c32, %c8, %c1)
          args(%x : memref<?x?xf32>, %y : memref<?x?xf32>, %n : index)
      gpu.launch_func @k::@stencil blocks in (%columns, %rows, %c1) threads in (%c32, %c8, %c1)
          args(%y : memref<?x?xf32>, %x : memref<?x?xf32>, %n : index)
    }
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%x : memref<?x?xf32>, %step : index, %out : memref<8xf32>)
    gpu.dealloc %x : memref<?x?xf32>
    gpu.dealloc %y : memref<?x?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [2.0 11.9375 6.0 5.8125 10.0 4.0 11.6875 8.0]
// OUT: kernels=3 launches=7 streams=1 waits=0 records=0 host_syncs=1 leaks=0
