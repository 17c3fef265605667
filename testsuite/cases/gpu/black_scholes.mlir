// RUN: run --device=cpu

// Prices of %n European call options after Black and Scholes, %times times. The normal distribution comes from erf.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @price(%out: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %half = arith.constant 0.5 : f32
      %one = arith.constant 1.0 : f32
      %root_half = arith.constant 0.707106769 : f32
      %rate = arith.constant 0.02 : f32
      %spread = arith.constant 0.3 : f32
      %strike = arith.constant 100.0 : f32
      %mask = arith.constant 63 : index
      %i = gpu.global_id x
      %is_in = arith.cmpi ult, %i, %n : index
      scf.if %is_in {
        %low = arith.andi %i, %mask : index
        %number = arith.index_cast %low : index to i32
        %step = arith.sitofp %number : i32 to f32
        %lowest = arith.constant 68.5 : f32
        %spot = arith.addf %step, %lowest : f32
        %scale = arith.constant 0.03125 : f32
        %some = arith.mulf %step, %scale : f32
        %years = arith.addf %some, %half : f32
        %ratio = arith.divf %spot, %strike : f32
        %log = math.log %ratio : f32
        %square = arith.mulf %spread, %spread : f32
        %half_square = arith.mulf %square, %half : f32
        %drift = arith.addf %rate, %half_square : f32
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
  func.func @main(%n: index {warpline.input = "600"}, %times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %blocks = arith.ceildivui %n, %c256 : index
    %step = arith.divui %n, %c8 : index
    %y = gpu.alloc (%n) : memref<?xf32>
    %out = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@price blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1) args(%y : memref<?xf32>, %n : index)
    }
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<?xf32>, %step : index, %out : memref<8xf32>)
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [0.2909968 3.0629387 8.964745 16.980206 26.261585 36.304638 0.5435753 3.9289474]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
