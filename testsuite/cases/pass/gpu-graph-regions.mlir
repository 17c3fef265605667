// RUN: opt --gpu-graph-regions

// A loop of 1000 trips, each of which needs the one before: one graph is built and launched 1000 times.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    %n = arith.constant 1000 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @add(%arg0: f32, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg2[%thread_id_x] : memref<64xf32>
// OUT:       %cst = arith.constant 5.000000e-01 : f32
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       %3 = arith.mulf %2, %cst : f32
// OUT:       %4 = arith.addf %3, %arg0 : f32
// OUT:       memref.store %4, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %cst = arith.constant 2.500000e-01 : f32
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     scf.for %arg3 = %c0 to %c1000 step %c1 {
// OUT:       rt.graph edges(0 -> 1, 1 -> 2, 2 -> 3, 3 -> 4, 4 -> 5, 5 -> 6, 6 -> 7) {
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg0, %arg1 : f32, memref<64xf32>, memref<64xf32>)
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg1, %arg2 : f32, memref<64xf32>, memref<64xf32>)
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg2, %arg0 : f32, memref<64xf32>, memref<64xf32>)
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg0, %arg1 : f32, memref<64xf32>, memref<64xf32>)
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg0, %arg1 : f32, memref<64xf32>, memref<64xf32>)
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg1, %arg2 : f32, memref<64xf32>, memref<64xf32>)
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg2, %arg0 : f32, memref<64xf32>, memref<64xf32>)
// OUT:         rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cst, %arg0, %arg1 : f32, memref<64xf32>, memref<64xf32>)
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Straight-line work is issued once: building a graph of it does not pay.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @add(%arg0: f32, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg2[%thread_id_x] : memref<64xf32>
// OUT:       %cst = arith.constant 5.000000e-01 : f32
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       %3 = arith.mulf %2, %cst : f32
// OUT:       %4 = arith.addf %3, %arg0 : f32
// OUT:       memref.store %4, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %cst = arith.constant 2.500000e-01 : f32
// OUT:     gpu.launch_func  @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%cst : f32, %arg0 : memref<64xf32>, %arg1 : memref<64xf32>)
// OUT:     gpu.launch_func  @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%cst : f32, %arg1 : memref<64xf32>, %arg2 : memref<64xf32>)
// OUT:     gpu.launch_func  @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%cst : f32, %arg2 : memref<64xf32>, %arg0 : memref<64xf32>)
// OUT:     gpu.launch_func  @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%cst : f32, %arg0 : memref<64xf32>, %arg1 : memref<64xf32>)
// OUT:     return
// OUT:   }
// OUT: }
