// RUN: opt --gpu-schedule

// Three buffers in a chain need two places, and no free needs a wait.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @chain(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = gpu.alloc() : memref<64xf32>
    %y = gpu.alloc() : memref<64xf32>
    %z = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %o : memref<64xf32>)
    gpu.dealloc %x : memref<64xf32>
    gpu.dealloc %y : memref<64xf32>
    gpu.dealloc %z : memref<64xf32>
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
// OUT:   func.func @chain(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 512 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.arena 0 : memref<64xf32>
// OUT:     %memref_0 = rt.arena 256 : memref<64xf32>
// OUT:     %memref_1 = rt.arena 0 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref_0, %memref_1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref_1, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Two chains side by side share nothing with each other.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @beside(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}, %p: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = gpu.alloc() : memref<64xf32>
    %y = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %o : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %p : memref<64xf32>)
    gpu.dealloc %x : memref<64xf32>
    gpu.dealloc %y : memref<64xf32>
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
// OUT:   func.func @beside(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 512 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.arena 0 : memref<64xf32>
// OUT:     %memref_0 = rt.arena 256 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref_0, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Buffers of a loop body have their places once. The second takes over that of the first, also on the next trip.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @in_loop(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c1 to %c64 step %c1 {
      %x = gpu.alloc() : memref<64xf32>
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %o : memref<64xf32>)
      gpu.dealloc %x : memref<64xf32>
      %y = gpu.alloc() : memref<64xf32>
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%o : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %o : memref<64xf32>)
      gpu.dealloc %y : memref<64xf32>
    }
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
// OUT:   func.func @in_loop(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     scf.for %arg2 = %c1 to %c64 step %c1 {
// OUT:       %memref = rt.arena 0 : memref<64xf32>
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:       %memref_0 = rt.arena 0 : memref<64xf32>
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref_0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A buffer from before a loop lives through all of its trips.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @around_loop(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    scf.for %i = %c1 to %c64 step %c1 {
      %y = gpu.alloc() : memref<64xf32>
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %o : memref<64xf32>)
      gpu.dealloc %y : memref<64xf32>
    }
    gpu.dealloc %x : memref<64xf32>
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
// OUT:   func.func @around_loop(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 512 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.arena 0 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     scf.for %arg2 = %c1 to %c64 step %c1 {
// OUT:       %memref_0 = rt.arena 256 : memref<64xf32>
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref_0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The arms of a branch share a place.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @arms(%p: i1, %a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.if %p {
      %x = gpu.alloc() : memref<64xf32>
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %o : memref<64xf32>)
      gpu.dealloc %x : memref<64xf32>
    } else {
      %y = gpu.alloc() : memref<64xf32>
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %o : memref<64xf32>)
      gpu.dealloc %y : memref<64xf32>
    }
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
// OUT:   func.func @arms(%arg0: i1, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     scf.if %arg0 {
// OUT:       %memref = rt.arena 0 : memref<64xf32>
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %memref : memref<64xf32>, memref<64xf32>)
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     } else {
// OUT:       %memref = rt.arena 0 : memref<64xf32>
// OUT:       rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %memref : memref<64xf32>, memref<64xf32>)
// OUT:       rt.record 0 on 1
// OUT:       rt.wait 0 on 0
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// What is returned, has a size of its own, or carries tokens keeps its allocation. The free of %d waits for nothing.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @kept(%n: index, %a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}, %p: memref<64xf32> {llvm.noalias}) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %d = gpu.alloc(%n) : memref<?xf32>
    %s = memref.cast %d : memref<?xf32> to memref<64xf32>
    %r = gpu.alloc() : memref<64xf32>
    %t0 = gpu.wait async
    %m, %t = gpu.alloc async [%t0] () : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %s : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%s : memref<64xf32>, %r : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%s : memref<64xf32>, %o : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%o : memref<64xf32>, %p : memref<64xf32>)
    gpu.dealloc %d : memref<?xf32>
    %u = gpu.dealloc async [%t] %m : memref<64xf32>
    gpu.wait [%u]
    return %r : memref<64xf32>
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
// OUT:   func.func @kept(%arg0: index, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}) -> memref<64xf32> attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.alloc(%arg0) on 0 : memref<?xf32>
// OUT:     %cast = memref.cast %memref : memref<?xf32> to memref<64xf32>
// OUT:     %memref_0 = rt.alloc() on 0 : memref<64xf32>
// OUT:     %memref_1 = rt.alloc() on 0 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %cast : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 0
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cast, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%cast, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.free %memref_1 on 0 : memref<64xf32>
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     rt.free %memref on -1 : memref<?xf32>
// OUT:     return %memref_0 : memref<64xf32>
// OUT:   }
// OUT: }
// -----

// Nothing frees it, or each arm does: no place.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @unplaced(%p: i1, %a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = gpu.alloc() : memref<64xf32>
    %y = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %y : memref<64xf32>)
    scf.if %p {
      gpu.dealloc %y : memref<64xf32>
    } else {
      gpu.dealloc %y : memref<64xf32>
    }
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
// OUT:   func.func @unplaced(%arg0: i1, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.alloc() on 0 : memref<64xf32>
// OUT:     %memref_0 = rt.alloc() on 1 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     scf.if %arg0 {
// OUT:       rt.free %memref_0 on 1 : memref<64xf32>
// OUT:     } else {
// OUT:       rt.free %memref_0 on 1 : memref<64xf32>
// OUT:     }
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
