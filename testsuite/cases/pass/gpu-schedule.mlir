// RUN: opt --gpu-place-buffers --gpu-schedule

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
// OUT:   func.func @join(%arg0: memref<64xf32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.alloc() on 0 : memref<64xf32>
// OUT:     %memref_0 = rt.alloc() on 1 : memref<64xf32>
// OUT:     %memref_1 = rt.alloc() on 0 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %memref_1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 0
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref_0, %memref_1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 1
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
// OUT:   func.func @chain(%arg0: memref<64xf32>) -> memref<64xf32> attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.arena 0 : memref<64xf32>
// OUT:     %memref_0 = rt.alloc host_shared() on 0 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return %memref_0 : memref<64xf32>
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
// OUT:   func.func @host_reads(%arg0: memref<64xf32>) -> f32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.alloc host_shared() on 0 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %memref[%c1] : memref<64xf32>
// OUT:     rt.free host_shared %memref on -1 : memref<64xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
