// RUN: run --device=cpu,interp

// c11: a launch and its wait, then a synchronous launch, for which the end of the function waits.
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
    gpu.wait [%a]
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=2 leaks=0
// -----

// c12: the same token waited for twice; the second wait is covered.
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
    gpu.wait [%a]
    gpu.wait [%a]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c13: one wait for two launches, one behind the other.
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
    %b = gpu.launch_func async [%a] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%a, %b]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c18: a synchronous launch behind a token.
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
    gpu.launch_func [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c24: a join that nobody uses: no call at all.
module attributes {gpu.container_module} {
  func.func @main() {
    %s = gpu.wait async
    return
  }
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// o12: a fill, a load by the host and then the wait of the program. The host waits before the load, and the wait
// behind it is covered.
module attributes {gpu.container_module} {
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c3 = arith.constant 3 : index
    %v = arith.constant 7.0 : f32
    %a = gpu.memset async %m, %v : memref<64xf32>, f32
    %x = memref.load %m[%c3] : memref<64xf32>
    gpu.wait [%a]
    return %x : f32
  }
}

// OUT: result 0: f32 = 7.0
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=7.0 max=7.0 sum=448.0 first=7.0
// OUT:   values: 7.0 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// o13: chains of empty waits, a token twice in one list, and waits for nothing fold away.
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
    %t = gpu.wait async [%s]
    %u = gpu.wait async [%t, %t]
    %a = gpu.launch_func async [%u, %u, %s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %j = gpu.wait async [%a, %a]
    gpu.wait
    gpu.wait [%j, %j]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
