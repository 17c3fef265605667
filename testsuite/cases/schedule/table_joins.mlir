// RUN: run --device=cpu,interp

// c01: two launches on fresh tokens, joined, and a third behind the join. It takes the stream of the first; the
// join itself costs nothing.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = memref.load %b[%i] : memref<64xf32>
      %x = arith.addf %v, %w : f32
      memref.store %x, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%src: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %u: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %v: memref<64xf32> {llvm.noalias, warpline.input = "3"}, %dst: memref<64xf32> {llvm.noalias, warpline.input = "4"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %p = gpu.launch_func async @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%src : memref<64xf32>, %u : memref<64xf32>)
    %q = gpu.launch_func async @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%src : memref<64xf32>, %v : memref<64xf32>)
    %j = gpu.wait async [%p, %q]
    %r = gpu.launch_func async [%j] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%u : memref<64xf32>, %v : memref<64xf32>, %dst : memref<64xf32>)
    gpu.wait [%r]
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=2 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// c02: a launch with two empty tokens, which cost nothing.
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
    %s = gpu.wait async
    %t = gpu.wait async
    %a = gpu.launch_func async [%s, %t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%a]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c03: two launches behind one, and a host wait for each. The fork is kept; one join on the device, one host wait.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "3"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async [%a] @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>)
    %c = gpu.launch_func async [%a] @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %y : memref<64xf32>)
    gpu.wait [%b]
    gpu.wait [%c]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=2 launches=3 streams=2 waits=2 records=2 host_syncs=1 leaks=0
// -----

// c04: a token that nobody waits for; its work is complete at the end.
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
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
