// RUN: run --plan-for=any --device=cpu,interp

// a05: shared memory, a launch, its end.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %f9 = arith.constant 9.0 : f32
    %m = gpu.alloc host_shared () : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
    gpu.dealloc %m : memref<64xf32>
    return
  }
}

// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// T9: the host waits once before it stores, and shared and device memory may be mixed.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %f9 = arith.constant 9.0 : f32
    %m = gpu.alloc host_shared () : memref<64xf32>
    %d = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
    memref.store %f9, %m[%c0] : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %d : memref<64xf32>)
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %o : memref<64xf32>)
    gpu.dealloc %d : memref<64xf32>
    gpu.dealloc %m : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=8.0 max=36.0 sum=540.0 first=36.0
// OUT:   values: 8.0 (63 times), 36.0 (1 times)
// OUT: kernels=1 launches=3 streams=1 waits=0 records=0 host_syncs=2 leaks=0
// -----

// S9a: shared memory in a loop. The host waits before it stores, on each trip.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %f9 = arith.constant 9.0 : f32
    scf.for %i = %c0 to %c4 step %c1 {
      %m = gpu.alloc host_shared () : memref<64xf32>
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
      memref.store %f9, %m[%c0] : memref<64xf32>
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %o : memref<64xf32>)
      gpu.dealloc %m : memref<64xf32>
    }
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=18.0 sum=270.0 first=18.0
// OUT:   values: 4.0 (63 times), 18.0 (1 times)
// OUT: kernels=1 launches=8 streams=1 waits=0 records=0 host_syncs=5 leaks=0
// -----

// S9c: the end of shared memory waits for its last use without the host.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %f9 = arith.constant 9.0 : f32
    %m = gpu.alloc host_shared () : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %o : memref<64xf32>)
    gpu.dealloc %m : memref<64xf32>
    %n = gpu.alloc host_shared () : memref<64xf32>
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %n : memref<64xf32>)
    gpu.dealloc %n : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
