// RUN: run --device=cpu,interp

// Convolutions of %n images of 28 by 28 points with 64 filters of 3 by 3, with a border of zeros, %times times: a block computes an
// image of the result.
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
    gpu.func @convolution(%images: memref<?xf32>, %filters: memref<?xf32>, %out: memref<?xf32>) kernel
        attributes {known_block_size = array<i32: 28, 28, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c9 = arith.constant 9 : index
      %c28 = arith.constant 28 : index
      %c64 = arith.constant 64 : index
      %c784 = arith.constant 784 : index
      %zero = arith.constant 0.0 : f32
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %filter = gpu.block_id x
      %image = gpu.block_id y
      %from = arith.muli %image, %c784 : index
      %by = arith.muli %filter, %c9 : index
      %sum = scf.for %ky = %c0 to %c3 step %c1 iter_args(%rows = %zero) -> (f32) {
        %row_sum = scf.for %kx = %c0 to %c3 step %c1 iter_args(%before = %rows) -> (f32) {
          %y0 = arith.addi %y, %ky : index
          %x0 = arith.addi %x, %kx : index
          %yy = arith.subi %y0, %c1 : index
          %xx = arith.subi %x0, %c1 : index
          %is_row = arith.cmpi ult, %yy, %c28 : index
          %is_column = arith.cmpi ult, %xx, %c28 : index
          %is_in = arith.andi %is_row, %is_column : i1
          %after = scf.if %is_in -> (f32) {
            %line = arith.muli %yy, %c28 : index
            %point = arith.addi %line, %xx : index
            %at = arith.addi %from, %point : index
            %k0 = arith.muli %ky, %c3 : index
            %k1 = arith.addi %k0, %kx : index
            %k2 = arith.addi %by, %k1 : index
            %v = memref.load %images[%at] : memref<?xf32>
            %w = memref.load %filters[%k2] : memref<?xf32>
            %s = math.fma %v, %w, %before : f32
            scf.yield %s : f32
          } else {
            scf.yield %before : f32
          }
          scf.yield %after : f32
        }
        scf.yield %row_sum : f32
      }
      %b0 = arith.muli %image, %c64 : index
      %b1 = arith.addi %b0, %filter : index
      %b2 = arith.muli %b1, %c784 : index
      %line = arith.muli %y, %c28 : index
      %point = arith.addi %line, %x : index
      %to = arith.addi %b2, %point : index
      memref.store %sum, %out[%to] : memref<?xf32>
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
  func.func @main(%n: index {warpline.input = "2"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %c28 = arith.constant 28 : index
    %c64 = arith.constant 64 : index
    %c1024 = arith.constant 1024 : index
    %c784 = arith.constant 784 : index
    %c50176 = arith.constant 50176 : index
    %n_in0 = arith.muli %n, %c784 : index
    %n_in1 = arith.ceildivui %n_in0, %c256 : index
    %n_in = arith.muli %n_in1, %c256 : index
    %n_out = arith.muli %n, %c50176 : index
    %x = gpu.alloc (%n_in) : memref<?xf32>
    %w = gpu.alloc (%c1024) : memref<?xf32>
    %y = gpu.alloc (%n_out) : memref<?xf32>
    %low_x = arith.constant 0.5 : f32
    %step_x = arith.constant 0.001 : f32
    %blocks_x = arith.ceildivui %n_in, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_x, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %low_x : f32, %step_x : f32)
    %low_w = arith.constant -0.5 : f32
    %step_w = arith.constant 0.001 : f32
    %blocks_w = arith.ceildivui %c1024, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_w, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%w : memref<?xf32>, %low_w : f32, %step_w : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@convolution blocks in (%c64, %n, %c1) threads in (%c28, %c28, %c1)
          args(%x : memref<?xf32>, %w : memref<?xf32>, %y : memref<?xf32>)
    }
    %out = memref.alloc() : memref<8xf32>
    %far = arith.divui %n_out, %c8 : index
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %far : index, %out : memref<8xf32>)
    gpu.dealloc %x : memref<?xf32>
    gpu.dealloc %w : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [-1.0977831 -1.726955 -0.760258 0.4416391 -2.746016 -2.861495 -1.121806 0.8530831]
// OUT: kernels=3 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
