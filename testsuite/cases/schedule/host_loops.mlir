// RUN: opt --gpu-schedule --verify-schedule

// The host reads the result of a kernel in a loop that issues nothing: it waits once, before the loop.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%d: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      memref.store %c, %d[%i] : memref<16xi32>
      gpu.return
    }
  }
  func.func @of_scf(%m: memref<16xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c7 = arith.constant 7 : i32
    gpu.launch_func @k::@fill blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %c7 : i32)
    %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %c7) -> (i32) {
      %v = memref.load %m[%i] : memref<16xi32>
      %n = arith.addi %s, %v : i32
      scf.yield %n : i32
    }
    return %sum : i32
  }
  // The outer loop launches, so the wait stays in it, before the inner loop.
  func.func @in_loop_with_work(%m: memref<16xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c7 = arith.constant 7 : i32
    scf.for %i = %c0 to %c16 step %c1 {
      gpu.launch_func @k::@fill blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %c7 : i32)
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %c7, %m[%j] : memref<16xi32>
      }
    }
    return
  }
  // Blocks: the wait stands where the loop is entered.
  func.func @of_blocks(%m: memref<16xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c7 = arith.constant 7 : i32
    gpu.launch_func @k::@fill blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %c7 : i32)
    cf.br ^head(%c0, %c7 : index, i32)
  ^head(%i: index, %s: i32):
    %more = arith.cmpi slt, %i, %c16 : index
    cf.cond_br %more, ^body, ^exit
  ^body:
    %v = memref.load %m[%i] : memref<16xi32>
    %n = arith.addi %s, %v : i32
    %j = arith.addi %i, %c1 : index
    cf.br ^head(%j, %n : index, i32)
  ^exit:
    return %s : i32
  }
  // A wait of the program stays in its loop.
  func.func @of_the_program(%m: memref<16xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c7 = arith.constant 7 : i32
    %t = gpu.launch_func async @k::@fill blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %c7 : i32)
    scf.for %i = %c0 to %c16 step %c1 {
      gpu.wait [%t]
      memref.store %c7, %m[%i] : memref<16xi32>
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @fill(%arg0: memref<16xi32>, %arg1: i32) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       memref.store %arg1, %arg0[%thread_id_x] : memref<16xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @of_scf(%arg0: memref<16xi32>) -> i32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     rt.launch @k::@fill on 0 blocks(%c1, %c1, %c1) threads(%c16, %c1, %c1) : index, index, index, index, index, index args(%arg0, %c7_i32 : memref<16xi32>, i32)
// OUT:     rt.host_wait 0
// OUT:     %0 = scf.for %arg1 = %c0 to %c16 step %c1 iter_args(%arg2 = %c7_i32) -> (i32) {
// OUT:       %1 = memref.load %arg0[%arg1] : memref<16xi32>
// OUT:       %2 = arith.addi %arg2, %1 : i32
// OUT:       scf.yield %2 : i32
// OUT:     }
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @in_loop_with_work(%arg0: memref<16xi32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     scf.for %arg1 = %c0 to %c16 step %c1 {
// OUT:       rt.launch @k::@fill on 0 blocks(%c1, %c1, %c1) threads(%c16, %c1, %c1) : index, index, index, index, index, index args(%arg0, %c7_i32 : memref<16xi32>, i32)
// OUT:       rt.host_wait 0
// OUT:       scf.for %arg2 = %c0 to %c16 step %c1 {
// OUT:         memref.store %c7_i32, %arg0[%arg2] : memref<16xi32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @of_blocks(%arg0: memref<16xi32>) -> i32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     rt.launch @k::@fill on 0 blocks(%c1, %c1, %c1) threads(%c16, %c1, %c1) : index, index, index, index, index, index args(%arg0, %c7_i32 : memref<16xi32>, i32)
// OUT:     rt.host_wait 0
// OUT:     cf.br ^bb1(%c0, %c7_i32 : index, i32)
// OUT:   ^bb1(%0: index, %1: i32):  // 2 preds: ^bb0, ^bb2
// OUT:     %2 = arith.cmpi slt, %0, %c16 : index
// OUT:     cf.cond_br %2, ^bb2, ^bb3
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     %3 = memref.load %arg0[%0] : memref<16xi32>
// OUT:     %4 = arith.addi %1, %3 : i32
// OUT:     %5 = arith.addi %0, %c1 : index
// OUT:     cf.br ^bb1(%5, %4 : index, i32)
// OUT:   ^bb3:  // pred: ^bb1
// OUT:     return %1 : i32
// OUT:   }
// OUT:   func.func @of_the_program(%arg0: memref<16xi32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     rt.launch @k::@fill on 0 blocks(%c1, %c1, %c1) threads(%c16, %c1, %c1) {token = 0 : i32} : index, index, index, index, index, index args(%arg0, %c7_i32 : memref<16xi32>, i32)
// OUT:     scf.for %arg1 = %c0 to %c16 step %c1 {
// OUT:       rt.host_wait 0
// OUT:       rt.awaited [0]
// OUT:       memref.store %c7_i32, %arg0[%arg1] : memref<16xi32>
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
