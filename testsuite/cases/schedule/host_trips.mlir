// RUN: warpline compile --target=sm_90 --max-streams=2 --emit=plan
// RUN: run --device=interp,cpu

// A loop on the host counts with all of its trips: the two loops are on different streams, not beside the short launch.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @step(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 400 : index
      %h = arith.constant 0.5 : f32
      %v = memref.load %m[%i] : memref<64xf32>
      %r = scf.for %j = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
        %t = arith.mulf %s, %h : f32
        %u = arith.addf %t, %v : f32
        scf.yield %u : f32
      }
      memref.store %r, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %b: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %c: memref<64xf32> {llvm.noalias, warpline.input = "3"}) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %m = arith.constant 20 : index
    gpu.launch_func @k::@step blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%c : memref<64xf32>)
    scf.for %i = %c0 to %m step %one {
      gpu.launch_func @k::@step blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
    }
    scf.for %i = %c0 to %m step %one {
      gpu.launch_func @k::@step blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>)
    }
    return
  }
}

// OUT: // 0: @k::@step, line 28
// OUT: // 1: @k::@step, line 30
// OUT: // 2: @k::@step, line 33
// OUT: plan @main {
// OUT:   n 3 naive 0 tr 0 width 3
// OUT:   streams 2 events 1
// OUT:   s0: 0 2
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after the region that ends with 1
// OUT:   wait e0 on s0 before 3
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: // predicted 418.8 us; critical path 348.5 us, one stream 714.4 us; for sm_90
// OUT: // 2 follows 0 on s0, although they are unordered: there are at most 2 streams
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=1048576.0 max=1048576.0 sum=67108864.0 first=1048576.0
// OUT:   values: 1048576.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2097152.0 max=2097152.0 sum=134217728.0 first=2097152.0
// OUT:   values: 2097152.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: kernels=1 launches=41 streams=2 waits=1 records=1 host_syncs=1 leaks=0
