// RUN: compile --plan-for=any --target=cpu --emit=plan

// T8: atomic additions of integers commute; the copy comes after all of them.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%c: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %old = memref.atomic_rmw addi %one, %c[%zero] : (i32, memref<1xi32>) -> i32
      gpu.return
    }
    gpu.func @copy(%c: memref<1xi32>, %o: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %v = memref.load %c[%zero] : memref<1xi32>
      memref.store %v, %o[%zero] : memref<1xi32>
      gpu.return
    }
  }
  func.func @main(%c: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %o: memref<1xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<1xi32>, %o : memref<1xi32>)
    return
  }
}

// OUT: // 0: @k::@add, line 22
// OUT: // 1: @k::@add, line 23
// OUT: // 2: @k::@add, line 24
// OUT: // 3: @k::@add, line 25
// OUT: // 4: @k::@copy, line 26
// OUT: plan @main {
// OUT:   n 5 naive 4 tr 4 width 4
// OUT:   0 -> 4
// OUT:   1 -> 4
// OUT:   2 -> 4
// OUT:   3 -> 4
// OUT:   streams 4 events 3
// OUT:   s0: 0 4
// OUT:   s1: 1
// OUT:   s2: 2
// OUT:   s3: 3
// OUT:   waits 3 records 3 host 1
// OUT:   record e0 on s1 after 1
// OUT:   record e1 on s2 after 2
// OUT:   record e2 on s3 after 3
// OUT:   wait e2 on s0 before 4
// OUT:   wait e1 on s0 before 4
// OUT:   wait e0 on s0 before 4
// OUT:   host_wait s0 before 5
// OUT: }
// OUT: // predicted 5.6 us; critical path 4.1 us, one stream 10.2 us; for any
// OUT: // 4 follows 0 on s0: both touch %c, line 19 (4 reads what 0 writes)
// OUT: // 4 waits for 1: both touch %c, line 19 (4 reads what 1 writes)
// OUT: // 4 waits for 2: both touch %c, line 19 (4 reads what 2 writes)
// OUT: // 4 waits for 3: both touch %c, line 19 (4 reads what 3 writes)
// OUT: // region 0 ops 0..4 nodes 5 edges 4 mode dag decision stream
// -----

// T8: those of floats do not: their order shows in the sum.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%c: memref<1xf32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1.0 : f32
      %old = memref.atomic_rmw addf %one, %c[%zero] : (f32, memref<1xf32>) -> f32
      gpu.return
    }
    gpu.func @copy(%c: memref<1xf32>, %o: memref<1xf32>) kernel {
      %zero = arith.constant 0 : index
      %v = memref.load %c[%zero] : memref<1xf32>
      memref.store %v, %o[%zero] : memref<1xf32>
      gpu.return
    }
  }
  func.func @main(%c: memref<1xf32> {llvm.noalias, warpline.input = "0"}, %o: memref<1xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<1xf32>, %o : memref<1xf32>)
    return
  }
}

// OUT: // 0: @k::@add, line 21
// OUT: // 1: @k::@add, line 22
// OUT: // 2: @k::@add, line 23
// OUT: // 3: @k::@add, line 24
// OUT: // 4: @k::@copy, line 25
// OUT: plan @main {
// OUT:   n 5 naive 10 tr 4 width 1
// OUT:   0 -> 1
// OUT:   1 -> 2
// OUT:   2 -> 3
// OUT:   3 -> 4
// OUT:   streams 1 events 0
// OUT:   s0: 0 1 2 3 4
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 5
// OUT: }
// OUT: // predicted 10.2 us; critical path 10.2 us, one stream 10.2 us; for any
// OUT: // 1 follows 0 on s0: both touch %c, line 18 (1 reads what 0 writes)
// OUT: // 2 follows 1 on s0: both touch %c, line 18 (2 reads what 1 writes)
// OUT: // 3 follows 2 on s0: both touch %c, line 18 (3 reads what 2 writes)
// OUT: // 4 follows 3 on s0: both touch %c, line 18 (4 reads what 3 writes)
// OUT: // region 0 ops 0..4 nodes 5 edges 4 mode dag decision stream
