// RUN: opt --gpu-schedule=concurrent-managed=false

// S9d: the store waits for all device work in flight, also for what uses other memory.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %f9 = arith.constant 9.0 : f32
    %m = gpu.alloc host_shared () : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %o : memref<64xf32>)
    memref.store %f9, %m[%c0] : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %o : memref<64xf32>)
    gpu.dealloc %m : memref<64xf32>
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %cst = arith.constant 9.000000e+00 : f32
// OUT:     %memref = rt.alloc host_shared() on 0 : memref<64xf32>
// OUT:     rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     memref.store %cst, %memref[%c0] : memref<64xf32>
// OUT:     rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.free host_shared %memref on 0 : memref<64xf32>
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Memory of the host alone is no reason to wait.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %f9 = arith.constant 9.0 : f32
    %h = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %o : memref<64xf32>)
    memref.store %f9, %h[%c0] : memref<64xf32>
    memref.dealloc %h : memref<64xf32>
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %cst = arith.constant 9.000000e+00 : f32
// OUT:     %alloc = memref.alloc() : memref<64xf32>
// OUT:     rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     memref.store %cst, %alloc[%c0] : memref<64xf32>
// OUT:     memref.dealloc %alloc : memref<64xf32>
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
