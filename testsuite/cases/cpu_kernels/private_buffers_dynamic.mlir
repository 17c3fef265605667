// RUN: run --device=cpu,interp

// Threads allocate buffers of a size that is known at run time, and buffers that grow.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @last(%x: memref<32xi32>, %n: index) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %t = gpu.thread_id x
      %own = arith.addi %t, %n : index
      %m = memref.alloc(%own) : memref<?xi32>
      scf.for %i = %c0 to %own step %c1 {
        %v = arith.index_cast %i : index to i32
        memref.store %v, %m[%i] : memref<?xi32>
      }
      %more = arith.addi %own, %c1 : index
      %grown = memref.realloc %m(%more) : memref<?xi32> to memref<?xi32>
      %number = arith.index_cast %own : index to i32
      %square = arith.muli %number, %number : i32
      memref.store %square, %grown[%own] : memref<?xi32>
      %before = arith.subi %own, %c1 : index
      %a = memref.load %grown[%before] : memref<?xi32>
      %b = memref.load %grown[%own] : memref<?xi32>
      %sum = arith.addi %a, %b : i32
      memref.store %sum, %x[%t] : memref<32xi32>
      memref.dealloc %grown : memref<?xi32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "3"}) -> memref<32xi32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %x = gpu.alloc host_shared () : memref<32xi32>
    gpu.launch_func @k::@last blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%x : memref<32xi32>, %n : index)
    return %x : memref<32xi32>
  }
}

// OUT: result 0: memref<32xi32> = [11 19 29 41 55 71 89 109 131 155 181 209 239 271 305 341 379 419 461 505 551 599 649 701 755 811 869 929 991 1055 1121 1189]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
