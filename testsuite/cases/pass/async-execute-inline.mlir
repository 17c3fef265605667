// RUN: opt --async-execute-inline

// a10: a launch in an 'async.execute' that nobody awaits. It is complete at the end of the function.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      async.yield
    }
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>) {rt.body = array<i32: 0>, rt.in_order}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// y01: two 'async.execute', one behind the other; the waits at their ends move to the await of the second.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      gpu.wait [%a]
      async.yield
    }
    %u = async.execute [%t] {
      %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      gpu.wait [%b]
      async.yield
    }
    async.await %u : !async.token
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>) {rt.body = array<i32: 0>}
// OUT:     %1 = gpu.launch_func async [%0] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>) {rt.body = array<i32: 1>}
// OUT:     gpu.wait [%1]
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Forks and joins through 'async.execute', with buffers as asynchronous values: h + h and h + h + h at the same time,
// then their sum. The program frees nothing.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%h: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t0, %f0 = async.execute -> !async.value<memref<64xf32>> {
      %d = gpu.alloc () : memref<64xf32>
      gpu.memcpy %d, %h : memref<64xf32>, memref<64xf32>
      async.yield %d : memref<64xf32>
    }
    %t1, %f1 = async.execute [%t0] (%f0 as %x: !async.value<memref<64xf32>>) -> !async.value<memref<64xf32>> {
      %d = gpu.alloc () : memref<64xf32>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %x : memref<64xf32>, %d : memref<64xf32>)
      async.yield %d : memref<64xf32>
    }
    %t2, %f2 = async.execute [%t0] (%f0 as %x: !async.value<memref<64xf32>>) -> !async.value<memref<64xf32>> {
      %d = gpu.alloc () : memref<64xf32>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %x : memref<64xf32>, %d : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %x : memref<64xf32>, %d : memref<64xf32>)
      async.yield %d : memref<64xf32>
    }
    %t3 = async.execute [%t1, %t2] (%f1 as %x: !async.value<memref<64xf32>>, %f2 as %y: !async.value<memref<64xf32>>) {
      %d = gpu.alloc () : memref<64xf32>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %d : memref<64xf32>)
      gpu.memcpy %h, %d : memref<64xf32>, memref<64xf32>
      async.yield
    }
    async.await %t3 : !async.token
    %v = memref.load %h[%c0] : memref<64xf32>
    return %v : f32
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref, %asyncToken = gpu.alloc async () {rt.body = array<i32: 0>, rt.in_order} : memref<64xf32>
// OUT:     %0 = gpu.memcpy async %memref, %arg0 : memref<64xf32>, memref<64xf32> {rt.body = array<i32: 0>, rt.in_order}
// OUT:     %1 = gpu.wait async [%asyncToken, %0]
// OUT:     %memref_0, %asyncToken_1 = gpu.alloc async [%1] () {rt.body = array<i32: 1>, rt.in_order} : memref<64xf32>
// OUT:     %2 = gpu.launch_func async [%1] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%memref : memref<64xf32>, %memref : memref<64xf32>, %memref_0 : memref<64xf32>) {rt.body = array<i32: 1>, rt.in_order}
// OUT:     %3 = gpu.wait async [%asyncToken_1, %2]
// OUT:     %memref_2, %asyncToken_3 = gpu.alloc async [%1] () {rt.body = array<i32: 2>, rt.in_order} : memref<64xf32>
// OUT:     %4 = gpu.launch_func async [%1] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%memref : memref<64xf32>, %memref : memref<64xf32>, %memref_2 : memref<64xf32>) {rt.body = array<i32: 2>, rt.in_order}
// OUT:     %5 = gpu.launch_func async [%1] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%memref_2 : memref<64xf32>, %memref : memref<64xf32>, %memref_2 : memref<64xf32>) {rt.body = array<i32: 2>, rt.in_order}
// OUT:     %6 = gpu.wait async [%asyncToken_3, %4, %5]
// OUT:     %memref_4, %asyncToken_5 = gpu.alloc async [%3, %6] () {rt.body = array<i32: 3>, rt.in_order} : memref<64xf32>
// OUT:     %7 = gpu.launch_func async [%3, %6] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%memref_0 : memref<64xf32>, %memref_2 : memref<64xf32>, %memref_4 : memref<64xf32>) {rt.body = array<i32: 3>, rt.in_order}
// OUT:     %8 = gpu.memcpy async [%3, %6] %arg0, %memref_4 : memref<64xf32>, memref<64xf32> {rt.body = array<i32: 3>, rt.in_order}
// OUT:     %9 = gpu.wait async [%asyncToken_5, %7, %8]
// OUT:     gpu.wait [%9]
// OUT:     %10 = memref.load %arg0[%c0] : memref<64xf32>
// OUT:     return %10 : f32
// OUT:   }
// OUT: }
// -----

// A body with a loop of synchronous launches; its token covers all trips.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      scf.for %i = %c0 to %c3 step %c1 {
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      }
      async.yield
    }
    %u = async.execute [%t] {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      async.yield
    }
    async.await %u : !async.token
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = gpu.wait async
// OUT:     %1 = scf.for %arg2 = %c0 to %c3 step %c1 iter_args(%arg3 = %0) -> (!gpu.async.token) {
// OUT:       %3 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>) {rt.body = array<i32: 0>, rt.in_order}
// OUT:       %4 = gpu.wait async [%arg3, %3]
// OUT:       scf.yield %4 : !gpu.async.token
// OUT:     }
// OUT:     %2 = gpu.launch_func async [%1] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg1 : memref<64xf32>) {rt.body = array<i32: 1>, rt.in_order}
// OUT:     gpu.wait [%2]
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A group that is filled in a loop; one wait for all that was added.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %g = async.create_group %c2 : !async.group
    scf.for %i = %c0 to %c2 step %c1 {
      %t = async.execute {
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
        async.yield
      }
      %n = async.add_to_group %t, %g : !async.token
    }
    %u = async.execute {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      async.yield
    }
    %n = async.add_to_group %u, %g : !async.token
    async.await_all %g
    %v = memref.load %x[%c0] : memref<64xf32>
    return %v : f32
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = gpu.wait async
// OUT:     %1 = scf.for %arg2 = %c0 to %c2 step %c1 iter_args(%arg3 = %0) -> (!gpu.async.token) {
// OUT:       %4 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>) {rt.body = array<i32: 0>, rt.in_order}
// OUT:       %5 = gpu.wait async [%arg3, %4]
// OUT:       scf.yield %5 : !gpu.async.token
// OUT:     }
// OUT:     %2 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg1 : memref<64xf32>) {rt.body = array<i32: 1>, rt.in_order}
// OUT:     gpu.wait [%1, %2]
// OUT:     %3 = memref.load %arg1[%c0] : memref<64xf32>
// OUT:     return %3 : f32
// OUT:   }
// OUT: }
// -----

// Work of the host in a body that depends on work of the device: the host waits before it, and nowhere else.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      async.yield
    }
    %u, %f = async.execute [%t] -> !async.value<f32> {
      %v = memref.load %m[%c0] : memref<64xf32>
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      async.yield %v : f32
    }
    %v = async.await %f : !async.value<f32>
    return %v : f32
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>) {rt.body = array<i32: 0>, rt.in_order}
// OUT:     gpu.wait [%0]
// OUT:     %1 = memref.load %arg0[%c0] : memref<64xf32>
// OUT:     %2 = gpu.launch_func async [%0] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg1 : memref<64xf32>) {rt.body = array<i32: 1>, rt.in_order}
// OUT:     gpu.wait [%2]
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----

// A body in a body; the inner one is awaited in the outer one.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      %s = async.execute {
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
        async.yield
      }
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      async.await %s : !async.token
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>, %m : memref<64xf32>)
      async.yield
    }
    async.await %t : !async.token
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>) {rt.body = array<i32: 0, 1>, rt.in_order}
// OUT:     %1 = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg1 : memref<64xf32>) {rt.body = array<i32: 0>, rt.in_order}
// OUT:     %2 = gpu.launch_func async [%0] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg1 : memref<64xf32>, %arg0 : memref<64xf32>) {rt.body = array<i32: 0>, rt.in_order}
// OUT:     %3 = gpu.wait async [%1, %2]
// OUT:     gpu.wait [%3]
// OUT:     return
// OUT:   }
// OUT: }
