// RUN: run --device=cpu,interp --graphs=always

// A loop that the host ends when it has seen what the graph computed, and work behind it.
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
    %limit = arith.constant 40.0 : f32
    scf.while : () -> () {
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      %seen = memref.load %z[%c0] : memref<64xf32>
      %more = arith.cmpf olt, %seen, %limit : f32
      scf.condition(%more)
    } do {
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
      scf.yield
    }
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=39.65494 max=40.41742 sum=2565.941719055176 first=40.26353
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=39.964943 max=40.72742 sum=2585.781806945801 first=40.573532
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=39.79494 max=40.55742 sum=2574.901679992676 first=40.40353
// OUT: kernels=1 launches=414 streams=1 graphs=3 graph_launches=166 waits=0 records=0 host_syncs=84 leaks=0
// -----

// A graph in one arm only.
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
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}, %p: i1 {warpline.input = "1"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %z : memref<64xf32>)
    scf.if %p {
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %x : memref<64xf32>)
    }
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.7668109 max=1.5746531 sum=76.99280571937561 first=1.4551084
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.383535 max=1.2143441 sum=49.48884719610214 first=0.9749362
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.5764996 max=1.3564186 sum=64.80868381261826 first=1.2310932
// OUT: kernels=1 launches=5 streams=1 graphs=3 graph_launches=3 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A launch that turns out to have no threads runs nothing, and the nodes behind it run.
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
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}, %t: index {warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%t, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %z : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.2694642 max=1.1624235 sum=48.12852057814598 first=0.98725027
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.383535 max=1.2143441 sum=49.48884719610214 first=0.9749362
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.008218912 max=0.97963095 sum=31.392033048905432 first=0.59118974
// OUT: kernels=1 launches=2 streams=1 graphs=1 graph_launches=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Tokens of the program become those of the graph.
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
    %s = gpu.wait async
    %a = gpu.launch_func async [%s] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    %b = gpu.launch_func async [%s] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %z : memref<64xf32>)
    %j = gpu.wait async [%a, %b, %s]
    %c = gpu.launch_func async [%j] @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %x : memref<64xf32>)
    gpu.wait [%c, %b]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.4571222 max=1.3313204 sum=57.17692756652832 first=1.1791235
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.383535 max=1.2143441 sum=49.48884719610214 first=0.9749362
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.2694642 max=1.1624235 sum=48.12852057814598 first=0.98725027
// OUT: kernels=1 launches=3 streams=1 graphs=1 graph_launches=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Strided copies and fills in a graph.
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
    %v = arith.constant 2.0 : f32
    %even = memref.subview %x[0] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2]>>
    %odd = memref.subview %y[1] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2], offset: 1>>
    gpu.memset %y, %v : memref<64xf32>, f32
    gpu.memcpy %odd, %even : memref<32xf32, strided<[2], offset: 1>>, memref<32xf32, strided<[2]>>
    gpu.memcpy %z, %y : memref<64xf32>, memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.026433771 max=2.0 sum=80.13132525980473 first=2.0
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.026433771 max=2.0 sum=80.13132525980473 first=2.0
// OUT: kernels=0 launches=0 streams=1 graphs=1 graph_launches=1 waits=0 records=0 host_syncs=1 leaks=0
