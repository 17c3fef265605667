// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-streams=3 --max-device-memory=512
// RUN: warpline opt '--gpu-schedule=max-streams=3 max-device-memory=512 print=dag' --diagnostics=short --output=/dev/null
// RUN: warpline run --plan-for=any --device=cpu,interp --max-streams=3 --max-device-memory=512 --detect-races

// The buffer of the first fill is in use beside one of the two others, not beside both: the work with the third one comes
// behind the work with the second one, in the same bytes, and both run beside the first.
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
  func.func @main(%f: f32 {warpline.input = "3"}, %o0: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.alloc () : memref<64xf32>
    gpu.memset %a, %f : memref<64xf32>, f32 {warpline.microseconds = 300.0 : f64}
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %b, %f : memref<64xf32>, f32 {warpline.microseconds = 100.0 : f64}
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %o1 : memref<64xf32>) {warpline.microseconds = 100.0 : f64}
    gpu.dealloc %b : memref<64xf32>
    %c = gpu.alloc () : memref<64xf32>
    gpu.memset %c, %f : memref<64xf32>, f32 {warpline.microseconds = 100.0 : f64}
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %o2 : memref<64xf32>) {warpline.microseconds = 100.0 : f64}
    gpu.dealloc %c : memref<64xf32>
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %o0 : memref<64xf32>) {warpline.microseconds = 100.0 : f64}
    gpu.dealloc %a : memref<64xf32>
    return
  }
}

// OUT: // 0: gpu.memset, line 21
// OUT: // 1: gpu.memset, line 23
// OUT: // 2: @m::@double, line 24
// OUT: // 3: gpu.memset, line 27
// OUT: // 4: @m::@double, line 28
// OUT: // 5: @m::@double, line 30
// OUT: // b0: gpu.alloc, line 20
// OUT: // b1: gpu.alloc, line 22
// OUT: // b2: gpu.alloc, line 26
// OUT: plan @main {
// OUT:   n 6 naive 7 tr 4 width 2
// OUT:   0 -> 5
// OUT:   1 -> 2
// OUT:   2 -> 3
// OUT:   3 -> 4
// OUT:   streams 2 events 1
// OUT:   s0: 0 5
// OUT:   s1: 1 2 3 4
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 4
// OUT:   wait e0 on s0 before 6
// OUT:   host_wait s0 before 6
// OUT:   arena 512 bound 512
// OUT:   b0 arena 0 256 from 0 to 5
// OUT:   b1 arena 256 256 from 1 to 2
// OUT:   b2 arena 256 256 from 3 to 4
// OUT: }
// OUT: // predicted 401.5 us; critical path 400.0 us, one stream 800.0 us; for any
// OUT: // 2 follows 1 on s1: both touch %b, line 22 (2 reads what 1 writes)
// OUT: // 3 follows 2 on s1: their buffers take turns in at most 512 bytes of device memory
// OUT: // 4 follows 3 on s1: both touch %c, line 26 (4 reads what 3 writes)
// OUT: // 5 follows 0 on s0: both touch %a, line 20 (5 reads what 0 writes)
// OUT: // region 0 ops 1..2 nodes 2 edges 1 mode dag decision stream
// OUT: // region 1 ops 3..4 nodes 2 edges 1 mode dag decision stream
// OUT: stderr:
// OUT: memory_limit_turns.mlir:17:3: remark[gpu-schedule]: plan.dag @main {   edges 7   0 -> 5 RAW b0   1 -> 2 RAW b1   1 -> 3 turn   1 -> 4 turn   2 -> 3 turn   2 -> 4 turn   3 -> 4 RAW b3 }
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
