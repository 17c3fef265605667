// RUN: run --device=cpu,interp

// c19: a token forked by a wait; one launch on either, and a host wait for each.
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
    %b = gpu.wait async [%a]
    %p = gpu.launch_func async [%a] @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>)
    %q = gpu.launch_func async [%b] @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %y : memref<64xf32>)
    gpu.wait [%p]
    gpu.wait [%q]
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

// c22: a fork before any work; a launch on one side, a copy on the other, then a join.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %from: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %to: memref<64xf32> {llvm.noalias, warpline.input = "3"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.wait async
    %t = gpu.wait async [%s]
    %a = gpu.launch_func async [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.memcpy async [%t] %to, %from : memref<64xf32>, memref<64xf32>
    %j = gpu.wait async [%a, %b]
    gpu.wait [%j]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// a07: two chains on fresh tokens and one wait for both; they stay side by side.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async [%a] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %c = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    %d = gpu.launch_func async [%c] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    gpu.wait [%b, %d]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: kernels=1 launches=4 streams=2 waits=1 records=1 host_syncs=1 leaks=0
