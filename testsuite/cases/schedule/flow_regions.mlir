// RUN: run --plan-for=any --device=cpu,interp

// T3: the arms use one or two streams; the record behind the branch is made on either way: 1 wait, 1 record, 1 slot.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %u = memref.load %b[%i] : memref<64xf32>
      %w = arith.addf %v, %u : f32
      memref.store %w, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.if %p {
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    } else {
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    }
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>, %o : memref<64xf32>)
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

// T3: the other arm.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %u = memref.load %b[%i] : memref<64xf32>
      %w = arith.addf %v, %u : f32
      memref.store %w, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.if %p {
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    } else {
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    }
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>, %o : memref<64xf32>)
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.0 max=0.0 sum=0.0 first=0.0
// OUT:   values: 0.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=2 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// T2: a kernel computes what the loop tests: as many host waits as tests, and one at the end.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c0 = arith.constant 0 : index
    %limit = arith.constant 10.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.while : () -> () {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      %v = memref.load %m[%c0] : memref<64xf32>
      %more = arith.cmpf olt, %v, %limit : f32
      scf.condition(%more)
    } do {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      scf.yield
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=16.0 max=16.0 sum=1024.0 first=16.0
// OUT:   values: 16.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: kernels=1 launches=7 streams=1 waits=0 records=0 host_syncs=4 leaks=0
// -----

// T2 with two streams in the body: the flag and the other chain run beside each other.
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
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %u = memref.load %b[%i] : memref<64xf32>
      %w = arith.addf %v, %u : f32
      memref.store %w, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %limit = arith.constant 10.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.while : () -> () {
      %v = memref.load %m[%c0] : memref<64xf32>
      %more = arith.cmpf olt, %v, %limit : f32
      scf.condition(%more)
    } do {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      scf.yield
    }
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %y : memref<64xf32>, %z : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=16.0 max=16.0 sum=1024.0 first=16.0
// OUT:   values: 16.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=16.0 max=16.0 sum=1024.0 first=16.0
// OUT:   values: 16.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=32.0 max=32.0 sum=2048.0 first=32.0
// OUT:   values: 32.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=48.0 max=48.0 sum=3072.0 first=48.0
// OUT:   values: 48.0 (64 times)
// OUT: kernels=3 launches=13 streams=2 waits=0 records=0 host_syncs=6 leaks=0
// -----

// Nested loops: what the inner loop carries from trip to trip is recorded before the outer one, too.
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
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %u = memref.load %b[%i] : memref<64xf32>
      %w = arith.addf %v, %u : f32
      memref.store %w, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %m : memref<64xf32>)
      }
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=512.0 max=512.0 sum=32768.0 first=512.0
// OUT:   values: 512.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=512.0 max=512.0 sum=32768.0 first=512.0
// OUT:   values: 512.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.0 max=0.0 sum=0.0 first=0.0
// OUT:   values: 0.0 (64 times)
// OUT: kernels=3 launches=45 streams=1 graphs=1 graph_launches=9 waits=0 records=0 host_syncs=1 leaks=0
