// RUN: run --device=cpu,interp

// The product of two matrices of %n by %n in f32, %times times by each kernel; %n is a multiple of 16.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<?x?xf32>, %scale: f32) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %mask = arith.constant 7 : index
      %j = gpu.global_id x
      %i = gpu.global_id y
      %sum = arith.addi %i, %j : index
      %low = arith.andi %sum, %mask : index
      %number = arith.index_cast %low : index to i32
      %whole = arith.sitofp %number : i32 to f32
      %value = arith.mulf %whole, %scale : f32
      memref.store %value, %x[%i, %j] : memref<?x?xf32>
      gpu.return
    }
    gpu.func @naive(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %n: index) kernel
        attributes {known_block_size = array<i32: 16, 16, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %j = gpu.global_id x
      %i = gpu.global_id y
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
        %v = memref.load %a[%i, %k] : memref<?x?xf32>
        %w = memref.load %b[%k, %j] : memref<?x?xf32>
        %after = math.fma %v, %w, %before : f32
        scf.yield %after : f32
      }
      memref.store %sum, %c[%i, %j] : memref<?x?xf32>
      gpu.return
    }
    gpu.func @tiled(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %n: index)
        workgroup(%ta: memref<16x16xf32, #gpu.address_space<workgroup>>, %tb: memref<16x16xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %zero = arith.constant 0.0 : f32
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %j = gpu.global_id x
      %i = gpu.global_id y
      %sum = scf.for %k = %c0 to %n step %c16 iter_args(%before = %zero) -> (f32) {
        %column = arith.addi %k, %tx : index
        %row = arith.addi %k, %ty : index
        %v = memref.load %a[%i, %column] : memref<?x?xf32>
        %w = memref.load %b[%row, %j] : memref<?x?xf32>
        memref.store %v, %ta[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        memref.store %w, %tb[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %part = scf.for %m = %c0 to %c16 step %c1 iter_args(%so_far = %before) -> (f32) {
          %p = memref.load %ta[%ty, %m] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %q = memref.load %tb[%m, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %more = math.fma %p, %q, %so_far : f32
          scf.yield %more : f32
        }
        gpu.barrier
        scf.yield %part : f32
      }
      memref.store %sum, %c[%i, %j] : memref<?x?xf32>
      gpu.return
    }
    gpu.func @sample(%y: memref<?x?xf32>, %step: index, %out: memref<8xf32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %t = gpu.thread_id x
      %i = arith.muli %t, %step : index
      %v = memref.load %y[%i, %t] : memref<?x?xf32>
      memref.store %v, %out[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "32"}, %times: index {warpline.input = "1"}) -> (memref<8xf32>, memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %one = arith.constant 1.0 : f32
    %quarter = arith.constant 0.25 : f32
    %blocks = arith.divui %n, %c16 : index
    %step = arith.divui %n, %c8 : index
    %a = gpu.alloc (%n, %n) : memref<?x?xf32>
    %b = gpu.alloc (%n, %n) : memref<?x?xf32>
    %c = gpu.alloc (%n, %n) : memref<?x?xf32>
    %d = gpu.alloc (%n, %n) : memref<?x?xf32>
    %first = memref.alloc() : memref<8xf32>
    %second = memref.alloc() : memref<8xf32>
    gpu.launch_func @k::@fill blocks in (%blocks, %blocks, %c1) threads in (%c16, %c16, %c1) args(%a : memref<?x?xf32>, %one : f32)
    gpu.launch_func @k::@fill blocks in (%blocks, %blocks, %c1) threads in (%c16, %c16, %c1) args(%b : memref<?x?xf32>, %quarter : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@naive blocks in (%blocks, %blocks, %c1) threads in (%c16, %c16, %c1)
          args(%a : memref<?x?xf32>, %b : memref<?x?xf32>, %c : memref<?x?xf32>, %n : index)
    }
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%c : memref<?x?xf32>, %step : index, %first : memref<8xf32>)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@tiled blocks in (%blocks, %blocks, %c1) threads in (%c16, %c16, %c1)
          args(%a : memref<?x?xf32>, %b : memref<?x?xf32>, %d : memref<?x?xf32>, %n : index)
    }
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%d : memref<?x?xf32>, %step : index, %second : memref<8xf32>)
    gpu.dealloc %a : memref<?x?xf32>
    gpu.dealloc %b : memref<?x?xf32>
    gpu.dealloc %c : memref<?x?xf32>
    gpu.dealloc %d : memref<?x?xf32>
    return %first, %second : memref<8xf32>, memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [140.0 80.0 92.0 112.0 76.0 112.0 92.0 80.0]
// OUT: result 1: memref<8xf32> = [140.0 80.0 92.0 112.0 76.0 112.0 92.0 80.0]
// OUT: kernels=4 launches=6 streams=1 waits=0 records=0 host_syncs=1 leaks=0
