// RUN: warpline compile --target=sm_90 --emit=plan
// RUN: warpline compile --plan-for=any --emit=plan

// Chains that fill the device gain nothing from streams of their own, and so get the memory of one of them. In the loop the
// temporary is not doubled.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%x: memref<4194304xf32>, %y: memref<4194304xf32>) kernel {
      %i = gpu.global_id x
      %v = memref.load %x[%i] : memref<4194304xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %y[%i] : memref<4194304xf32>
      gpu.return
    }
  }
  func.func @chains(%in: memref<4194304xf32> {llvm.noalias}, %p: memref<4194304xf32> {llvm.noalias}, %q: memref<4194304xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 256 : index
    %g = arith.constant 16384 : index
    %a = gpu.alloc () : memref<4194304xf32>
    gpu.launch_func @k::@twice blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%in : memref<4194304xf32>, %a : memref<4194304xf32>)
    gpu.launch_func @k::@twice blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%a : memref<4194304xf32>, %p : memref<4194304xf32>)
    gpu.dealloc %a : memref<4194304xf32>
    %b = gpu.alloc () : memref<4194304xf32>
    gpu.launch_func @k::@twice blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%in : memref<4194304xf32>, %b : memref<4194304xf32>)
    gpu.launch_func @k::@twice blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%b : memref<4194304xf32>, %q : memref<4194304xf32>)
    gpu.dealloc %b : memref<4194304xf32>
    return
  }
  func.func @rotating(%in: memref<4194304xf32> {llvm.noalias}, %p: memref<4194304xf32> {llvm.noalias}, %m: index) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant 256 : index
    %g = arith.constant 16384 : index
    scf.for %i = %c0 to %m step %one {
      %a = gpu.alloc () : memref<4194304xf32>
      gpu.launch_func @k::@twice blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%in : memref<4194304xf32>, %a : memref<4194304xf32>)
      gpu.launch_func @k::@twice blocks in (%g, %one, %one) threads in (%n, %one, %one) args(%a : memref<4194304xf32>, %p : memref<4194304xf32>)
      gpu.dealloc %a : memref<4194304xf32>
    }
    return
  }
}

// OUT: // 0: @k::@twice, line 21
// OUT: // 1: @k::@twice, line 22
// OUT: // 2: @k::@twice, line 25
// OUT: // 3: @k::@twice, line 26
// OUT: // b0: gpu.alloc, line 20
// OUT: // b1: gpu.alloc, line 24
// OUT: plan @chains {
// OUT:   n 4 naive 2 tr 2 width 2
// OUT:   0 -> 1
// OUT:   2 -> 3
// OUT:   streams 1 events 0
// OUT:   s0: 0 1 2 3
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 4
// OUT:   arena 16777216 bound 16777216
// OUT:   b0 arena 0 16777216 from 0 to 1
// OUT:   b1 arena 0 16777216 from 2 to 3
// OUT: }
// OUT: // predicted 50.1 us; critical path 25.0 us, one stream 50.1 us; for sm_90
// OUT: // 1 follows 0 on s0: both touch %a, line 20 (1 reads what 0 writes)
// OUT: // 2 follows 1 on s0, although they are unordered: by the model they end no sooner on two streams
// OUT: // 3 follows 2 on s0: both touch %b, line 24 (3 reads what 2 writes)
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// OUT: // region 1 ops 2..3 nodes 2 edges 1 mode dag decision stream
// OUT: // 0: @k::@twice, line 37
// OUT: // 1: @k::@twice, line 38
// OUT: // b0: gpu.alloc, line 36
// OUT: plan @rotating {
// OUT:   n 2 naive 1 tr 1 width 1
// OUT:   0 -> 1
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT:   arena 16777216 bound 16777216
// OUT:   b0 arena 0 16777216 from 0 to 1
// OUT: }
// OUT: // predicted 25.0 us; critical path 25.0 us, one stream 25.0 us; for sm_90
// OUT: // 1 follows 0 on s0: both touch %a, line 36 (1 reads what 0 writes)
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// OUT: // 0: @k::@twice, line 21
// OUT: // 1: @k::@twice, line 22
// OUT: // 2: @k::@twice, line 25
// OUT: // 3: @k::@twice, line 26
// OUT: // b0: gpu.alloc, line 20
// OUT: // b1: gpu.alloc, line 24
// OUT: plan @chains {
// OUT:   n 4 naive 2 tr 2 width 2
// OUT:   0 -> 1
// OUT:   2 -> 3
// OUT:   streams 2 events 1
// OUT:   s0: 0 1
// OUT:   s1: 2 3
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 3
// OUT:   wait e0 on s0 before 4
// OUT:   host_wait s0 before 4
// OUT:   arena 33554432 bound 33554432
// OUT:   b0 arena 0 16777216 from 0 to 1
// OUT:   b1 arena 16777216 16777216 from 2 to 3
// OUT: }
// OUT: // predicted 5.6 us; critical path 4.1 us, one stream 8.2 us; for any
// OUT: // 1 follows 0 on s0: both touch %a, line 20 (1 reads what 0 writes)
// OUT: // 3 follows 2 on s1: both touch %b, line 24 (3 reads what 2 writes)
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// OUT: // region 1 ops 2..3 nodes 2 edges 1 mode dag decision stream
// OUT: // 0: @k::@twice, line 37
// OUT: // 1: @k::@twice, line 38
// OUT: // 2: @k::@twice, line 37
// OUT: // 3: @k::@twice, line 38
// OUT: // b0: gpu.alloc, line 36
// OUT: // b1: gpu.alloc, line 36
// OUT: plan @rotating {
// OUT:   n 4 naive 3 tr 3 width 2
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   2 -> 3
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 3
// OUT:   s1: 2
// OUT:   waits 2 records 2 host 1
// OUT:   wait e0 on s1 before 2
// OUT:   record e1 on s1 after 2
// OUT:   wait e1 on s0 before 3
// OUT:   record e0 on s0 after 3
// OUT:   host_wait s0 before 4
// OUT:   arena 33554432 bound 33554432
// OUT:   b0 arena 0 16777216 from 0 to 1
// OUT:   b1 arena 16777216 16777216 from 2 to 3
// OUT: }
// OUT: // predicted 6.1 us; critical path 6.1 us, one stream 8.2 us; for any
// OUT: // 1 follows 0 on s0: both touch %a, line 36 (1 reads what 0 writes)
// OUT: // 3 follows 1 on s0: both touch %p, line 30 (both write it)
// OUT: // 3 waits for 2: both touch %a, line 36 (3 reads what 2 writes)
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// OUT: // region 1 ops 2..3 nodes 2 edges 1 mode dag decision stream
