// RUN: run --device=cpu,interp

// The number of threads that do something is less than none.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @few(%x: memref<64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %one = arith.constant 1.0 : f32
      %t = gpu.thread_id x
      %is_in = arith.cmpi slt, %t, %n : index
      scf.if %is_in {
        %v = memref.load %x[%t] : memref<64xf32>
        %w = arith.addf %v, %one : f32
        memref.store %w, %x[%t] : memref<64xf32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {warpline.input = "iota:0"}, %n: index {warpline.input = "-5"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@few blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %n : index)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.0 max=63.0 sum=2016.0 first=0.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Numbers of neighbouring threads are so far apart that they overflow within a vector.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @far(%x: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %factor = arith.constant 286331154 : i32
      %bound = arith.constant 100 : i32
      %one = arith.constant 1 : i32
      %t = gpu.thread_id x
      %number = arith.index_cast %t : index to i32
      %far = arith.muli %number, %factor : i32
      %is_less = arith.cmpi ult, %far, %bound : i32
      scf.if %is_less {
        %v = memref.load %x[%t] : memref<32xi32>
        %w = arith.addi %v, %one : i32
        memref.store %w, %x[%t] : memref<32xi32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<32xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @k::@far blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%x : memref<32xi32>)
    return
  }
}

// OUT: argument 0: memref<32xi32> = [1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Every comparison of floats, with NaN among them.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @compare(%x: memref<16xf32>, %y: memref<16xi32>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
      %c1 = arith.constant 1 : index
      %last = arith.constant 15 : index
      %t = gpu.thread_id x
      %u = arith.addi %t, %c1 : index
      %next = arith.andi %u, %last : index
      %v = memref.load %x[%t] : memref<16xf32>
      %a = arith.divf %v, %v : f32
      %b = memref.load %x[%next] : memref<16xf32>
      %p0 = arith.cmpf one, %a, %b : f32
      %p1 = arith.cmpf ueq, %a, %b : f32
      %p2 = arith.cmpf ord, %a, %b : f32
      %p3 = arith.cmpf ugt, %a, %b : f32
      %p4 = arith.cmpf ole, %a, %b : f32
      %p5 = arith.cmpf une, %a, %b : f32
      %p6 = arith.cmpf uge, %a, %b : f32
      %q0 = arith.extui %p0 : i1 to i32
      %q1 = arith.extui %p1 : i1 to i32
      %q2 = arith.extui %p2 : i1 to i32
      %q3 = arith.extui %p3 : i1 to i32
      %q4 = arith.extui %p4 : i1 to i32
      %q5 = arith.extui %p5 : i1 to i32
      %q6 = arith.extui %p6 : i1 to i32
      %two = arith.constant 2 : i32
      %m1 = arith.muli %q1, %two : i32
      %s1 = arith.addi %q0, %m1 : i32
      %d1 = arith.muli %s1, %two : i32
      %s2 = arith.addi %d1, %q2 : i32
      %d2 = arith.muli %s2, %two : i32
      %s3 = arith.addi %d2, %q3 : i32
      %d3 = arith.muli %s3, %two : i32
      %s4 = arith.addi %d3, %q4 : i32
      %d4 = arith.muli %s4, %two : i32
      %s5 = arith.addi %d4, %q5 : i32
      %d5 = arith.muli %s5, %two : i32
      %s6 = arith.addi %d5, %q6 : i32
      memref.store %s6, %y[%t] : memref<16xi32>
      gpu.return
    }
  }
  func.func @main(%x: memref<16xf32> {warpline.input = "0,1,2,0,1,1,0.5,-1,0,0,3,1,1,1,-0.0,1"}) -> memref<16xi32> {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %y = memref.alloc() : memref<16xi32>
    gpu.launch_func @k::@compare blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%x : memref<16xf32>, %y : memref<16xi32>)
    return %y : memref<16xi32>
  }
}

// OUT: result 0: memref<16xi32> = [75 54 59 75 85 59 59 59 75 75 85 85 85 59 75 59]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// All threads shift by the same number of bits, which comes from the size of the block.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @shift(%x: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c8 = arith.constant 8 : index
      %t = gpu.thread_id x
      %size = gpu.block_dim x
      %bits = arith.divui %size, %c8 : index
      %by = arith.index_cast %bits : index to i32
      %v = memref.load %x[%t] : memref<32xi32>
      %w = arith.shli %v, %by : i32
      memref.store %w, %x[%t] : memref<32xi32>
      gpu.return
    }
  }
  func.func @main(%x: memref<32xi32> {warpline.input = "iota:0"}) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @k::@shift blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%x : memref<32xi32>)
    return
  }
}

// OUT: argument 0: memref<32xi32> = [0 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240 256 272 288 304 320 336 352 368 384 400 416 432 448 464 480 496]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
