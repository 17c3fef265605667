// RUN: run --device=cpu,interp

// Two kernels without anything in common, each of %blocks blocks, half of what fills the GPU, and as many trips.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @turn(%x: memref<?xf32>, %trips: index) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %half = arith.constant 0.5 : f32
      %one = arith.constant 1.0 : f32
      %i = gpu.global_id x
      %value = scf.for %k = %c0 to %trips step %c1 iter_args(%before = %zero) -> (f32) {
        %after = math.fma %before, %half, %one : f32
        scf.yield %after : f32
      }
      memref.store %value, %x[%i] : memref<?xf32>
      gpu.return
    }
    gpu.func @sample(%x: memref<?xf32>, %y: memref<?xf32>, %out: memref<2xf32>) kernel
        attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %v = memref.load %x[%c0] : memref<?xf32>
      %w = memref.load %y[%c0] : memref<?xf32>
      memref.store %v, %out[%c0] : memref<2xf32>
      memref.store %w, %out[%c1] : memref<2xf32>
      gpu.return
    }
  }
  func.func @main(%blocks: index {warpline.input = "2"}, %trips: index {warpline.input = "4"}) -> memref<2xf32> {
    %c1 = arith.constant 1 : index
    %c1024 = arith.constant 1024 : index
    %n = arith.muli %blocks, %c1024 : index
    %more = arith.addi %trips, %c1 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    %y = gpu.alloc (%n) : memref<?xf32>
    %out = memref.alloc() : memref<2xf32>
    gpu.launch_func @k::@turn blocks in (%blocks, %c1, %c1) threads in (%c1024, %c1, %c1) args(%x : memref<?xf32>, %trips : index)
    gpu.launch_func @k::@turn blocks in (%blocks, %c1, %c1) threads in (%c1024, %c1, %c1) args(%y : memref<?xf32>, %more : index)
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%x : memref<?xf32>, %y : memref<?xf32>, %out : memref<2xf32>)
    gpu.dealloc %x : memref<?xf32>
    gpu.dealloc %y : memref<?xf32>
    return %out : memref<2xf32>
  }
}

// OUT: result 0: memref<2xf32> = [1.875 1.9375]
// OUT: kernels=2 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
