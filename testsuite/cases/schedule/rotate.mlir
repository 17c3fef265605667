// RUN: run --plan-for=any --device=cpu,interp --graphs=never

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
// OUT: kernels=1 launches=8 streams=2 waits=1 records=1 host_syncs=1 leaks=0
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
// OUT: kernels=1 launches=7 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// A number of iterations that is not known: no iteration.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "0"}) {
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
// OUT:   count=64 min=0.0 max=0.0 sum=0.0 first=0.0
// OUT:   values: 0.0 (64 times)
// OUT: kernels=0 launches=0 streams=2 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A number of iterations that is not known: one iteration.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "8"}) {
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
// OUT:   count=64 min=0.0 max=64.0 sum=204.0 first=1.0
// OUT:   values: 0.0 (56 times), 1.0 (1 times), 4.0 (1 times), 9.0 (1 times), 16.0 (1 times), 25.0 (1 times), 36.0 (1 times), 49.0 (1 times), 64.0 (1 times)
// OUT: kernels=1 launches=1 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// A number of iterations that is not known: two iterations.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "16"}) {
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
// OUT:   count=64 min=0.0 max=256.0 sum=1496.0 first=1.0
// OUT: kernels=1 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
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
// OUT: kernels=1 launches=5 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// A number of iterations that is not known: a negative bound.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "-8"}) {
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
// OUT:   count=64 min=0.0 max=0.0 sum=0.0 first=0.0
// OUT:   values: 0.0 (64 times)
// OUT: kernels=0 launches=0 streams=2 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The bounds are arguments, and the last step is not a whole one.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %first: index {warpline.input = "8"}, %n: index {warpline.input = "51"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %o = %first to %n step %c8 {
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
// OUT:   count=64 min=0.0 max=3136.0 sum=59912.0 first=0.0
// OUT: kernels=1 launches=6 streams=2 waits=1 records=1 host_syncs=1 leaks=0
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
// OUT: kernels=1 launches=8 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// The same, and the number of iterations is not known.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "56"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
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
// OUT:   count=64 min=0.0 max=3136.0 sum=60116.0 first=1.0
// OUT: kernels=1 launches=7 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// Three buffers.
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
    } {warpline.buffers = 3}
    gpu.dealloc %a : memref<8xf32>
    gpu.dealloc %b : memref<8xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: kernels=1 launches=8 streams=3 waits=2 records=2 host_syncs=1 leaks=0
// -----

// One buffer: as the loop is.
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
    } {warpline.buffers = 1}
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: kernels=1 launches=8 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// An iteration reads what the one before has written: nothing overlaps.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @half(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {warpline.input = "2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 56 : index
    scf.for %o = %c0 to %n step %c8 {
      %p = arith.addi %o, %c8 : index
      %src = memref.subview %m[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %m[%p] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@half blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=256.0 sum=4080.0 first=2.0
// OUT:   values: 2.0 (8 times), 4.0 (8 times), 8.0 (8 times), 16.0 (8 times), 32.0 (8 times), 64.0 (8 times), 128.0 (8 times), 256.0 (8 times)
// OUT: kernels=1 launches=7 streams=1 waits=0 records=0 host_syncs=1 leaks=0
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
// OUT: kernels=1 launches=8 streams=2 waits=1 records=1 host_syncs=1 leaks=0
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
// OUT: kernels=1 launches=14 streams=2 waits=14 records=14 host_syncs=1 leaks=0
// -----

// Arguments that may be the same: a copy in may read what the copy out before it has written.
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
  func.func @main(%in: memref<64xf32> {warpline.input = "iota:1"}, %out: memref<64xf32> {warpline.input = "0"}) {
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
// OUT: kernels=1 launches=8 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// Chunks of shared memory, which the host fills before the loop and reads behind it.
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
  func.func @main(%from: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %to: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    %in = gpu.alloc host_shared () : memref<64xf32>
    %out = gpu.alloc host_shared () : memref<64xf32>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %from[%i] : memref<64xf32>
      memref.store %v, %in[%i] : memref<64xf32>
    }
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
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %out[%i] : memref<64xf32>
      memref.store %v, %to[%i] : memref<64xf32>
    }
    gpu.dealloc %in : memref<64xf32>
    gpu.dealloc %out : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: kernels=3 launches=10 streams=2 waits=5 records=2 host_syncs=1 leaks=0
// -----

// The host reads a result in each iteration: it waits there, and nothing overlaps.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %to: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    %out = gpu.alloc host_shared () : memref<64xf32>
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
      %v = memref.load %out[%o] : memref<64xf32>
      memref.store %v, %to[%o] : memref<64xf32>
    }
    gpu.dealloc %out : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.0 max=3249.0 sum=9416.0 first=1.0
// OUT:   values: 0.0 (56 times), 1.0 (1 times), 81.0 (1 times), 289.0 (1 times), 625.0 (1 times), 1089.0 (1 times), 1681.0 (1 times), 2401.0 (1 times), 3249.0 (1 times)
// OUT: kernels=1 launches=8 streams=1 waits=0 records=0 host_syncs=8 leaks=0
// -----

// What the last iteration leaves in a buffer is read behind the loop: that buffer stays one.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %last: memref<8xf32> {llvm.noalias, warpline.input = "0"}) {
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
    gpu.memcpy %last, %b : memref<8xf32>, memref<8xf32>
    gpu.dealloc %a : memref<8xf32>
    gpu.dealloc %b : memref<8xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: argument 2: memref<8xf32> = [3249.0 3364.0 3481.0 3600.0 3721.0 3844.0 3969.0 4096.0]
// OUT: kernels=1 launches=8 streams=2 waits=9 records=9 host_syncs=1 leaks=0
// -----

// A kernel that writes a part of a buffer from outside: the rest is what an iteration before has left.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %four = arith.constant 4 : index
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %low = arith.cmpi slt, %t, %four : index
      scf.if %low {
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      }
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
    %zero = arith.constant 0.5 : f32
    gpu.memset %b, %zero : memref<8xf32>, f32
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
// OUT:   count=64 min=0.5 max=3600.0 sum=40576.0 first=1.0
// OUT: kernels=1 launches=8 streams=2 waits=13 records=10 host_syncs=1 leaks=0
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
// OUT: kernels=1 launches=16 streams=2 waits=1 records=1 host_syncs=1 leaks=0
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
// OUT: kernels=1 launches=8 streams=2 waits=8 records=8 host_syncs=1 leaks=0
// -----

// A body without copies: launches on chunks of the arguments.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32, strided<[1], offset: ?>>, %b: memref<8xf32, strided<[1], offset: ?>>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32, strided<[1], offset: ?>>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32, strided<[1], offset: ?>>
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
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%src : memref<8xf32, strided<[1], offset: ?>>, %dst : memref<8xf32, strided<[1], offset: ?>>)
    }
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=4096.0 sum=89440.0 first=1.0
// OUT: kernels=1 launches=8 streams=2 waits=1 records=1 host_syncs=1 leaks=0
