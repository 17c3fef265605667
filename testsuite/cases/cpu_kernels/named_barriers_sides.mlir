// RUN: run --device=cpu,interp

// The first half of a block produces numbers in a loop that the second half consumes: both meet when a number is there, and
// when it is taken. Both keep values of their own over the meetings.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @hand_over(%x: memref<128xi32>, %y: memref<64xi32>, %k: index)
        workgroup(%given: memref<32xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %zero = arith.constant 0 : i32
      %n = arith.constant 64 : i32
      %full = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
      %empty = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
      %t = gpu.thread_id x
      %gives = arith.cmpi uge, %t, %c32 : index
      %result = scf.if %gives -> i32 {
        %to = arith.subi %t, %c32 : index
        %mine = memref.subview %given[%to] [1] [1] : memref<32xi32, #gpu.address_space<workgroup>>
            to memref<1xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
        %last = scf.for %i = %c0 to %k step %c1 iter_args(%sum = %zero) -> i32 {
          %row = arith.muli %i, %c32 : index
          %at = arith.addi %row, %to : index
          %v = memref.load %x[%at] : memref<128xi32>
          %more = arith.addi %sum, %v : i32
          memref.store %more, %mine[%c0] : memref<1xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
          gpu.barrier named(%full : !gpu.named_barrier)
          %double = arith.addi %more, %v : i32
          gpu.barrier named(%empty : !gpu.named_barrier)
          scf.yield %double : i32
        }
        scf.yield %last : i32
      } else {
        %c31 = arith.constant 31 : index
        %from = arith.subi %c31, %t : index
        %last, %n_even = scf.for %i = %c0 to %k step %c1 iter_args(%sum = %zero, %even = %zero) -> (i32, i32) {
          gpu.barrier named(%full : !gpu.named_barrier)
          %v = memref.load %given[%from] : memref<32xi32, #gpu.address_space<workgroup>>
          %more = arith.addi %sum, %v : i32
          %one = arith.constant 1 : i32
          %bit = arith.andi %v, %one : i32
          %odd = arith.addi %even, %bit : i32
          gpu.barrier named(%empty : !gpu.named_barrier)
          scf.yield %more, %odd : i32, i32
        }
        %both = arith.addi %last, %n_even : i32
        scf.yield %both : i32
      }
      memref.store %result, %y[%t] : memref<64xi32>
      gpu.return
    }

    // Three roles: the last one only meets the others at the end, and has a barrier of its own.
    gpu.func @roles(%x: memref<96xi32>) workgroup(%all: memref<96xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %c95 = arith.constant 95 : index
      %n = arith.constant 96 : i32
      %few = arith.constant 32 : i32
      %meet = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
      %own = gpu.initialize_named_barrier %few : i32 -> !gpu.named_barrier
      %t = gpu.thread_id x
      %far = arith.subi %c95, %t : index
      %v = memref.load %x[%t] : memref<96xi32>
      %is_first = arith.cmpi ult, %t, %c32 : index
      %is_second = arith.cmpi ult, %t, %c64 : index
      scf.if %is_first {
        memref.store %v, %all[%t] : memref<96xi32, #gpu.address_space<workgroup>>
        gpu.barrier named(%meet : !gpu.named_barrier)
        %w = memref.load %all[%far] : memref<96xi32, #gpu.address_space<workgroup>>
        memref.store %w, %x[%t] : memref<96xi32>
      } else {
        scf.if %is_second {
          %twice = arith.addi %v, %v : i32
          memref.store %twice, %all[%t] : memref<96xi32, #gpu.address_space<workgroup>>
          gpu.barrier named(%meet : !gpu.named_barrier)
          %w = memref.load %all[%far] : memref<96xi32, #gpu.address_space<workgroup>>
          %sum = arith.addi %w, %twice : i32
          memref.store %sum, %x[%t] : memref<96xi32>
        } else {
          %c159 = arith.constant 159 : index
          %near = arith.subi %c159, %t : index
          memref.store %v, %all[%t] : memref<96xi32, #gpu.address_space<workgroup>>
          gpu.barrier named(%own : !gpu.named_barrier)
          %u = memref.load %all[%near] : memref<96xi32, #gpu.address_space<workgroup>>
          gpu.barrier named(%own : !gpu.named_barrier)
          %negative = arith.subi %few, %u : i32
          memref.store %negative, %all[%t] : memref<96xi32, #gpu.address_space<workgroup>>
          gpu.barrier named(%meet : !gpu.named_barrier)
          memref.store %u, %x[%t] : memref<96xi32>
        }
      }
      gpu.return
    }
  }
  func.func @main(%k: index {warpline.input = "4"}, %x: memref<128xi32> {warpline.input = "iota:0:3"},
      %z: memref<96xi32> {warpline.input = "iota:0:1"}) -> memref<64xi32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c96 = arith.constant 96 : index
    %y = gpu.alloc host_shared () : memref<64xi32>
    gpu.launch_func @k::@hand_over blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<128xi32>, %y : memref<64xi32>, %k : index)
    gpu.launch_func @k::@roles blocks in (%c1, %c1, %c1) threads in (%c96, %c1, %c1) args(%z : memref<96xi32>)
    return %y : memref<64xi32>
  }
}

// OUT: result 0: memref<64xi32>
// OUT:   count=64 min=1152 max=2836 sum=115648.0 first=2836
// OUT: argument 2: memref<96xi32>
// OUT:   count=96 min=-63 max=190 sum=7104.0 first=-32
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
