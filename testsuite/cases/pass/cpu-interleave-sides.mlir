// RUN: opt --cpu-interleave-sides

// The upper half of a block gives numbers in a loop, and the lower half takes them; a value and a view are used after a meeting.
gpu.module @k {
  gpu.func @hand_over(%x: memref<?xi32>, %y: memref<?xi32>, %n: index)
      workgroup(%given: memref<64xi32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %members = arith.constant 64 : i32
    %full = gpu.initialize_named_barrier %members : i32 -> !gpu.named_barrier
    %empty = gpu.initialize_named_barrier %members : i32 -> !gpu.named_barrier
    %t = gpu.thread_id x
    %gives = arith.cmpi uge, %t, %c32 : index
    scf.if %gives {
      %to = arith.subi %t, %c32 : index
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %x[%i] : memref<?xi32>
        memref.store %v, %given[%to] : memref<64xi32, #gpu.address_space<workgroup>>
        gpu.barrier named(%full : !gpu.named_barrier)
        gpu.barrier named(%empty : !gpu.named_barrier)
      }
    } else {
      %zero = arith.constant 0 : i32
      %part = memref.subview %y[%t] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1], offset: ?>>
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
        gpu.barrier named(%full : !gpu.named_barrier)
        %v = memref.load %given[%t] : memref<64xi32, #gpu.address_space<workgroup>>
        %more = arith.addi %s, %v : i32
        gpu.barrier named(%empty : !gpu.named_barrier)
        scf.yield %more : i32
      }
      memref.store %sum, %part[%c0] : memref<1xi32, strided<[1], offset: ?>>
    }
    gpu.return
  }

  // A side that meets once more stays.
  gpu.func @uneven() kernel {
    %members = arith.constant 32 : i32
    %c32 = arith.constant 32 : index
    %all = gpu.initialize_named_barrier %members : i32 -> !gpu.named_barrier
    %t = gpu.thread_id x
    %is_low = arith.cmpi ult, %t, %c32 : index
    scf.if %is_low {
      gpu.barrier named(%all : !gpu.named_barrier)
      gpu.barrier named(%all : !gpu.named_barrier)
    } else {
      gpu.barrier named(%all : !gpu.named_barrier)
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @hand_over(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: index) workgroup(%arg3 : memref<64xi32, #gpu.address_space<workgroup>>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %c64_i32 = arith.constant 64 : i32
// OUT:       %0 = gpu.initialize_named_barrier %c64_i32 : i32 -> !gpu.named_barrier
// OUT:       %1 = gpu.initialize_named_barrier %c64_i32 : i32 -> !gpu.named_barrier
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %2 = arith.cmpi uge, %thread_id_x, %c32 : index
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %3 = scf.if %2 -> (index) {
// OUT:         %5 = arith.subi %thread_id_x, %c32 : index
// OUT:         scf.yield %5 : index
// OUT:       } else {
// OUT:         %subview = memref.subview %arg1[%thread_id_x] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1], offset: ?>>
// OUT:         scf.yield %c0_0 : index
// OUT:       }
// OUT:       %4 = scf.for %arg4 = %c0 to %arg2 step %c1 iter_args(%arg5 = %c0_i32) -> (i32) {
// OUT:         scf.if %2 {
// OUT:           %6 = memref.load %arg0[%arg4] : memref<?xi32>
// OUT:           memref.store %6, %arg3[%3] : memref<64xi32, #gpu.address_space<workgroup>>
// OUT:         } else {
// OUT:         }
// OUT:         gpu.barrier named(%0 : !gpu.named_barrier)
// OUT:         %c0_i32_1 = arith.constant 0 : i32
// OUT:         %5 = scf.if %2 -> (i32) {
// OUT:           scf.yield %c0_i32_1 : i32
// OUT:         } else {
// OUT:           %6 = memref.load %arg3[%thread_id_x] : memref<64xi32, #gpu.address_space<workgroup>>
// OUT:           %7 = arith.addi %arg5, %6 : i32
// OUT:           scf.yield %7 : i32
// OUT:         }
// OUT:         gpu.barrier named(%1 : !gpu.named_barrier)
// OUT:         scf.yield %5 : i32
// OUT:       }
// OUT:       scf.if %2 {
// OUT:       } else {
// OUT:         %subview = memref.subview %arg1[%thread_id_x] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1], offset: ?>>
// OUT:         memref.store %4, %subview[%c0] : memref<1xi32, strided<[1], offset: ?>>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @uneven() kernel {
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %0 = gpu.initialize_named_barrier %c32_i32 : i32 -> !gpu.named_barrier
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %1 = arith.cmpi ult, %thread_id_x, %c32 : index
// OUT:       scf.if %1 {
// OUT:         gpu.barrier named(%0 : !gpu.named_barrier)
// OUT:         gpu.barrier named(%0 : !gpu.named_barrier)
// OUT:       } else {
// OUT:         gpu.barrier named(%0 : !gpu.named_barrier)
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
