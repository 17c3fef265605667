// RUN: run --device=cpu,interp

// The steps until the numbers of a square of %n by %n points leave a circle, at most 256, %times times; %n is a multiple of 256.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @escape(%out: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %zero = arith.constant 0.0 : f32
      %none = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %most = arith.constant 256 : i32
      %four = arith.constant 4.0 : f32
      %two = arith.constant 2.0 : f32
      %left = arith.constant -2.0 : f32
      %low = arith.constant -1.5 : f32
      %three = arith.constant 3.0 : f32
      %j = gpu.global_id x
      %i = gpu.block_id y
      %count = arith.index_cast %n : index to i32
      %size = arith.sitofp %count : i32 to f32
      %step = arith.divf %three, %size : f32
      %jw = arith.index_cast %j : index to i32
      %iw = arith.index_cast %i : index to i32
      %jf = arith.sitofp %jw : i32 to f32
      %if = arith.sitofp %iw : i32 to f32
      %right = arith.mulf %jf, %step : f32
      %up = arith.mulf %if, %step : f32
      %cx = arith.addf %right, %left : f32
      %cy = arith.addf %up, %low : f32
      %last:3 = scf.while (%x = %zero, %y = %zero, %k = %none) : (f32, f32, i32) -> (f32, f32, i32) {
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %r = arith.addf %xx, %yy : f32
        %is_near = arith.cmpf ole, %r, %four : f32
        %is_early = arith.cmpi slt, %k, %most : i32
        %goes_on = arith.andi %is_near, %is_early : i1
        scf.condition(%goes_on) %x, %y, %k : f32, f32, i32
      } do {
      ^bb0(%x: f32, %y: f32, %k: i32):
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %d = arith.subf %xx, %yy : f32
        %nx = arith.addf %d, %cx : f32
        %xy = arith.mulf %x, %y : f32
        %xy2 = arith.mulf %xy, %two : f32
        %ny = arith.addf %xy2, %cy : f32
        %next = arith.addi %k, %one : i32
        scf.yield %nx, %ny, %next : f32, f32, i32
      }
      %steps = arith.sitofp %last#2 : i32 to f32
      %row = arith.muli %i, %n : index
      %at = arith.addi %row, %j : index
      memref.store %steps, %out[%at] : memref<?xf32>
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
    %y = gpu.alloc (%size) : memref<?xf32>
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@escape blocks in (%columns, %n, %c1) threads in (%c256, %c1, %c1) args(%y : memref<?xf32>, %n : index)
    }
    %out = memref.alloc() : memref<8xf32>
    %far = arith.divui %size, %c8 : index
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %far : index, %out : memref<8xf32>)
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [1.0 1.0 1.0 1.0 256.0 2.0 1.0 1.0]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
