// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=4KiB
// RUN: warpline run --plan-for=any --device=cpu,interp --entry=through --max-device-memory=512 --detect-races
// RUN: warpline run --plan-for=any --device=cpu,interp --entry=counted --max-device-memory=512
// RUN: warpline run --plan-for=any --device=cpu,interp --entry=counted --max-device-memory=511 --diagnostics=short

// The tokens of an allocation and of a free stand for what these wait for, also where the buffer has bytes of the arena and
// both are gone. Where a launch without tokens uses the buffer, too, its allocation and its free stay, and are counted.
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
  func.func @through(%f: f32 {warpline.input = "3"}, %o0: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %before = gpu.memset async %o0, %f : memref<64xf32>, f32
    %a, %made = gpu.alloc async [%before] () : memref<64xf32>
    %behind = gpu.memset async [%made] %o1, %f : memref<64xf32>, f32
    %filled = gpu.memset async [%made] %a, %f : memref<64xf32>, f32
    %freed = gpu.dealloc async [%filled] %a : memref<64xf32>
    %last = gpu.launch_func async [%freed, %behind] @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%o1 : memref<64xf32>, %o2 : memref<64xf32>)
    gpu.wait [%last]
    return
  }
  func.func @counted(%f: f32 {warpline.input = "3"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = gpu.wait async
    %a, %a0 = gpu.alloc async [%t] () : memref<64xf32>
    %a1 = gpu.memset async [%a0] %a, %f : memref<64xf32>, f32
    gpu.wait [%a1]
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %o : memref<64xf32>)
    %b, %b0 = gpu.alloc async [%a1] () : memref<64xf32>
    %b1 = gpu.memset async [%b0] %b, %f : memref<64xf32>, f32
    %b2 = gpu.dealloc async [%b1] %b : memref<64xf32>
    %a2 = gpu.dealloc async [%b2] %a : memref<64xf32>
    gpu.wait [%a2]
    return
  }
}

// OUT: // 0: gpu.memset, line 21
// OUT: // 1: gpu.memset, line 23
// OUT: // 2: gpu.memset, line 24
// OUT: // 3: @m::@double, line 26
// OUT: // b0: gpu.alloc, line 22
// OUT: plan @through {
// OUT:   n 4 naive 4 tr 4 width 2
// OUT:   0 -> 1
// OUT:   0 -> 2
// OUT:   1 -> 3
// OUT:   2 -> 3
// OUT:   streams 2 events 1
// OUT:   s0: 0 1 3
// OUT:   s1: 2
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 0
// OUT:   wait e0 on s1 before 2
// OUT:   record e0 on s1 after 2
// OUT:   wait e0 on s0 before 3
// OUT:   host_wait s0 before 4
// OUT:   arena 256 bound 256
// OUT:   b0 arena 0 256 from 2 to 2
// OUT: }
// OUT: // predicted 9.1 us; critical path 6.1 us, one stream 8.1 us; for any
// OUT: // 1 follows 0 on s0: ordered by a token
// OUT: // 2 waits for 0: ordered by a token
// OUT: // 3 follows 1 on s0: both touch %o1, line 18 (3 reads what 1 writes)
// OUT: // 3 waits for 2: ordered by a token
// OUT: // the host waits for 3 before 4: ordered by a token
// OUT: // region 0 ops 1..2 nodes 2 edges 0 mode dag decision stream
// OUT: // 0: gpu.alloc, line 34
// OUT: // 1: gpu.memset, line 35
// OUT: // 3: @m::@double, line 37
// OUT: // 4: gpu.memset, line 39
// OUT: // 5: gpu.dealloc, line 41
// OUT: // b0: gpu.alloc, line 38
// OUT: plan @counted {
// OUT:   n 5 naive 8 tr 3 width 3
// OUT:   0 -> 1
// OUT:   3 -> 5
// OUT:   4 -> 5
// OUT:   streams 2 events 1
// OUT:   s0: 0 1 3
// OUT:   s1: 4 5
// OUT:   waits 1 records 1 host 2
// OUT:   host_wait s0 before 2
// OUT:   record e0 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   host_wait s1 before 6
// OUT:   arena 256 bound 256
// OUT:   b0 arena 0 256 from 4 to 4
// OUT: }
// OUT: // predicted 5.6 us; critical path 2.0 us, one stream 6.1 us; for any
// OUT: // the host waits for 1 before 2: ordered by a token
// OUT: // 3 follows 1 on s0: both touch %a, line 34 (3 reads what 1 writes)
// OUT: // 5 waits for 3: both touch %a, line 34 (5 frees the buffer that 3 uses)
// OUT: // the host waits for 5 before 6: ordered by a token
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=3.0 max=3.0 sum=192.0 first=3.0
// OUT:   values: 3.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=3.0 max=3.0 sum=192.0 first=3.0
// OUT:   values: 3.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: stderr:
// OUT: memory_limit_tokens_through.mlir:30:3: error[E0402]: expected at most 511 bytes of device memory, but '@counted' uses 512 at one time in the best order found
// OUT: memory_limit_tokens_through.mlir:38:15: note: 256 bytes are in use from here
// OUT: memory_limit_tokens_through.mlir:34:15: note: 256 bytes are in use from here
// OUT: exit: 4
