// RUN: opt --gpu-kernel-outlining --gpu-schedule --verify-diagnostics

// c04: a token that nobody waits for; a warning says so.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    // expected-warning @below {{token-never-waited: nothing waits for this token}}
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
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
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// o10: a launch of 0 threads: a warning tells, and it is left out.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-warning @below {{launch-without-threads: a size of this launch is 0; the launch is erased}}
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c0, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%a]
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
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     return
// OUT:   }
// OUT: }
// -----

// o12: a fill, a load by the host and only then the wait of the program. The host waits before the load, with a
// warning.
module attributes {gpu.container_module} {
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c3 = arith.constant 3 : index
    %v = arith.constant 7.0 : f32
    %a = gpu.memset async %m, %v : memref<64xf32>, f32
    // expected-warning @below {{early-access: this uses memory of device work before a wait for its token}}
    %x = memref.load %m[%c3] : memref<64xf32>
    gpu.wait [%a]
    return %x : f32
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %cst = arith.constant 7.000000e+00 : f32
// OUT:     rt.fill %arg0, %cst on 0 : memref<64xf32>, f32
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %arg0[%c3] : memref<64xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// o12: the program waits for the fill and then fills anew without a token: no warning.
module attributes {gpu.container_module} {
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c3 = arith.constant 3 : index
    %v = arith.constant 7.0 : f32
    %a = gpu.memset async %m, %v : memref<64xf32>, f32
    %b = gpu.memset async [%a] %m, %v : memref<64xf32>, f32
    gpu.wait [%b]
    gpu.memset %m, %v : memref<64xf32>, f32
    %x = memref.load %m[%c3] : memref<64xf32>
    return %x : f32
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %cst = arith.constant 7.000000e+00 : f32
// OUT:     rt.fill %arg0, %cst on 0 : memref<64xf32>, f32
// OUT:     rt.fill %arg0, %cst on 0 {token = 0 : i32} : memref<64xf32>, f32
// OUT:     rt.host_wait 0
// OUT:     rt.awaited [0]
// OUT:     rt.fill %arg0, %cst on 0 : memref<64xf32>, f32
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %arg0[%c3] : memref<64xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// o8: a launch with dependences and a stream of the program.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %q: !llvm.ptr) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.wait async
    // expected-error @below {{expected tokens or a user stream on one launch, but found both}}
    %a = gpu.launch_func async [%s] <%q : !llvm.ptr> @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%a]
    return
  }
}
