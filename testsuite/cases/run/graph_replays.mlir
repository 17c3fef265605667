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
// OUT:   count=64 min=450.04413 max=450.83215 sum=28831.330993652344 first=450.71136
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=450.24414 max=451.03217 sum=28844.131774902344 first=450.91138
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=449.99414 max=450.78217 sum=28828.131469726563 first=450.66138
// OUT: kernels=1 launches=4000 streams=1 waits=0 records=0 host_syncs=1 leaks=0
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
// OUT:   count=64 min=3.1900928 max=3.9780905 sum=232.67247414588928 first=3.8573122
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=3.3900933 max=4.1781044 sum=245.47309708595276 first=4.057332
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=3.140091 max=3.9281101 sum=229.4726481437683 first=3.80734
// OUT: kernels=1 launches=28 streams=1 waits=0 records=0 host_syncs=1 leaks=0
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
// OUT:   count=64 min=57.67456 max=58.497986 sum=3720.5693283081055 first=58.36075
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=57.54934 max=58.372765 sum=3712.5551681518555 first=58.235527
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=57.560486 max=58.38391 sum=3713.2685470581055 first=58.246674
// OUT: kernels=1 launches=800 streams=1 waits=0 records=0 host_syncs=1 leaks=0
