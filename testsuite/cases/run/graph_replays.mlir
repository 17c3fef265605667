// RUN: run --device=cpu,interp

// A loop of 100 trips, each of which needs the one before: one graph is built and launched 100 times.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    %n = arith.constant 100 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=90.03999 max=90.828 sum=5791.066177368164 first=90.707214
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=90.23999 max=91.028 sum=5803.865982055664 first=90.90721
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=89.98999 max=90.778 sum=5787.866149902344 first=90.65722
// OUT: kernels=1 launches=800 streams=1 graphs=1 graph_launches=100 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Straight-line work is issued once: building a graph of it does not pay.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.4882932 max=1.3183997 sum=60.652723640203476 first=1.2081869
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.6859141 max=1.4810708 sum=71.07078510522842 first=1.3415616
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.44587696 max=1.2108766 sum=56.44044029712677 first=1.0330629
// OUT: kernels=1 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The trips are not known when the program is compiled: streams.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}, %n: index {warpline.input = "7"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=6.3400917 max=7.1280985 sum=434.27263164520264 first=7.007324
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.5400915 max=7.3280983 sum=447.0726194381714 first=7.207324
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.2900915 max=7.0780983 sum=431.07262420654297 first=6.957324
// OUT: kernels=1 launches=56 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A number and a buffer that change from trip to trip: the graph is built once and gets them at each launch.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    %n = arith.constant 200 : index
    %scale = arith.constant 0.001 : f32
    scf.for %i = %c0 to %n step %c1 {
      %number = arith.index_cast %i : index to i64
      %float = arith.sitofp %number : i64 to f32
      %other = arith.mulf %float, %scale : f32
      %rest = arith.remui %i, %c64 : index
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%other : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      %bit = arith.cmpi ult, %rest, %c1 : index
      %from = arith.select %bit, %x, %z : memref<64xf32>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %from : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%other : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%other : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %from : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%other : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
    }
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=115.24022 max=116.07559 sum=7404.960174560547 first=115.95143
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=115.11513 max=115.9505 sum=7396.954315185547 first=115.82634
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=115.12653 max=115.96191 sum=7397.684295654297 first=115.837746
// OUT: kernels=1 launches=1600 streams=1 graphs=1 graph_launches=200 waits=0 records=0 host_syncs=1 leaks=0
