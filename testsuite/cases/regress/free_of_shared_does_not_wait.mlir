// RUN: opt --gpu-schedule --verify-schedule

// The host has waited for all that uses the shared buffer, so it frees it at once: one wait.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%d: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      memref.store %c, %d[%i] : memref<16xi32>
      gpu.return
    }
  }
  func.func @main() -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c7 = arith.constant 7 : i32
    %m = gpu.alloc host_shared () : memref<16xi32>
    gpu.launch_func @k::@fill blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %c7 : i32)
    %v = memref.load %m[%c0] : memref<16xi32>
    gpu.dealloc %m : memref<16xi32>
    return %v : i32
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
// OUT:   func.func @main() -> i32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     %memref = rt.alloc host_shared() on 0 : memref<16xi32>
// OUT:     rt.launch @k::@fill on 0 blocks(%c1, %c1, %c1) threads(%c16, %c1, %c1) : index, index, index, index, index, index args(%memref, %c7_i32 : memref<16xi32>, i32)
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %memref[%c0] : memref<16xi32>
// OUT:     rt.free host_shared %memref on -1 : memref<16xi32>
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
