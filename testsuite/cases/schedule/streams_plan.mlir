// RUN: compile --plan-for=any --target=cpu --emit=plan

// A stream of the program beside a leased one: effects order the launches of both, and the wait of the program for its
// stream is the only one of the host.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamSynchronize(!llvm.ptr)
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %u: memref<64xf32> {llvm.noalias, warpline.input = "0"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c3 = arith.constant 3 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %u : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%u : memref<64xf32>, %z : memref<64xf32>)
    call @mgpuStreamSynchronize(%s) : (!llvm.ptr) -> ()
    %v = memref.load %z[%c3] : memref<64xf32>
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return %v : f32
  }
}

// OUT: // 0: @k::@double, line 23
// OUT: // 1: @k::@double, line 24
// OUT: // 2: @k::@double, line 25
// OUT: // 3: @k::@double, line 26
// OUT: plan @main {
// OUT:   n 4 naive 4 tr 3 width 1
// OUT:   0 -> 1
// OUT:   1 -> 2
// OUT:   2 -> 3
// OUT:   streams 1 events 1
// OUT:   s0: 0 2
// OUT:   f0: 1 3
// OUT:   waits 3 records 3 host 1
// OUT:   record e0 on s0 after 0
// OUT:   wait e0 on f0 before 1
// OUT:   record e0 on f0 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   record e0 on s0 after 2
// OUT:   wait e0 on f0 before 3
// OUT:   host_wait f0 before 4
// OUT: }
// OUT: // predicted 12.7 us; critical path 8.2 us, one stream 8.2 us; for any
// OUT: // 1 waits for 0: both touch %y, line 18 (1 reads what 0 writes)
// OUT: // 2 waits for 1: both touch %z, line 18 (2 reads what 1 writes)
// OUT: // 3 follows 1 on f0: both touch %z, line 18 (both write it)
// OUT: // 3 waits for 2: both touch %u, line 18 (3 reads what 2 writes)
// OUT: // the host waits for 3 before 4: the memory accesses of one of them are unknown
// -----

// Launches on a stream of the program in a loop and in a branch of it, between those on leased streams. Behind the loop the
// host reads what the last trip wrote.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "5"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      %r = arith.remui %i, %c2 : index
      %even = arith.cmpi eq, %r, %c0 : index
      scf.if %even {
        gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>)
        gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %x : memref<64xf32>)
      } else {
        gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %x : memref<64xf32>)
      }
    }
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    %v = memref.load %x[%c3] : memref<64xf32>
    return %v : f32
  }
}

// OUT: // 0: @k::@double, line 24
// OUT: // 1: @k::@double, line 28
// OUT: // 2: @k::@double, line 29
// OUT: // 3: @k::@double, line 31
// OUT: plan @main {
// OUT:   n 4 naive 5 tr 3 width 1
// OUT:   0 -> 1
// OUT:   1 -> 2
// OUT:   2 -> 3
// OUT:   streams 1 events 4
// OUT:   s0: 1 3
// OUT:   f0: 0 2
// OUT:   waits 5 records 4 host 1
// OUT:   wait e1 on f0 before 0
// OUT:   record e0 on f0 after 0
// OUT:   wait e0 on s0 before 1
// OUT:   record e3 on s0 after 1
// OUT:   wait e3 on f0 before 2
// OUT:   record e2 on f0 after 2
// OUT:   wait e0 on s0 before 3
// OUT:   record e1 on s0 after the region that ends with 3
// OUT:   wait e2 on s0 before 4
// OUT:   host_wait s0 before 4
// OUT: }
// OUT: // predicted 10.6 us; critical path 8.2 us, one stream 6.1 us; for any
// OUT: // 1 waits for 0: both touch %y, line 16 (1 reads what 0 writes)
// OUT: // 2 follows 0 on f0: both touch %x, line 16 (2 writes what 0 reads)
// OUT: // 2 waits for 1: both touch %z, line 16 (2 reads what 1 writes)
// OUT: // 3 waits for 2: both touch %x, line 16 (both write it)
// OUT: // the host waits for 3 before 4: both touch %x, line 16 (4 reads what 3 writes)
