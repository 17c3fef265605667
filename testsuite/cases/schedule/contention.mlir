// RUN: warpline compile --target=sm_90 --emit=plan
// RUN: warpline compile --target=gfx942 --emit=plan
// RUN: warpline compile --target=sm_90 --max-streams=2 --emit=plan-json
// RUN: warpline opt --gpu-schedule=target=sm_09 --output=/dev/null

// Two kernels of many waves follow each other, whatever their streams; two of a fraction of one run beside each other, and
// so does a fill that takes the bandwidth.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sweep(%x: memref<8388608xf32>, %y: memref<8388608xf32>) kernel {
      %i = gpu.global_id x
      %v = memref.load %x[%i] : memref<8388608xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %y[%i] : memref<8388608xf32>
      gpu.return
    }
    gpu.func @spin(%x: memref<128xf32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 8000 : index
      %v = memref.load %x[%i] : memref<128xf32>
      %r = scf.for %j = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
        %t = arith.mulf %s, %v : f32
        scf.yield %t : f32
      }
      memref.store %r, %x[%i] : memref<128xf32>
      gpu.return
    }
  }
  func.func @waves(%a: memref<8388608xf32> {llvm.noalias}, %b: memref<8388608xf32> {llvm.noalias}, %c: memref<8388608xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 256 : index
    %g = arith.constant 32768 : index
    gpu.launch_func @k::@sweep blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%a : memref<8388608xf32>, %b : memref<8388608xf32>)
    gpu.launch_func @k::@sweep blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%a : memref<8388608xf32>, %c : memref<8388608xf32>)
    return
  }
  func.func @main(%a: memref<8388608xf32> {llvm.noalias}, %x: memref<128xf32> {llvm.noalias}, %y: memref<128xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 128 : index
    %f = arith.constant 0.0 : f32
    gpu.memset %a, %f : memref<8388608xf32>, f32
    gpu.launch_func @k::@spin blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<128xf32>)
    gpu.launch_func @k::@spin blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%y : memref<128xf32>)
    return
  }
}

// OUT: // 0: @k::@sweep, line 35
// OUT: // 1: @k::@sweep, line 36
// OUT: plan @waves {
// OUT:   n 2 naive 0 tr 0 width 2
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 47.7 us; critical path 23.8 us, one stream 47.7 us; for sm_90
// OUT: // 1 follows 0 on s0, although they are unordered: by the model they end no sooner on two streams
// OUT: // region 0 ops 0..1 nodes 2 edges 0 mode dag decision stream
// OUT: // 0: @k::@spin, line 44
// OUT: // 1: @k::@spin, line 45
// OUT: // 2: gpu.memset, line 43
// OUT: plan @main {
// OUT:   n 3 naive 0 tr 0 width 3
// OUT:   streams 3 events 2
// OUT:   s0: 0
// OUT:   s1: 1
// OUT:   s2: 2
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s1 after 1
// OUT:   record e1 on s2 after 2
// OUT:   wait e1 on s0 before 3
// OUT:   wait e0 on s0 before 3
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: // predicted 311.5 us; critical path 306.7 us, one stream 624.6 us; for sm_90
// OUT: // region 0 ops 0..2 nodes 3 edges 0 mode dag decision stream
// OUT: // 0: @k::@sweep, line 35
// OUT: // 1: @k::@sweep, line 36
// OUT: plan @waves {
// OUT:   n 2 naive 0 tr 0 width 2
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 38.0 us; critical path 19.0 us, one stream 38.0 us; for gfx942
// OUT: // 1 follows 0 on s0, although they are unordered: by the model they end no sooner on two streams
// OUT: // region 0 ops 0..1 nodes 2 edges 0 mode dag decision stream
// OUT: // 0: @k::@spin, line 44
// OUT: // 1: @k::@spin, line 45
// OUT: // 2: gpu.memset, line 43
// OUT: plan @main {
// OUT:   n 3 naive 0 tr 0 width 3
// OUT:   streams 2 events 1
// OUT:   s0: 0 2
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 3
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: // predicted 281.5 us; critical path 273.5 us, one stream 555.1 us; for gfx942
// OUT: // 2 follows 0 on s0, although they are unordered: by the model they end no sooner on two streams
// OUT: // region 0 ops 0..2 nodes 3 edges 0 mode dag decision stream
// OUT: {"function":"main","target":"sm_90","devices":[{"units":132.0,"bandwidth":2966000.0,"launch":3.3,"record":1.0,"wait":0.8,"hop":1.5,"graph":3.3,"node":0.04,"engines":{"h2d":50000.0,"d2h":50000.0,"peer":200000.0}}],"works":[{"name":"gpu.memset","kind":"fill","device":0,"us":11.313024949426838,"bytes":33554432.0,"blocks":0.0,"resident":1,"issue":0.0},{"name":"@k::@spin","kind":"launch","device":0,"us":306.65527065527067,"bytes":1024.0,"blocks":0.0625,"resident":1,"issue":0.0004505364319924504},{"name":"@k::@spin","kind":"launch","device":0,"us":306.65527065527067,"bytes":1024.0,"blocks":0.0625,"resident":1,"issue":0.0004505364319924504}],"edges":[],"commands":[["work",0,"s0"],["work",1,"s1"],["record",0,"s1"],["work",2,"s0"],["wait",0,"s0"]],"predicted":317.9683046261169,"forced":false}
// OUT: stderr:
// OUT: contention.mlir:1:1: error[E0121]: option 'target' of 'gpu-schedule': expected a chip like one of cpu, sm_75, sm_80, sm_86, sm_87, sm_89, sm_90, sm_100, sm_120, gfx90a, gfx942, gfx1100, gfx1201, any, but found 'sm_09'
// OUT:    ╭─[ contention.mlir:1:1 ]
// OUT:    │
// OUT:  1 │ // RUN: warpline compile --target=sm_90 --emit=plan
// OUT:    │ │
// OUT:    │ ╰─ at this location
// OUT: ───╯
// OUT: exit: 1
