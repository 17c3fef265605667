// RUN: roundtrip

// The host does not wait where the program does.
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
  func.func @host(%m: memref<64xf32> {llvm.noalias}, %x: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 7 : i32} : index, index, index, index, index, index args(%m : memref<64xf32>)
    rt.awaited [7]
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x : memref<64xf32>)
    rt.host_wait 0
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
// OUT:   func.func @host(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 7 : i32} : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.awaited [7]
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// 'beside' does not excuse two writers of one buffer.
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
  func.func @same(%m: memref<64xf32> {llvm.noalias}, %x: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %v = arith.constant 1.0 : f32
    rt.fill %m, %v on 0 {token = 0 : i32} : memref<64xf32>, f32
    rt.fill %m, %v on 1 {beside = array<i32: 0>} : memref<64xf32>, f32
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
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
// OUT:   func.func @same(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %cst = arith.constant 1.000000e+00 : f32
// OUT:     rt.fill %arg0, %cst on 0 {token = 0 : i32} : memref<64xf32>, f32
// OUT:     rt.fill %arg0, %cst on 1 {beside = array<i32: 0>} : memref<64xf32>, f32
// OUT:     rt.record 0 on 0
// OUT:     rt.wait 0 on 1
// OUT:     rt.host_wait 1
// OUT:     return
// OUT:   }
// OUT: }
