// RUN: warpline compile --plan-for=any --target=cpu --emit=plan
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=512
// RUN: warpline run --plan-for=any --device=cpu,interp --max-device-memory=512 --detect-races
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=255 --diagnostics=short

// Tokens fork four chains, each with a buffer of its own. Under a limit their work takes turns in the same bytes, and what
// the tokens of allocations and frees stand for still holds.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @double(%a: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%f: f32 {warpline.input = "3"}, %o0: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o3: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = gpu.wait async
    %a, %a0 = gpu.alloc async [%t] () : memref<64xf32>
    %a1 = gpu.memset async [%a0] %a, %f : memref<64xf32>, f32
    %b, %b0 = gpu.alloc async [%t] () : memref<64xf32>
    %b1 = gpu.memset async [%b0] %b, %f : memref<64xf32>, f32
    %c, %c0 = gpu.alloc async [%t] () : memref<64xf32>
    %c2 = gpu.memset async [%c0] %c, %f : memref<64xf32>, f32
    %d, %d0 = gpu.alloc async [%t] () : memref<64xf32>
    %d1 = gpu.memset async [%d0] %d, %f : memref<64xf32>, f32
    %a2 = gpu.launch_func async [%a1] @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %o0 : memref<64xf32>)
    %b2 = gpu.launch_func async [%b1] @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %o1 : memref<64xf32>)
    %c3 = gpu.launch_func async [%c2] @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %o2 : memref<64xf32>)
    %d2 = gpu.launch_func async [%d1] @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %o3 : memref<64xf32>)
    %a3 = gpu.dealloc async [%a2] %a : memref<64xf32>
    %b3 = gpu.dealloc async [%b2] %b : memref<64xf32>
    %c4 = gpu.dealloc async [%c3] %c : memref<64xf32>
    %d3 = gpu.dealloc async [%d2] %d : memref<64xf32>
    gpu.wait [%a3, %b3, %c4, %d3]
    return
  }
}

// OUT: // 0: gpu.alloc, line 22
// OUT: // 1: gpu.memset, line 23
// OUT: // 2: gpu.alloc, line 24
// OUT: // 3: gpu.memset, line 25
// OUT: // 4: gpu.alloc, line 26
// OUT: // 5: gpu.memset, line 27
// OUT: // 6: gpu.alloc, line 28
// OUT: // 7: gpu.memset, line 29
// OUT: // 8: @m::@double, line 30
// OUT: // 9: @m::@double, line 31
// OUT: // 10: @m::@double, line 32
// OUT: // 11: @m::@double, line 33
// OUT: // 12: gpu.dealloc, line 34
// OUT: // 13: gpu.dealloc, line 35
// OUT: // 14: gpu.dealloc, line 36
// OUT: // 15: gpu.dealloc, line 37
// OUT: plan @main {
// OUT:   n 16 naive 24 tr 12 width 4
// OUT:   0 -> 1
// OUT:   1 -> 8
// OUT:   2 -> 3
// OUT:   3 -> 9
// OUT:   4 -> 5
// OUT:   5 -> 10
// OUT:   6 -> 7
// OUT:   7 -> 11
// OUT:   8 -> 12
// OUT:   9 -> 13
// OUT:   10 -> 14
// OUT:   11 -> 15
// OUT:   streams 4 events 3
// OUT:   s0: 0 1 8 12
// OUT:   s1: 2 3 9 13
// OUT:   s2: 4 5 10 14
// OUT:   s3: 6 7 11 15
// OUT:   waits 3 records 3 host 1
// OUT:   record e0 on s1 after 13
// OUT:   record e1 on s2 after 14
// OUT:   record e2 on s3 after 15
// OUT:   wait e2 on s0 before 16
// OUT:   wait e1 on s0 before 16
// OUT:   wait e0 on s0 before 16
// OUT:   host_wait s0 before 16
// OUT: }
// OUT: // predicted 5.6 us; critical path 4.1 us, one stream 16.3 us; for any
// OUT: // 8 follows 1 on s0: both touch %a, line 22 (8 reads what 1 writes)
// OUT: // 9 follows 3 on s1: both touch %b, line 24 (9 reads what 3 writes)
// OUT: // 10 follows 5 on s2: both touch %c, line 26 (10 reads what 5 writes)
// OUT: // 11 follows 7 on s3: both touch %d, line 28 (11 reads what 7 writes)
// OUT: // the host waits for 12 before 16: ordered by a token
// OUT: // the host waits for 13 before 16: ordered by a token
// OUT: // the host waits for 14 before 16: ordered by a token
// OUT: // the host waits for 15 before 16: ordered by a token
// OUT: // region 0 ops 7..11 nodes 5 edges 1 mode dag decision stream
// OUT: // 0: gpu.memset, line 23
// OUT: // 1: @m::@double, line 30
// OUT: // 2: gpu.memset, line 25
// OUT: // 3: @m::@double, line 31
// OUT: // 4: gpu.memset, line 27
// OUT: // 5: @m::@double, line 32
// OUT: // 6: gpu.memset, line 29
// OUT: // 7: @m::@double, line 33
// OUT: // b0: gpu.alloc, line 22
// OUT: // b1: gpu.alloc, line 24
// OUT: // b2: gpu.alloc, line 26
// OUT: // b3: gpu.alloc, line 28
// OUT: plan @main {
// OUT:   n 8 naive 4 tr 4 width 4
// OUT:   0 -> 1
// OUT:   2 -> 3
// OUT:   4 -> 5
// OUT:   6 -> 7
// OUT:   streams 2 events 1
// OUT:   s0: 0 1 4 5
// OUT:   s1: 2 3 6 7
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 7
// OUT:   wait e0 on s0 before 8
// OUT:   host_wait s0 before 8
// OUT:   arena 512 bound 512
// OUT:   b0 arena 0 256 from 0 to 1
// OUT:   b1 arena 256 256 from 2 to 3
// OUT:   b2 arena 0 256 from 4 to 5
// OUT:   b3 arena 256 256 from 6 to 7
// OUT: }
// OUT: // predicted 9.6 us; critical path 4.1 us, one stream 16.3 us; for any
// OUT: // 1 follows 0 on s0: both touch %a, line 22 (1 reads what 0 writes)
// OUT: // 3 follows 2 on s1: both touch %b, line 24 (3 reads what 2 writes)
// OUT: // 4 follows 1 on s0, although they are unordered: on more streams the work needs more than 512 bytes of device memory
// OUT: // 5 follows 4 on s0: both touch %c, line 26 (5 reads what 4 writes)
// OUT: // 6 follows 3 on s1, although they are unordered: on more streams the work needs more than 512 bytes of device memory
// OUT: // 7 follows 6 on s1: both touch %d, line 28 (7 reads what 6 writes)
// OUT: // the host waits for 1 before 8: ordered by a token
// OUT: // the host waits for 3 before 8: ordered by a token
// OUT: // the host waits for 5 before 8: ordered by a token
// OUT: // the host waits for 7 before 8: ordered by a token
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// OUT: // region 1 ops 2..3 nodes 2 edges 1 mode dag decision stream
// OUT: // region 2 ops 4..5 nodes 2 edges 1 mode dag decision stream
// OUT: // region 3 ops 6..7 nodes 2 edges 1 mode dag decision stream
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: stderr:
// OUT: memory_limit_tokens.mlir:18:3: error[E0402]: expected at most 255 bytes of device memory, but '@main' uses 256 at one time in the best order found
// OUT: memory_limit_tokens.mlir:22:15: note: 256 bytes are in use from here
// OUT: exit: 4
