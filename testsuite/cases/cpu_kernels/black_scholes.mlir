// RUN: run --device=cpu,interp

// Prices of %n European call options after Black and Scholes, %times times; %n is a multiple of 256. The normal distribution
// comes from erf.
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
    gpu.func @price(%spots: memref<?xf32>, %strikes: memref<?xf32>, %times: memref<?xf32>, %out: memref<?xf32>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %half = arith.constant 0.5 : f32
      %one = arith.constant 1.0 : f32
      %root_half = arith.constant 0.707106769 : f32
      %rate = arith.constant 0.02 : f32
      %spread = arith.constant 0.3 : f32
      %drift = arith.constant 0.065 : f32
      %i = gpu.global_id x
      %spot = memref.load %spots[%i] : memref<?xf32>
      %strike = memref.load %strikes[%i] : memref<?xf32>
      %years = memref.load %times[%i] : memref<?xf32>
      %ratio = arith.divf %spot, %strike : f32
      %log = math.log %ratio : f32
      %far = arith.mulf %drift, %years : f32
      %above = arith.addf %log, %far : f32
      %root = math.sqrt %years : f32
      %width = arith.mulf %spread, %root : f32
      %d1 = arith.divf %above, %width : f32
      %d2 = arith.subf %d1, %width : f32
      %x1 = arith.mulf %d1, %root_half : f32
      %x2 = arith.mulf %d2, %root_half : f32
      %e1 = math.erf %x1 : f32
      %e2 = math.erf %x2 : f32
      %s1 = arith.addf %e1, %one : f32
      %s2 = arith.addf %e2, %one : f32
      %n1 = arith.mulf %s1, %half : f32
      %n2 = arith.mulf %s2, %half : f32
      %interest = arith.mulf %rate, %years : f32
      %less = arith.negf %interest : f32
      %discount = math.exp %less : f32
      %due = arith.mulf %strike, %discount : f32
      %get = arith.mulf %spot, %n1 : f32
      %give = arith.mulf %due, %n2 : f32
      %price = arith.subf %get, %give : f32
      memref.store %price, %out[%i] : memref<?xf32>
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
    %blocks = arith.divui %n, %c256 : index
    %s = gpu.alloc (%n) : memref<?xf32>
    %k = gpu.alloc (%n) : memref<?xf32>
    %t = gpu.alloc (%n) : memref<?xf32>
    %y = gpu.alloc (%n) : memref<?xf32>
    %low_s = arith.constant 5.0 : f32
    %step_s = arith.constant 0.0244 : f32
    %blocks_s = arith.ceildivui %n, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_s, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%s : memref<?xf32>, %low_s : f32, %step_s : f32)
    %low_k = arith.constant 1.0 : f32
    %step_k = arith.constant 0.0967 : f32
    %blocks_k = arith.ceildivui %n, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_k, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%k : memref<?xf32>, %low_k : f32, %step_k : f32)
    %low_t = arith.constant 0.25 : f32
    %step_t = arith.constant 0.0095 : f32
    %blocks_t = arith.ceildivui %n, %c256 : index
    gpu.launch_func @k::@fill blocks in (%blocks_t, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%t : memref<?xf32>, %low_t : f32, %step_t : f32)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@price blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%s : memref<?xf32>, %k : memref<?xf32>, %t : memref<?xf32>, %y : memref<?xf32>)
    }
    %out = memref.alloc() : memref<8xf32>
    %far = arith.divui %n, %c8 : index
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %far : index, %out : memref<8xf32>)
    gpu.dealloc %s : memref<?xf32>
    gpu.dealloc %k : memref<?xf32>
    gpu.dealloc %t : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [4.0049877 1.6877401 0.69636333 0.2150268 2.0213394 1.8338652 0.7809508 0.2463808]
// OUT: kernels=3 launches=5 streams=1 waits=0 records=0 host_syncs=1 leaks=0
