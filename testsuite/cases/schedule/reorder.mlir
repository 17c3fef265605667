// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-streams=2 --profile=%S/reorder.json
// RUN: warpline run --plan-for=any --device=cpu,interp --max-streams=2 --profile=%S/reorder.json --detect-races

// Both long kernels wait for the first one. The last kernel of the text fits in before that on the second stream, so that
// all ends after 41.5 us and not after 50: limits of streams and measured times go together.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @short(%a: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @long(%a: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "3"}, %a: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %c: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %d: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@short blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @m::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %b : memref<64xf32>)
    gpu.launch_func @m::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %c : memref<64xf32>)
    gpu.launch_func @m::@short blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %d : memref<64xf32>)
    return
  }
}

// OUT: // 0: @m::@short, line 26
// OUT: // 1: @m::@short, line 29
// OUT: // 2: @m::@long, line 27
// OUT: // 3: @m::@long, line 28
// OUT: plan @main {
// OUT:   n 4 naive 2 tr 2 width 3
// OUT:   0 -> 2
// OUT:   0 -> 3
// OUT:   streams 2 events 1
// OUT:   s0: 0 2
// OUT:   s1: 1 3
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 0
// OUT:   wait e0 on s1 before 3
// OUT:   record e0 on s1 after 3
// OUT:   wait e0 on s0 before 4
// OUT:   host_wait s0 before 4
// OUT: }
// OUT: // predicted 43.0 us; critical path 40.0 us, one stream 80.0 us; for any
// OUT: // 2 follows 0 on s0: both touch %a, line 23 (2 reads what 0 writes)
// OUT: // 3 waits for 0: both touch %a, line 23 (3 reads what 0 writes)
// OUT: // 3 follows 1 on s1, although they are unordered: there are at most 2 streams
// OUT: // region 0 ops 0..3 nodes 4 edges 2 mode dag decision stream
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=36.0 max=36.0 sum=2304.0 first=36.0
// OUT:   values: 36.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=36.0 max=36.0 sum=2304.0 first=36.0
// OUT:   values: 36.0 (64 times)
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
