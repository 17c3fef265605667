// RUN: opt --pass-pipeline=gpu-graph-regions{mode=always},gpu-schedule,verify-schedule

// What tokens alone ask for between nodes of a graph stands on the nodes: the second comes after the first, and the
// third may touch the memory of the first, with which the tokens leave it unordered.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32>, %x: memref<64xf32> {llvm.noalias}, %n: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async [%a] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    %c = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%n : memref<64xf32>)
    gpu.wait [%b, %c]
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32>, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.graph on 0 edges(0 -> 1) {
// OUT:       rt.launch @k::@touch blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {async} : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:       rt.launch @k::@touch blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {after = array<i32: 0>, async} : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:       rt.launch @k::@touch blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {async, beside = array<i32: 0>} : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
