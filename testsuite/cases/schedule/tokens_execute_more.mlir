// RUN: run --device=cpu,interp --entry=main

// Work in both regions of a while loop in a body.
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
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      %r = scf.while (%i = %c0) : (index) -> index {
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
        %k = arith.addi %i, %c1 : index
        %q = arith.cmpi slt, %k, %c3 : index
        scf.condition(%q) %k : index
      } do {
      ^bb0(%j: index):
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
        scf.yield %j : index
      }
      async.yield
    }
    %u = async.execute [%t] {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      async.yield
    }
    async.await %u : !async.token
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=16.0 max=16.0 sum=1024.0 first=16.0
// OUT:   values: 16.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=6 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// A token of a body carried by a loop.
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
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %s = async.execute {
      async.yield
    }
    %e = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %s) -> (!async.token) {
      %u = async.execute [%t] {
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
        async.yield
      }
      scf.yield %u : !async.token
    }
    async.await %e : !async.token
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: kernels=1 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Tokens of the device in a body, carried by a loop and waited for at its end.
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
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      %s = gpu.wait async
      %e = scf.for %i = %c0 to %c3 step %c1 iter_args(%w = %s) -> (!gpu.async.token) {
        %a = gpu.launch_func async [%w] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
        scf.yield %a : !gpu.async.token
      }
      gpu.wait [%e]
      async.yield
    }
    async.await %t : !async.token
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: kernels=1 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A token of the device as an asynchronous value.
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
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %t, %v = async.execute -> !async.value<!gpu.async.token> {
      %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      async.yield %a : !gpu.async.token
    }
    %a = async.await %v : !async.value<!gpu.async.token>
    %b = gpu.launch_func async [%a] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%b]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=2 leaks=0
// -----

// A host wait in a loop of a body stays where it is.
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
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      scf.for %i = %c0 to %c3 step %c1 {
        %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
        gpu.wait [%a]
        %q = memref.load %m[%c0] : memref<64xf32>
        memref.store %q, %x[%c0] : memref<64xf32>
      }
      async.yield
    }
    async.await %t : !async.token
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=8.0 sum=71.0 first=8.0
// OUT:   values: 1.0 (63 times), 8.0 (1 times)
// OUT: kernels=1 launches=3 streams=1 waits=0 records=0 host_syncs=3 leaks=0
// -----

// Shared memory that a body makes and yields.
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
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %t, %v = async.execute -> !async.value<memref<64xf32>> {
      %b = gpu.alloc host_shared () : memref<64xf32>
      gpu.memcpy %b, %m : memref<64xf32>, memref<64xf32>
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>)
      async.yield %b : memref<64xf32>
    }
    %b = async.await %v : !async.value<memref<64xf32>>
    %q = memref.load %b[%c0] : memref<64xf32>
    memref.store %q, %x[%c0] : memref<64xf32>
    gpu.dealloc %b : memref<64xf32>
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=2.0 sum=65.0 first=2.0
// OUT:   values: 1.0 (63 times), 2.0 (1 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A call of a function with device work in a body: its work is that of the body.
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
  func.func private @work(%m: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      func.call @work(%m) : (memref<64xf32>) -> ()
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

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
