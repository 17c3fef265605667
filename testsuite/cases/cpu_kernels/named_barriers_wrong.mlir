// RUN: not run --device=cpu
// RUN: run --device=interp

// The halves of a block hand numbers over in loops of as many iterations, which the CPU cannot tell from their bounds.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @hand_over(%y: memref<64xi32>, %m: index, %n: index)
        workgroup(%given: memref<32xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %members = arith.constant 64 : i32
      %all = gpu.initialize_named_barrier %members : i32 -> !gpu.named_barrier
      %t = gpu.thread_id x
      %gives = arith.cmpi uge, %t, %c32 : index
      scf.if %gives {
        %to = arith.subi %t, %c32 : index
        scf.for %i = %c0 to %m step %c1 {
          %sum = arith.addi %t, %i : index
          %number = arith.index_cast %sum : index to i32
          memref.store %number, %given[%to] : memref<32xi32, #gpu.address_space<workgroup>>
          gpu.barrier named(%all : !gpu.named_barrier)
          gpu.barrier named(%all : !gpu.named_barrier)
        }
      } else {
        scf.for %i = %c0 to %n step %c1 {
          gpu.barrier named(%all : !gpu.named_barrier)
          %number = memref.load %given[%t] : memref<32xi32, #gpu.address_space<workgroup>>
          memref.store %number, %y[%t] : memref<64xi32>
          gpu.barrier named(%all : !gpu.named_barrier)
        }
      }
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "3"}) -> memref<64xi32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %m = arith.muli %n, %c1 : index
    %y = gpu.alloc host_shared () : memref<64xi32>
    gpu.memset %y, %zero : memref<64xi32>, i32
    gpu.launch_func @k::@hand_over blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%y : memref<64xi32>, %m : index, %n : index)
    return %y : memref<64xi32>
  }
}

// OUT: named_barriers_wrong.mlir:23:11: error[E0301]: the cpu backend cannot compile 'gpu.barrier': threads on two sides of a branch meet at it, but not in the same order, directly in them or in loops with the same bounds
// OUT: result 0: memref<64xi32>
// OUT:   count=64 min=0 max=65 sum=1584.0 first=34
// -----

// Threads of two branches behind each other meet, while the CPU runs the first one to its end.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @hand_over(%y: memref<64xi32>) workgroup(%given: memref<32xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c32 = arith.constant 32 : index
      %members = arith.constant 64 : i32
      %all = gpu.initialize_named_barrier %members : i32 -> !gpu.named_barrier
      %t = gpu.thread_id x
      %takes = arith.cmpi ult, %t, %c32 : index
      %gives = arith.cmpi uge, %t, %c32 : index
      scf.if %takes {
        gpu.barrier named(%all : !gpu.named_barrier)
        %number = memref.load %given[%t] : memref<32xi32, #gpu.address_space<workgroup>>
        memref.store %number, %y[%t] : memref<64xi32>
      }
      scf.if %gives {
        %to = arith.subi %t, %c32 : index
        %number = arith.index_cast %t : index to i32
        memref.store %number, %given[%to] : memref<32xi32, #gpu.address_space<workgroup>>
        gpu.barrier named(%all : !gpu.named_barrier)
        memref.store %number, %y[%t] : memref<64xi32>
      }
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "3"}) -> memref<64xi32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %y = gpu.alloc host_shared () : memref<64xi32>
    gpu.launch_func @k::@hand_over blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xi32>)
    return %y : memref<64xi32>
  }
}

// OUT: named_barriers_wrong.mlir:14:9: error[E0301]: the cpu backend cannot compile 'gpu.barrier': threads meet at it in several branches with other conditions; make them the sides of one branch
// OUT: result 0: memref<64xi32>
// OUT:   count=64 min=32 max=63 sum=3040.0 first=32
