// RUN: run --device=cpu,interp

// The product of two matrices of %n by %n, an element per thread, %times times; %n is a multiple of 16.
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
    gpu.func @naive(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index) kernel
        attributes {known_block_size = array<i32: 16, 16, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %j = gpu.global_id x
      %i = gpu.global_id y
      %row = arith.muli %i, %n : index
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
        %at_a = arith.addi %row, %k : index
        %far = arith.muli %k, %n : index
        %at_b = arith.addi %far, %j : index
        %v = memref.load %a[%at_a] : memref<?xf32>
        %w = memref.load %b[%at_b] : memref<?xf32>
        %after = math.fma %v, %w, %before : f32
        scf.yield %after : f32
      }
      %at = arith.addi %row, %j : index
      memref.store %sum, %c[%at] : memref<?xf32>
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
  func.func @main(%n: index {warpline.input = "32"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %c16 = arith.constant 16 : index
    %tiles = arith.divui %n, %c16 : index
    %size = arith.muli %n, %n : index
    %a = gpu.alloc (%size) : memref<?xf32>
    %b = gpu.alloc (%size) : memref<?xf32>
    %c = gpu.alloc (%size) : memref<?xf32>
    %low_a = arith.constant 0.5 : f32
    %step_a = arith.constant 0.001 : f32
    %blocks_a = arith.ceildivui %size, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_a, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<?xf32>, %low_a : f32, %step_a : f32)
    %low_b = arith.constant 0.25 : f32
    %step_b = arith.constant 0.001 : f32
    %blocks_b = arith.ceildivui %size, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_b, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%b : memref<?xf32>, %low_b : f32, %step_b : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@naive blocks in (%tiles, %tiles, %c1) threads in (%c16, %c16, %c1)
          args(%a : memref<?xf32>, %b : memref<?xf32>, %c : memref<?xf32>, %n : index)
    }
    %out = memref.alloc() : memref<8xf32>
    %far = arith.divui %size, %c8 : index
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%c : memref<?xf32>, %far : index, %out : memref<8xf32>)
    gpu.dealloc %a : memref<?xf32>
    gpu.dealloc %b : memref<?xf32>
    gpu.dealloc %c : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [14.599585 26.514965 33.549953 30.71666 27.82602 23.908306 21.034048 18.102448]
// OUT: kernels=3 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
