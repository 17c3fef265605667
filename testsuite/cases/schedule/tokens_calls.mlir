// RUN: run --device=cpu,interp --entry=main

// c10: a token passed to a function, and a new one returned.
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
  func.func private @advance(%t: !gpu.async.token, %m: memref<64xf32>) -> !gpu.async.token {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async [%t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return %a : !gpu.async.token
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %s = gpu.wait async
    %a = func.call @advance(%s, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    %b = func.call @advance(%a, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    gpu.wait [%b]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// T5: a token returned to the caller: the host waits once, in the caller.
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
  func.func private @begin(%m: memref<64xf32>) -> !gpu.async.token {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return %a : !gpu.async.token
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %a = func.call @begin(%m) : (memref<64xf32>) -> !gpu.async.token
    gpu.wait [%a]
    %v = memref.load %m[%c0] : memref<64xf32>
    return %v : f32
  }
}

// OUT: result 0: f32 = 2.0
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A token of an asynchronous body through a function.
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
  func.func private @begin(%m: memref<64xf32>) -> !async.token {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      async.yield
    }
    return %t : !async.token
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %a = func.call @begin(%m) : (memref<64xf32>) -> !async.token
    async.await %a : !async.token
    %v = memref.load %m[%c0] : memref<64xf32>
    return %v : f32
  }
}

// OUT: result 0: f32 = 2.0
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A token through an argument of a block.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.wait async
    cf.cond_br %p, ^more, ^end(%s : !gpu.async.token)
  ^more:
    %a = gpu.launch_func async [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    cf.br ^end(%a : !gpu.async.token)
  ^end(%t: !gpu.async.token):
    %b = gpu.launch_func async [%t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%b]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A token carried by a while loop.
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
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.wait async
    %i, %v = scf.while (%j = %c0, %w = %s) : (index, !gpu.async.token) -> (index, !gpu.async.token) {
      %more = arith.cmpi slt, %j, %c3 : index
      scf.condition(%more) %j, %w : index, !gpu.async.token
    } do {
    ^bb0(%j: index, %w: !gpu.async.token):
      %c = gpu.launch_func async [%w] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      %k = arith.addi %j, %c1 : index
      scf.yield %k, %c : index, !gpu.async.token
    }
    gpu.wait [%v]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: kernels=1 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// An exported function that takes and gives a token: work is complete where it begins and ends.
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
  func.func @advance(%t: !gpu.async.token, %m: memref<64xf32>) -> !gpu.async.token {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async [%t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return %a : !gpu.async.token
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %s = gpu.wait async
    %a = func.call @advance(%s, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    gpu.wait [%a]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
