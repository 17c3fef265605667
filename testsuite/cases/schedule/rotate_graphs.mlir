// RUN: run --plan-for=any --device=cpu,interp --graphs=always

// Buffers of the body: iterations alternate between two streams.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: kernels=1 launches=8 streams=1 graphs=2 graph_launches=8 waits=0 records=0 host_syncs=1 leaks=0
// -----

// An odd number of iterations: the last one runs by itself.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 56 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.0 max=3136.0 sum=60116.0 first=1.0
// OUT: kernels=1 launches=7 streams=1 graphs=2 graph_launches=7 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A number of iterations that is not known: five iterations.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "40"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.0 max=1600.0 sum=22140.0 first=1.0
// OUT: kernels=1 launches=5 streams=1 graphs=2 graph_launches=5 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Buffers from outside of the loop, which each iteration overwrites.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    %a = gpu.alloc () : memref<8xf32>
    %b = gpu.alloc () : memref<8xf32>
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
    }
    gpu.dealloc %a : memref<8xf32>
    gpu.dealloc %b : memref<8xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: kernels=1 launches=8 streams=1 graphs=1 graph_launches=4 waits=0 records=0 host_syncs=1 leaks=0
// -----

// In place: an iteration reads and writes its own chunk.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {warpline.input = "iota:1"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %m[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %m[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: kernels=1 launches=8 streams=1 graphs=2 graph_launches=8 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Chunks that overlap: the copies out keep their order.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %n = arith.constant 56 : index
    scf.for %o = %c0 to %n step %c4 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.0 max=3600.0 sum=73810.0 first=1.0
// OUT: kernels=1 launches=14 streams=1 graphs=2 graph_launches=14 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A loop in a loop, with buffers from outside of both and a value that iterations hand on.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %sum: memref<1xf32> {warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1.0 : f32
    %start = arith.constant 0.0 : f32
    %a = gpu.alloc () : memref<8xf32>
    %b = gpu.alloc () : memref<8xf32>
    %all = scf.for %r = %c0 to %c2 step %c1 iter_args(%f = %start) -> (f32) {
      %row = scf.for %o = %c0 to %n step %c8 iter_args(%g = %f) -> (f32) {
        %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
        %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
        gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
        gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
        gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
        %h = arith.addf %g, %one : f32
        scf.yield %h : f32
      }
      scf.yield %row : f32
    }
    memref.store %all, %sum[%c0] : memref<1xf32>
    gpu.dealloc %a : memref<8xf32>
    gpu.dealloc %b : memref<8xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: argument 2: memref<1xf32> = [16.0]
// OUT: kernels=1 launches=16 streams=1 graphs=1 graph_launches=8 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A sum over all chunks: the kernels run one after the other, beside the copies in.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%a: memref<8xf32>, %sum: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = memref.load %sum[%t] : memref<8xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %sum[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %sum: memref<8xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %sum : memref<8xf32>)
      gpu.dealloc %a : memref<8xf32>
    }
    return
  }
}

// OUT: argument 1: memref<8xf32> = [232.0 240.0 248.0 256.0 264.0 272.0 280.0 288.0]
// OUT: kernels=1 launches=8 streams=1 graphs=2 graph_launches=8 waits=0 records=0 host_syncs=1 leaks=0
