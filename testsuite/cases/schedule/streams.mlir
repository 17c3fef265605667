// RUN: run --device=cpu,interp --entry=main

// A stream of the program beside a leased one: effects order the launches of both, and the wait of the program for its
// stream is the only one of the host.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamSynchronize(!llvm.ptr)
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %u: memref<64xf32> {llvm.noalias, warpline.input = "0"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c3 = arith.constant 3 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %u : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%u : memref<64xf32>, %z : memref<64xf32>)
    call @mgpuStreamSynchronize(%s) : (!llvm.ptr) -> ()
    %v = memref.load %z[%c3] : memref<64xf32>
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return %v : f32
  }
}

// OUT: result 0: f32 = 16.0
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=16.0 max=16.0 sum=1024.0 first=16.0
// OUT:   values: 16.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: kernels=1 launches=4 streams=1 waits=3 records=3 host_syncs=1 leaks=0
// -----

// The program ends its stream right behind the launches; the host waits for them by way of a leased stream.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c3 = arith.constant 3 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %x : memref<64xf32>)
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    %v = memref.load %x[%c3] : memref<64xf32>
    return %v : f32
  }
}

// OUT: result 0: f32 = 4.0
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=1 records=1 host_syncs=1 leaks=0
// -----

// Buffers of the function: their places in the arena, and the end of one that is freed late, wait for launches on a
// stream that the program has ended.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "64"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc (%n) : memref<?xf32>
    %p = memref.cast %b : memref<?xf32> to memref<64xf32>
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %p : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%p : memref<64xf32>, %y : memref<64xf32>)
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    gpu.dealloc %a : memref<64xf32>
    gpu.dealloc %b : memref<?xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: kernels=1 launches=3 streams=1 waits=2 records=2 host_syncs=1 leaks=0
// -----

// Two streams of the program: what follows both waits for both. A third value may be either of them, which
// effects order all the same.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %u: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    %t = call @mgpuStreamCreate() : () -> !llvm.ptr
    %either = arith.select %p, %s, %t : !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func <%t : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func <%either : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %u : memref<64xf32>)
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %u : memref<64xf32>)
    gpu.launch_func <%either : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%u : memref<64xf32>, %x : memref<64xf32>)
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    call @mgpuStreamDestroy(%t) : (!llvm.ptr) -> ()
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=5 streams=1 waits=4 records=4 host_syncs=1 leaks=0
// -----

// Launches on a stream of the program in a loop and in a branch of it, between those on leased streams. Behind the loop the
// host reads what the last trip wrote.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "5"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      %r = arith.remui %i, %c2 : index
      %even = arith.cmpi eq, %r, %c0 : index
      scf.if %even {
        gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>)
        gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %x : memref<64xf32>)
      } else {
        gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %x : memref<64xf32>)
      }
    }
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    %v = memref.load %x[%c3] : memref<64xf32>
    return %v : f32
  }
}

// OUT: result 0: f32 = 8192.0
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=8192.0 max=8192.0 sum=524288.0 first=8192.0
// OUT:   values: 8192.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2048.0 max=2048.0 sum=131072.0 first=2048.0
// OUT:   values: 2048.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=4096.0 max=4096.0 sum=262144.0 first=4096.0
// OUT:   values: 4096.0 (64 times)
// OUT: kernels=1 launches=13 streams=1 waits=14 records=16 host_syncs=1 leaks=0
// -----

// A private function makes a stream in each trip of a loop; the function gets a stream of its caller, which waits for the
// stream of the program.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func private @step(%x: memref<64xf32>, %y: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      func.call @step(%x, %y) : (memref<64xf32>, memref<64xf32>) -> ()
      func.call @step(%y, %x) : (memref<64xf32>, memref<64xf32>) -> ()
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=256.0 max=256.0 sum=16384.0 first=256.0
// OUT:   values: 256.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=128.0 max=128.0 sum=8192.0 first=128.0
// OUT:   values: 128.0 (64 times)
// OUT: kernels=1 launches=8 streams=1 waits=16 records=16 host_syncs=1 leaks=0
// -----

// A stream through blocks: one way makes no stream of its own. The stream of the last block is an argument of it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    cf.cond_br %p, ^then, ^join(%s : !llvm.ptr)
  ^then:
    %t = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    cf.br ^join(%t : !llvm.ptr)
  ^join(%last: !llvm.ptr):
    gpu.launch_func <%last : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %x : memref<64xf32>)
    cf.cond_br %p, ^both, ^end
  ^both:
    call @mgpuStreamDestroy(%last) : (!llvm.ptr) -> ()
    cf.br ^end
  ^end:
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=2 streams=0 waits=1 records=1 host_syncs=0 leaks=0
// -----

// An exported function that others call waits for its launch before it returns; one that nobody in the module calls does
// not, and its callers wait for the stream. Here the run of the program is the caller.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @stage(%s: !llvm.ptr, %x: memref<64xf32>, %y: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c3 = arith.constant 3 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    call @stage(%s, %x, %y) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
    %v = memref.load %y[%c3] : memref<64xf32>
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %x : memref<64xf32>)
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return %v : f32
  }
}

// OUT: result 0: f32 = 2.0
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=1 records=1 host_syncs=1 leaks=0
// -----

// A buffer that the function returns is complete, whatever stream wrote it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = memref.alloc() : memref<64xf32>
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %m : memref<64xf32>)
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return %m : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=1 records=1 host_syncs=1 leaks=0
