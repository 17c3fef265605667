// RUN: opt --gpu-async-region

// The first two launches are independent; the third needs both.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @join(%a: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = memref.alloc() : memref<64xf32>
    %y = memref.alloc() : memref<64xf32>
    %z = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @copy(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       memref.store %0, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @join(%arg0: memref<64xf32>) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %alloc = memref.alloc() : memref<64xf32>
// OUT:     %alloc_0 = memref.alloc() : memref<64xf32>
// OUT:     %alloc_1 = memref.alloc() : memref<64xf32>
// OUT:     %0 = gpu.launch_func async @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %alloc : memref<64xf32>)
// OUT:     %1 = gpu.launch_func async @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %alloc_0 : memref<64xf32>)
// OUT:     %2 = gpu.launch_func async [%0] @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%alloc : memref<64xf32>, %alloc_1 : memref<64xf32>)
// OUT:     %3 = gpu.launch_func async [%1, %2] @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%alloc_0 : memref<64xf32>, %alloc_1 : memref<64xf32>)
// OUT:     gpu.wait [%3]
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A chain needs no event.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @chain(%a: memref<64xf32>) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = memref.alloc() : memref<64xf32>
    %y = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    memref.dealloc %x : memref<64xf32>
    return %y : memref<64xf32>
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @copy(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       memref.store %0, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @chain(%arg0: memref<64xf32>) -> memref<64xf32> {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %alloc = memref.alloc() : memref<64xf32>
// OUT:     %alloc_0 = memref.alloc() : memref<64xf32>
// OUT:     %0 = gpu.launch_func async @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %alloc : memref<64xf32>)
// OUT:     %1 = gpu.launch_func async [%0] @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%alloc : memref<64xf32>, %alloc_0 : memref<64xf32>)
// OUT:     gpu.wait [%1]
// OUT:     memref.dealloc %alloc : memref<64xf32>
// OUT:     return %alloc_0 : memref<64xf32>
// OUT:   }
// OUT: }
// -----

// The host reads a result: it waits before, once.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @host_reads(%a: memref<64xf32>) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    %v = memref.load %x[%c1] : memref<64xf32>
    memref.dealloc %x : memref<64xf32>
    return %v : f32
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @copy(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       memref.store %0, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host_reads(%arg0: memref<64xf32>) -> f32 {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %alloc = memref.alloc() : memref<64xf32>
// OUT:     %0 = gpu.launch_func async @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %alloc : memref<64xf32>)
// OUT:     gpu.wait [%0]
// OUT:     %1 = memref.load %alloc[%c1] : memref<64xf32>
// OUT:     memref.dealloc %alloc : memref<64xf32>
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----

// A launch on a stream of the program gets no token: the host waits before it for what it needs.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      memref.store %v, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @stream(%s: !llvm.ptr, %m: memref<64xf32>, %v: f32) {
    %c1 = arith.constant 1 : index
    gpu.memset %m, %v : memref<64xf32>, f32
    gpu.launch_func <%s : !llvm.ptr> @k::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<64xf32>)
    gpu.memset %m, %v : memref<64xf32>, f32
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       memref.store %0, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @stream(%arg0: !llvm.ptr, %arg1: memref<64xf32>, %arg2: f32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = gpu.memset async %arg1, %arg2 : memref<64xf32>, f32
// OUT:     gpu.wait [%0]
// OUT:     gpu.launch_func <%arg0 : !llvm.ptr> @k::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg1 : memref<64xf32>)
// OUT:     %1 = gpu.memset async %arg1, %arg2 : memref<64xf32>, f32
// OUT:     gpu.wait [%1]
// OUT:     return
// OUT:   }
// OUT: }
