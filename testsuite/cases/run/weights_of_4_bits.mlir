// RUN: run --device=cpu,interp

// Integers of any width are values, arguments and elements of buffers: products of weights of 4 bits, with a shift of 24.
module attributes {gpu.container_module} {
  memref.global "private" constant @weights : memref<8xi4> = dense<[1, -2, 3, -4, 5, -6, 7, -8]>
  gpu.module @layer {
    gpu.func @scale(%weights: memref<8xi4>, %x: memref<8xi32>, %y: memref<8xi32>, %shift: i24) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %i = gpu.thread_id x
      %weight = memref.load %weights[%i] : memref<8xi4>
      %wide = arith.extsi %weight : i4 to i24
      %x_i = memref.load %x[%i] : memref<8xi32>
      %narrow = arith.trunci %x_i : i32 to i24
      %product = arith.muli %wide, %narrow : i24
      %sum = arith.addi %product, %shift : i24
      %result = arith.extsi %sum : i24 to i32
      memref.store %result, %y[%i] : memref<8xi32>
      gpu.return
    }
  }

  func.func @main(%x: memref<8xi32> {warpline.input = "iota:1:1"}) -> memref<8xi32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %shift = arith.constant -100 : i24
    %weights = memref.get_global @weights : memref<8xi4>
    %y = memref.alloc() : memref<8xi32>
    gpu.launch_func @layer::@scale blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%weights: memref<8xi4>, %x: memref<8xi32>, %y: memref<8xi32>, %shift: i24)
    return %y : memref<8xi32>
  }
}

// OUT: result 0: memref<8xi32> = [-99 -104 -91 -116 -75 -136 -51 -164]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
