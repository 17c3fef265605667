// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-streams=1
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=512
// RUN: warpline run --plan-for=any --device=cpu,interp --max-device-memory=512 --detect-races
// RUN: warpline run --plan-for=any --device=cpu --max-device-memory=512 --graphs=always --detect-races --remarks=gpu-graph-regions --diagnostics=short
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=511 --diagnostics=short

// In the order of the text all four buffers are in use at one time, on one stream too. In another order each is read
// before the next one is written, so that two places are enough, as the last launch reads two of them.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @double(%a: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%f: f32 {warpline.input = "3"}, %o0: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    %c = gpu.alloc () : memref<64xf32>
    %d = gpu.alloc () : memref<64xf32>
    gpu.memset %a, %f : memref<64xf32>, f32
    gpu.memset %b, %f : memref<64xf32>, f32
    gpu.memset %c, %f : memref<64xf32>, f32
    gpu.memset %d, %f : memref<64xf32>, f32
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %o0 : memref<64xf32>)
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %o1 : memref<64xf32>)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %d : memref<64xf32>, %o2 : memref<64xf32>)
    gpu.dealloc %a : memref<64xf32>
    gpu.dealloc %b : memref<64xf32>
    gpu.dealloc %c : memref<64xf32>
    gpu.dealloc %d : memref<64xf32>
    return
  }
}

// OUT: // 0: gpu.memset, line 34
// OUT: // 1: gpu.memset, line 35
// OUT: // 2: gpu.memset, line 36
// OUT: // 3: gpu.memset, line 37
// OUT: // 4: @m::@double, line 38
// OUT: // 5: @m::@double, line 39
// OUT: // 6: @m::@add, line 40
// OUT: // b0: gpu.alloc, line 30
// OUT: // b1: gpu.alloc, line 31
// OUT: // b2: gpu.alloc, line 32
// OUT: // b3: gpu.alloc, line 33
// OUT: plan @main {
// OUT:   n 7 naive 4 tr 4 width 4
// OUT:   0 -> 4
// OUT:   1 -> 5
// OUT:   2 -> 6
// OUT:   3 -> 6
// OUT:   streams 1 events 0
// OUT:   s0: 0 1 2 3 4 5 6
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 7
// OUT:   arena 1024 bound 1024
// OUT:   b0 arena 0 256 from 0 to 4
// OUT:   b1 arena 256 256 from 1 to 5
// OUT:   b2 arena 512 256 from 2 to 6
// OUT:   b3 arena 768 256 from 3 to 6
// OUT: }
// OUT: // predicted 14.2 us; critical path 4.1 us, one stream 14.2 us; for any
// OUT: // 1 follows 0 on s0, although they are unordered: there are at most 1 streams
// OUT: // 2 follows 1 on s0, although they are unordered: there are at most 1 streams
// OUT: // 3 follows 2 on s0, although they are unordered: there are at most 1 streams
// OUT: // 4 follows 3 on s0, although they are unordered: there are at most 1 streams
// OUT: // 5 follows 4 on s0, although they are unordered: there are at most 1 streams
// OUT: // 6 follows 5 on s0, although they are unordered: there are at most 1 streams
// OUT: // region 0 ops 0..6 nodes 7 edges 4 mode dag decision stream
// OUT: // 0: gpu.memset, line 34
// OUT: // 1: @m::@double, line 38
// OUT: // 2: gpu.memset, line 35
// OUT: // 3: @m::@double, line 39
// OUT: // 4: gpu.memset, line 36
// OUT: // 5: gpu.memset, line 37
// OUT: // 6: @m::@add, line 40
// OUT: // b0: gpu.alloc, line 30
// OUT: // b1: gpu.alloc, line 31
// OUT: // b2: gpu.alloc, line 32
// OUT: // b3: gpu.alloc, line 33
// OUT: plan @main {
// OUT:   n 7 naive 4 tr 4 width 4
// OUT:   0 -> 1
// OUT:   2 -> 3
// OUT:   4 -> 6
// OUT:   5 -> 6
// OUT:   streams 2 events 1
// OUT:   s0: 0 1 4 6
// OUT:   s1: 2 3 5
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 5
// OUT:   wait e0 on s0 before 6
// OUT:   host_wait s0 before 7
// OUT:   arena 512 bound 512
// OUT:   b0 arena 0 256 from 0 to 1
// OUT:   b1 arena 256 256 from 2 to 3
// OUT:   b2 arena 0 256 from 4 to 6
// OUT:   b3 arena 256 256 from 5 to 6
// OUT: }
// OUT: // predicted 9.7 us; critical path 4.1 us, one stream 14.2 us; for any
// OUT: // 1 follows 0 on s0: both touch %a, line 30 (1 reads what 0 writes)
// OUT: // 3 follows 2 on s1: both touch %b, line 31 (3 reads what 2 writes)
// OUT: // 4 follows 1 on s0, although they are unordered: on more streams the work needs more than 512 bytes of device memory
// OUT: // 5 follows 3 on s1, although they are unordered: on more streams the work needs more than 512 bytes of device memory
// OUT: // 6 follows 4 on s0: both touch %c, line 32 (6 reads what 4 writes)
// OUT: // 6 waits for 5: both touch %d, line 33 (6 reads what 5 writes)
// OUT: // region 0 ops 0..6 nodes 7 edges 4 mode dag decision stream
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: stderr:
// OUT: memory_limit_order.mlir:27:3: remark[gpu-graph-regions]: @main: no task graphs, as their buffers do not fit into 512 bytes at one time
// OUT: stderr:
// OUT: memory_limit_order.mlir:27:3: error[E0402]: expected at most 511 bytes of device memory, but '@main' uses 512 at one time in the best order found
// OUT: memory_limit_order.mlir:32:10: note: 256 bytes are in use from here
// OUT: memory_limit_order.mlir:33:10: note: 256 bytes are in use from here
// OUT: exit: 4
