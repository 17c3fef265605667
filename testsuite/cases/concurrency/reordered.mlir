// RUN: run --plan-for=any --device=cpu,interp --max-streams=3 --profile=%S/reordered.json
// RUN: compile --plan-for=any --target=cpu --emit=plan --max-streams=3 --profile=%S/reordered.json

// In the order of the text three streams need 558 us, as short work without successors is issued before long work with
// some. In another order the longest path decides.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @make_7(%out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 7.0 : f32
      memref.store %x, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @make_13(%out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 13.0 : f32
      memref.store %x, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @make_20(%out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 20.0 : f32
      memref.store %x, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @make_35(%out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 35.0 : f32
      memref.store %x, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @make_155(%out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 155.0 : f32
      memref.store %x, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add_7(%a: memref<64xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add_13(%a: memref<64xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add_20(%a: memref<64xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add_110(%a: memref<64xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add_155(%a: memref<64xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add_195(%a: memref<64xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%b0: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b3: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b4: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b5: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b6: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b7: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b8: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b9: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b10: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b11: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b12: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b13: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@make_13 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b0 : memref<64xf32>)
    gpu.launch_func @k::@make_155 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b1 : memref<64xf32>)
    gpu.launch_func @k::@make_7 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b2 : memref<64xf32>)
    gpu.launch_func @k::@make_35 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b3 : memref<64xf32>)
    gpu.launch_func @k::@make_20 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b4 : memref<64xf32>)
    gpu.launch_func @k::@add_7 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b4 : memref<64xf32>, %b0 : memref<64xf32>, %b5 : memref<64xf32>)
    gpu.launch_func @k::@add_7 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b0 : memref<64xf32>, %b2 : memref<64xf32>, %b6 : memref<64xf32>)
    gpu.launch_func @k::@add_20 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b6 : memref<64xf32>, %b0 : memref<64xf32>, %b7 : memref<64xf32>)
    gpu.launch_func @k::@add_110 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b5 : memref<64xf32>, %b3 : memref<64xf32>, %b8 : memref<64xf32>)
    gpu.launch_func @k::@add_155 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b7 : memref<64xf32>, %b2 : memref<64xf32>, %b9 : memref<64xf32>)
    gpu.launch_func @k::@add_110 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b8 : memref<64xf32>, %b6 : memref<64xf32>, %b10 : memref<64xf32>)
    gpu.launch_func @k::@add_195 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b5 : memref<64xf32>, %b7 : memref<64xf32>, %b11 : memref<64xf32>)
    gpu.launch_func @k::@add_195 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b11 : memref<64xf32>, %b5 : memref<64xf32>, %b12 : memref<64xf32>)
    gpu.launch_func @k::@add_13 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b11 : memref<64xf32>, %b12 : memref<64xf32>, %b13 : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=13.0 max=13.0 sum=832.0 first=13.0
// OUT:   values: 13.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=155.0 max=155.0 sum=9920.0 first=155.0
// OUT:   values: 155.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=7.0 max=7.0 sum=448.0 first=7.0
// OUT:   values: 7.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=35.0 max=35.0 sum=2240.0 first=35.0
// OUT:   values: 35.0 (64 times)
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=20.0 max=20.0 sum=1280.0 first=20.0
// OUT:   values: 20.0 (64 times)
// OUT: argument 5: memref<64xf32>
// OUT:   count=64 min=33.0 max=33.0 sum=2112.0 first=33.0
// OUT:   values: 33.0 (64 times)
// OUT: argument 6: memref<64xf32>
// OUT:   count=64 min=20.0 max=20.0 sum=1280.0 first=20.0
// OUT:   values: 20.0 (64 times)
// OUT: argument 7: memref<64xf32>
// OUT:   count=64 min=33.0 max=33.0 sum=2112.0 first=33.0
// OUT:   values: 33.0 (64 times)
// OUT: argument 8: memref<64xf32>
// OUT:   count=64 min=68.0 max=68.0 sum=4352.0 first=68.0
// OUT:   values: 68.0 (64 times)
// OUT: argument 9: memref<64xf32>
// OUT:   count=64 min=40.0 max=40.0 sum=2560.0 first=40.0
// OUT:   values: 40.0 (64 times)
// OUT: argument 10: memref<64xf32>
// OUT:   count=64 min=88.0 max=88.0 sum=5632.0 first=88.0
// OUT:   values: 88.0 (64 times)
// OUT: argument 11: memref<64xf32>
// OUT:   count=64 min=66.0 max=66.0 sum=4224.0 first=66.0
// OUT:   values: 66.0 (64 times)
// OUT: argument 12: memref<64xf32>
// OUT:   count=64 min=99.0 max=99.0 sum=6336.0 first=99.0
// OUT:   values: 99.0 (64 times)
// OUT: argument 13: memref<64xf32>
// OUT:   count=64 min=165.0 max=165.0 sum=10560.0 first=165.0
// OUT:   values: 165.0 (64 times)
// OUT: kernels=11 launches=14 streams=3 waits=9 records=8 host_syncs=1 leaks=0
// OUT: // 0: @k::@make_13, line 90
// OUT: // 1: @k::@make_7, line 92
// OUT: // 2: @k::@make_20, line 94
// OUT: // 3: @k::@make_35, line 93
// OUT: // 4: @k::@add_7, line 96
// OUT: // 5: @k::@add_7, line 95
// OUT: // 6: @k::@add_20, line 97
// OUT: // 7: @k::@make_155, line 91
// OUT: // 8: @k::@add_195, line 101
// OUT: // 9: @k::@add_110, line 98
// OUT: // 10: @k::@add_155, line 99
// OUT: // 11: @k::@add_110, line 100
// OUT: // 12: @k::@add_195, line 102
// OUT: // 13: @k::@add_13, line 103
// OUT: plan @main {
// OUT:   n 14 naive 18 tr 14 width 5
// OUT:   0 -> 4
// OUT:   0 -> 5
// OUT:   1 -> 4
// OUT:   2 -> 5
// OUT:   3 -> 9
// OUT:   4 -> 6
// OUT:   4 -> 11
// OUT:   5 -> 8
// OUT:   5 -> 9
// OUT:   6 -> 8
// OUT:   6 -> 10
// OUT:   8 -> 12
// OUT:   9 -> 11
// OUT:   12 -> 13
// OUT:   streams 3 events 3
// OUT:   s0: 0 4 6 8 12 13
// OUT:   s1: 1 3 9 10
// OUT:   s2: 2 5 7 11
// OUT:   waits 9 records 8 host 1
// OUT:   record e0 on s0 after 0
// OUT:   record e1 on s1 after 1
// OUT:   wait e1 on s0 before 4
// OUT:   record e1 on s0 after 4
// OUT:   wait e0 on s2 before 5
// OUT:   record e0 on s2 after 5
// OUT:   record e2 on s0 after 6
// OUT:   wait e0 on s0 before 8
// OUT:   wait e0 on s1 before 9
// OUT:   record e0 on s1 after 9
// OUT:   wait e2 on s1 before 10
// OUT:   record e2 on s1 after 10
// OUT:   wait e0 on s2 before 11
// OUT:   wait e1 on s2 before 11
// OUT:   record e0 on s2 after 11
// OUT:   wait e0 on s0 before 14
// OUT:   wait e2 on s0 before 14
// OUT:   host_wait s0 before 14
// OUT: }
// OUT: // predicted 443.0 us; critical path 443.0 us, one stream 1042.0 us; for any
// OUT: // 3 follows 1 on s1, although they are unordered: there are at most 3 streams
// OUT: // 4 follows 0 on s0: both touch %b0, line 87 (4 reads what 0 writes)
// OUT: // 4 waits for 1: both touch %b2, line 87 (4 reads what 1 writes)
// OUT: // 5 waits for 0: both touch %b0, line 87 (5 reads what 0 writes)
// OUT: // 5 follows 2 on s2: both touch %b4, line 87 (5 reads what 2 writes)
// OUT: // 6 follows 4 on s0: both touch %b6, line 87 (6 reads what 4 writes)
// OUT: // 7 follows 5 on s2, although they are unordered: there are at most 3 streams
// OUT: // 8 waits for 5: both touch %b5, line 87 (8 reads what 5 writes)
// OUT: // 8 follows 6 on s0: both touch %b7, line 87 (8 reads what 6 writes)
// OUT: // 9 follows 3 on s1: both touch %b3, line 87 (9 reads what 3 writes)
// OUT: // 9 waits for 5: both touch %b5, line 87 (9 reads what 5 writes)
// OUT: // 10 waits for 6: both touch %b7, line 87 (10 reads what 6 writes)
// OUT: // 10 follows 9 on s1, although they are unordered: there are at most 3 streams
// OUT: // 11 waits for 4: both touch %b6, line 87 (11 reads what 4 writes)
// OUT: // 11 follows 7 on s2, although they are unordered: there are at most 3 streams
// OUT: // 11 waits for 9: both touch %b8, line 87 (11 reads what 9 writes)
// OUT: // 12 follows 8 on s0: both touch %b11, line 87 (12 reads what 8 writes)
// OUT: // 13 follows 12 on s0: both touch %b12, line 87 (13 reads what 12 writes)
// OUT: // region 0 ops 0..13 nodes 14 edges 14 mode dag decision stream
