// RUN: run --device=cpu,interp

// A step to the mean of four neighbours and the point itself, on the inner points of a square of %n by %n, %times times; %n is
// a multiple of 256.
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
    gpu.func @stencil(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c1 = arith.constant 1 : index
      %fifth = arith.constant 0.2 : f32
      %j = gpu.global_id x
      %i = gpu.block_id y
      %last = arith.subi %n, %c1 : index
      %a = arith.cmpi ult, %i, %last : index
      %b = arith.cmpi ult, %j, %last : index
      %c = arith.cmpi uge, %i, %c1 : index
      %d = arith.cmpi uge, %j, %c1 : index
      %p = arith.andi %a, %b : i1
      %q = arith.andi %c, %d : i1
      %is_in = arith.andi %p, %q : i1
      scf.if %is_in {
        %row = arith.muli %i, %n : index
        %at = arith.addi %row, %j : index
        %up = arith.subi %at, %n : index
        %down = arith.addi %at, %n : index
        %west = arith.subi %at, %c1 : index
        %east = arith.addi %at, %c1 : index
        %v0 = memref.load %x[%at] : memref<?xf32>
        %v1 = memref.load %x[%up] : memref<?xf32>
        %v2 = memref.load %x[%down] : memref<?xf32>
        %v3 = memref.load %x[%west] : memref<?xf32>
        %v4 = memref.load %x[%east] : memref<?xf32>
        %s1 = arith.addf %v0, %v1 : f32
        %s2 = arith.addf %s1, %v2 : f32
        %s3 = arith.addf %s2, %v3 : f32
        %s4 = arith.addf %s3, %v4 : f32
        %value = arith.mulf %s4, %fifth : f32
        memref.store %value, %y[%at] : memref<?xf32>
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
  func.func @main(%n: index {warpline.input = "256"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %columns = arith.divui %n, %c256 : index
    %size = arith.muli %n, %n : index
    %x = gpu.alloc (%size) : memref<?xf32>
    %y = gpu.alloc (%size) : memref<?xf32>
    %low_x = arith.constant 0.5 : f32
    %step_x = arith.constant 0.001 : f32
    %blocks_x = arith.ceildivui %size, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_x, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %low_x : f32, %step_x : f32)
    %low_y = arith.constant 0.25 : f32
    %step_y = arith.constant 0.002 : f32
    %blocks_y = arith.ceildivui %size, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_y, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%y : memref<?xf32>, %low_y : f32, %step_y : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@stencil blocks in (%columns, %n, %c1) threads in (%c256, %c1, %c1)
          args(%x : memref<?xf32>, %y : memref<?xf32>, %n : index)
    }
    %out = memref.alloc() : memref<8xf32>
    %far = arith.divui %size, %c8 : index
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %far : index, %out : memref<8xf32>)
    gpu.dealloc %x : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [0.25 0.71180004 0.7188 0.72580004 0.73280007 0.73980004 0.74680007 0.75380003]
// OUT: kernels=3 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
