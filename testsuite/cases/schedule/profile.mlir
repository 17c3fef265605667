// RUN: warpline compile --plan-for=any --target=cpu --emit=plan
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --profile=%S/profile_short.json
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --profile=%S/profile_few.json
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --profile=%S/profile_wrong.json
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --profile=%S/profile_cut.json
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --profile=%S/profile_none.json

// Measured times that are shorter than predicted make one stream the better plan.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = memref.load %c[%i] : memref<64xf32>
      %s = arith.addf %x, %y : f32
      %t = arith.addf %s, %z : f32
      memref.store %t, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias}, %a0: memref<64xf32> {llvm.noalias}, %a1: memref<64xf32> {llvm.noalias}, %b0: memref<64xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a0 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a1 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %in : memref<64xf32>, %b0 : memref<64xf32>)
    return
  }
}

// OUT: // 0: @m::@sum, line 25
// OUT: // 1: @m::@sum, line 26
// OUT: // 2: @m::@sum, line 27
// OUT: plan @main {
// OUT:   n 3 naive 2 tr 2 width 2
// OUT:   0 -> 2
// OUT:   1 -> 2
// OUT:   streams 2 events 1
// OUT:   s0: 0 2
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: // predicted 5.7 us; critical path 4.2 us, one stream 6.3 us; for any
// OUT: // 2 follows 0 on s0: both touch %a0, line 22 (2 reads what 0 writes)
// OUT: // 2 waits for 1: both touch %a1, line 22 (2 reads what 1 writes)
// OUT: // region 0 ops 0..2 nodes 3 edges 2 mode dag decision stream
// OUT: // 0: @m::@sum, line 25
// OUT: // 1: @m::@sum, line 26
// OUT: // 2: @m::@sum, line 27
// OUT: plan @main {
// OUT:   n 3 naive 2 tr 2 width 2
// OUT:   0 -> 2
// OUT:   1 -> 2
// OUT:   streams 1 events 0
// OUT:   s0: 0 1 2
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: // predicted 1.5 us; critical path 1.0 us, one stream 1.5 us; for any
// OUT: // 1 follows 0 on s0, although they are unordered: by the model they end no sooner on two streams
// OUT: // 2 follows 1 on s0: both touch %a1, line 22 (2 reads what 1 writes)
// OUT: // region 0 ops 0..2 nodes 3 edges 2 mode dag decision stream
// OUT: // 0: @m::@sum, line 25
// OUT: // 1: @m::@sum, line 26
// OUT: // 2: @m::@sum, line 27
// OUT: plan @main {
// OUT:   n 3 naive 2 tr 2 width 2
// OUT:   0 -> 2
// OUT:   1 -> 2
// OUT:   streams 2 events 1
// OUT:   s0: 0 2
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: // predicted 5.7 us; critical path 4.2 us, one stream 6.3 us; for any
// OUT: // 2 follows 0 on s0: both touch %a0, line 22 (2 reads what 0 writes)
// OUT: // 2 waits for 1: both touch %a1, line 22 (2 reads what 1 writes)
// OUT: // region 0 ops 0..2 nodes 3 edges 2 mode dag decision stream
// OUT: stderr:
// OUT: note: profile '%S/profile_few.json': entries not used, since they have fewer than 5 durations: 1
// OUT: stderr:
// OUT: warpline: error: profile '%S/profile_wrong.json': work[1]: expected three whole numbers "grid"
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: profile '%S/profile_cut.json': EOF while parsing a list at line 3 column 0
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: cannot read '%S/profile_none.json': No such file or directory (os error 2)
// OUT: exit: 2
