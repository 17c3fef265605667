// RUN: warpline compile --plan-for=any --target=cpu --emit=plan
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=512
// RUN: warpline run --plan-for=any --device=cpu,interp --max-device-memory=512 --detect-races
// RUN: warpline run --plan-for=any --device=cpu --max-device-memory=256
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=255 --diagnostics=short
// RUN: warpline compile --plan-for=any --target=sm_80 --emit=ptx --max-device-memory=255 --diagnostics=short
// RUN: warpline run --plan-for=any --device=cpu,interp --max-device-memory=255 --diagnostics=short
// RUN: warpline run --plan-for=any --device=cpu --max-device-memory=0
// RUN: warpline run --plan-for=any --device=cpu --max-device-memory=1TiB

// Four buffers of 256 bytes are in use side by side. Under a limit of two of them the work with the third one runs behind
// that with the first one; under a limit of one all work is in order. Less than one buffer is refused.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @grow(%a: memref<64xf32>, %out: memref<64xf32>) kernel {
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
    %t0 = gpu.alloc () : memref<64xf32>
    gpu.memset %t0, %f : memref<64xf32>, f32 {warpline.microseconds = 100.0 : f64}
    gpu.launch_func @m::@grow blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%t0 : memref<64xf32>, %o0 : memref<64xf32>) {warpline.microseconds = 100.0 : f64}
    gpu.dealloc %t0 : memref<64xf32>
    %t1 = gpu.alloc () : memref<64xf32>
    gpu.memset %t1, %f : memref<64xf32>, f32 {warpline.microseconds = 100.0 : f64}
    gpu.launch_func @m::@grow blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%t1 : memref<64xf32>, %o1 : memref<64xf32>) {warpline.microseconds = 100.0 : f64}
    gpu.dealloc %t1 : memref<64xf32>
    %t2 = gpu.alloc () : memref<64xf32>
    gpu.memset %t2, %f : memref<64xf32>, f32 {warpline.microseconds = 100.0 : f64}
    gpu.launch_func @m::@grow blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%t2 : memref<64xf32>, %o2 : memref<64xf32>) {warpline.microseconds = 100.0 : f64}
    gpu.dealloc %t2 : memref<64xf32>
    %t3 = gpu.alloc () : memref<64xf32>
    gpu.memset %t3, %f : memref<64xf32>, f32 {warpline.microseconds = 100.0 : f64}
    gpu.launch_func @m::@grow blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%t3 : memref<64xf32>, %o3 : memref<64xf32>) {warpline.microseconds = 100.0 : f64}
    gpu.dealloc %t3 : memref<64xf32>
    return
  }
}

// OUT: // 0: gpu.memset, line 27
// OUT: // 1: @m::@grow, line 28
// OUT: // 2: gpu.memset, line 31
// OUT: // 3: @m::@grow, line 32
// OUT: // 4: gpu.memset, line 35
// OUT: // 5: @m::@grow, line 36
// OUT: // 6: gpu.memset, line 39
// OUT: // 7: @m::@grow, line 40
// OUT: // b0: gpu.alloc, line 26
// OUT: // b1: gpu.alloc, line 30
// OUT: // b2: gpu.alloc, line 34
// OUT: // b3: gpu.alloc, line 38
// OUT: plan @main {
// OUT:   n 8 naive 4 tr 4 width 4
// OUT:   0 -> 1
// OUT:   2 -> 3
// OUT:   4 -> 5
// OUT:   6 -> 7
// OUT:   streams 4 events 3
// OUT:   s0: 0 1
// OUT:   s1: 2 3
// OUT:   s2: 4 5
// OUT:   s3: 6 7
// OUT:   waits 3 records 3 host 1
// OUT:   record e0 on s1 after 3
// OUT:   record e1 on s2 after 5
// OUT:   record e2 on s3 after 7
// OUT:   wait e2 on s0 before 8
// OUT:   wait e1 on s0 before 8
// OUT:   wait e0 on s0 before 8
// OUT:   host_wait s0 before 8
// OUT:   arena 1024 bound 1024
// OUT:   b0 arena 0 256 from 0 to 1
// OUT:   b1 arena 256 256 from 2 to 3
// OUT:   b2 arena 512 256 from 4 to 5
// OUT:   b3 arena 768 256 from 6 to 7
// OUT: }
// OUT: // predicted 201.5 us; critical path 200.0 us, one stream 800.0 us; for any
// OUT: // 1 follows 0 on s0: both touch %t0, line 26 (1 reads what 0 writes)
// OUT: // 3 follows 2 on s1: both touch %t1, line 30 (3 reads what 2 writes)
// OUT: // 5 follows 4 on s2: both touch %t2, line 34 (5 reads what 4 writes)
// OUT: // 7 follows 6 on s3: both touch %t3, line 38 (7 reads what 6 writes)
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// OUT: // region 1 ops 2..3 nodes 2 edges 1 mode dag decision stream
// OUT: // region 2 ops 4..5 nodes 2 edges 1 mode dag decision stream
// OUT: // region 3 ops 6..7 nodes 2 edges 1 mode dag decision stream
// OUT: // 0: gpu.memset, line 27
// OUT: // 1: @m::@grow, line 28
// OUT: // 2: gpu.memset, line 31
// OUT: // 3: @m::@grow, line 32
// OUT: // 4: gpu.memset, line 35
// OUT: // 5: @m::@grow, line 36
// OUT: // 6: gpu.memset, line 39
// OUT: // 7: @m::@grow, line 40
// OUT: // b0: gpu.alloc, line 26
// OUT: // b1: gpu.alloc, line 30
// OUT: // b2: gpu.alloc, line 34
// OUT: // b3: gpu.alloc, line 38
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
// OUT: // predicted 401.5 us; critical path 200.0 us, one stream 800.0 us; for any
// OUT: // 1 follows 0 on s0: both touch %t0, line 26 (1 reads what 0 writes)
// OUT: // 3 follows 2 on s1: both touch %t1, line 30 (3 reads what 2 writes)
// OUT: // 4 follows 1 on s0, although they are unordered: on more streams the work needs more than 512 bytes of device memory
// OUT: // 5 follows 4 on s0: both touch %t2, line 34 (5 reads what 4 writes)
// OUT: // 6 follows 3 on s1, although they are unordered: on more streams the work needs more than 512 bytes of device memory
// OUT: // 7 follows 6 on s1: both touch %t3, line 38 (7 reads what 6 writes)
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
// OUT: memory_limit.mlir:23:3: error[E0402]: expected at most 255 bytes of device memory, but '@main' uses 256 at one time in the best order found
// OUT: memory_limit.mlir:26:11: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit.mlir:23:3: error[E0402]: expected at most 255 bytes of device memory, but '@main' uses 256 at one time in the best order found
// OUT: memory_limit.mlir:26:11: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit.mlir:23:3: error[E0402]: expected at most 255 bytes of device memory, but '@main' uses 256 at one time in the best order found
// OUT: memory_limit.mlir:26:11: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: stderr:
// OUT: error: invalid value '0' for '--max-device-memory <BYTES>': expected bytes as 65536, 64KiB, 16MiB or 2GiB, but found '0'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value '1TiB' for '--max-device-memory <BYTES>': expected bytes as 65536, 64KiB, 16MiB or 2GiB, but found '1TiB'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
