// RUN: not run --device=cpu
// RUN: run --device=interp

// The halves of a block hand a number over: the parts of both sides of the branch take turns, which only the interpreter does.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @hand_over(%y: memref<64xi32>) workgroup(%given: memref<32xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c32 = arith.constant 32 : index
      %n = arith.constant 64 : i32
      %seven = arith.constant 7 : i32
      %all = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
      %t = gpu.thread_id x
      %gives = arith.cmpi uge, %t, %c32 : index
      scf.if %gives {
        %to = arith.subi %t, %c32 : index
        %number = arith.index_cast %t : index to i32
        memref.store %number, %given[%to] : memref<32xi32, #gpu.address_space<workgroup>>
        gpu.barrier named(%all : !gpu.named_barrier)
        memref.store %seven, %y[%t] : memref<64xi32>
      } else {
        gpu.barrier named(%all : !gpu.named_barrier)
        %number = memref.load %given[%t] : memref<32xi32, #gpu.address_space<workgroup>>
        memref.store %number, %y[%t] : memref<64xi32>
      }
      gpu.return
    }
  }
  func.func @main() -> memref<64xi32> {
    %one = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %y = gpu.alloc host_shared () : memref<64xi32>
    gpu.launch_func @k::@hand_over blocks in (%one, %one, %one) threads in (%c64, %one, %one) args(%y : memref<64xi32>)
    return %y : memref<64xi32>
  }
}

// OUT: named_barriers_wrong.mlir:22:9: error[E0301]: the cpu backend cannot compile 'gpu.barrier': threads on two sides of a branch meet at it; only those that take the same branches around it can
// OUT: result 0: memref<64xi32>
// OUT:   count=64 min=7 max=63 sum=1744.0 first=32
