// RUN: run --device=cpu,interp

// %n rows of 1024 numbers shifted and scaled to mean 0 and variance 1, a row per subgroup, %times times.
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
    gpu.func @layer_norm(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %c1024 = arith.constant 1024 : index
      %t = gpu.thread_id x
      %row = gpu.block_id x
      %first = arith.muli %row, %c1024 : index
      %zero = arith.constant 0.0 : f32
      %share = arith.constant 9.765625e-04 : f32
      %small = arith.constant 1.0e-05 : f32
      %own_sum = scf.for %k = %t to %c1024 step %c32 iter_args(%before = %zero) -> (f32) {
        %i = arith.addi %first, %k : index
        %v = memref.load %x[%i] : memref<?xf32>
        %after = arith.addf %before, %v : f32
        scf.yield %after : f32
      }
      %sum = gpu.subgroup_reduce add %own_sum : (f32) -> f32
      %mean = arith.mulf %sum, %share : f32
      %own_squares = scf.for %k = %t to %c1024 step %c32 iter_args(%before = %zero) -> (f32) {
        %i = arith.addi %first, %k : index
        %v = memref.load %x[%i] : memref<?xf32>
        %d = arith.subf %v, %mean : f32
        %after = math.fma %d, %d, %before : f32
        scf.yield %after : f32
      }
      %squares = gpu.subgroup_reduce add %own_squares : (f32) -> f32
      %variance = arith.mulf %squares, %share : f32
      %shifted = arith.addf %variance, %small : f32
      %deviation = math.sqrt %shifted : f32
      scf.for %k = %t to %c1024 step %c32 {
        %i = arith.addi %first, %k : index
        %v = memref.load %x[%i] : memref<?xf32>
        %d = arith.subf %v, %mean : f32
        %z = arith.divf %d, %deviation : f32
        memref.store %z, %y[%i] : memref<?xf32>
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
  func.func @main(%n: index {warpline.input = "2"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    %c1024 = arith.constant 1024 : index
    %size = arith.muli %n, %c1024 : index
    %x = gpu.alloc (%size) : memref<?xf32>
    %y = gpu.alloc (%size) : memref<?xf32>
    %low = arith.constant 0.5 : f32
    %step = arith.constant 0.001 : f32
    %blocks = arith.ceildivui %size, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %low : f32, %step : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@layer_norm blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1)
          args(%x : memref<?xf32>, %y : memref<?xf32>)
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

// OUT: result 0: memref<8xf32> = [-1.7302612 0.891347 0.04904951 -0.79324776 -1.635545 0.9860627 0.14376566 -0.6985316]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
