// RUN: run --plan-for=any --device=cpu,interp
// RUN: compile --plan-for=any --target=cpu --emit=plan

// Chunks are copied in, squared and copied out, in buffers that the body makes. With two pairs of buffers the copy in of one
// iteration runs beside the kernel of the one before.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<256xf32>, %b: memref<256xf32>) kernel {
      %t = gpu.thread_id x
      %g = gpu.block_id x
      %d = gpu.block_dim x
      %m = arith.muli %g, %d : index
      %i = arith.addi %m, %t : index
      %x = memref.load %a[%i] : memref<256xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%i] : memref<256xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<2048xf32> {llvm.noalias, warpline.input = "iota:1"}, %out: memref<2048xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %n = arith.constant 2048 : index
    scf.for %o = %c0 to %n step %c256 {
      %from = memref.subview %in[%o] [256] [1] : memref<2048xf32> to memref<256xf32, strided<[1], offset: ?>>
      %to = memref.subview %out[%o] [256] [1] : memref<2048xf32> to memref<256xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<256xf32>
      %b = gpu.alloc () : memref<256xf32>
      gpu.memcpy %a, %from : memref<256xf32>, memref<256xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c4, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<256xf32>, %b : memref<256xf32>)
      gpu.memcpy %to, %b : memref<256xf32, strided<[1], offset: ?>>, memref<256xf32>
      gpu.dealloc %a : memref<256xf32>
      gpu.dealloc %b : memref<256xf32>
    }
    return
  }
}

// OUT: argument 1: memref<2048xf32>
// OUT:   count=2048 min=1.0 max=4194304.0 sum=2865409024.0 first=1.0
// OUT: kernels=1 launches=8 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// OUT: // 0: gpu.memcpy, line 32
// OUT: // 1: @k::@square, line 33
// OUT: // 2: gpu.memcpy, line 34
// OUT: // 3: gpu.memcpy, line 32
// OUT: // 4: @k::@square, line 33
// OUT: // 5: gpu.memcpy, line 34
// OUT: // b0: gpu.alloc, line 30
// OUT: // b1: gpu.alloc, line 31
// OUT: // b2: gpu.alloc, line 30
// OUT: // b3: gpu.alloc, line 31
// OUT: plan @main {
// OUT:   n 6 naive 4 tr 4 width 2
// OUT:   0 -> 1
// OUT:   1 -> 2
// OUT:   3 -> 4
// OUT:   4 -> 5
// OUT:   streams 2 events 1
// OUT:   s0: 0 1 2
// OUT:   s1: 3 4 5
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after the region that ends with 5
// OUT:   wait e0 on s0 before 6
// OUT:   host_wait s0 before 6
// OUT:   arena 4096 bound 4096
// OUT:   b0 arena 0 1024 from 0 to 1
// OUT:   b1 arena 1024 1024 from 1 to 2
// OUT:   b2 arena 2048 1024 from 3 to 4
// OUT:   b3 arena 3072 1024 from 4 to 5
// OUT: }
// OUT: // predicted 26.4 us; critical path 24.9 us, one stream 49.8 us; for any
// OUT: // 1 follows 0 on s0: both touch %a, line 30 (1 reads what 0 writes)
// OUT: // 2 follows 1 on s0: both touch %b, line 31 (2 reads what 1 writes)
// OUT: // 4 follows 3 on s1: both touch %a, line 30 (4 reads what 3 writes)
// OUT: // 5 follows 4 on s1: both touch %b, line 31 (5 reads what 4 writes)
// OUT: // region 0 ops 0..2 nodes 3 edges 2 mode dag decision stream
// OUT: // region 1 ops 3..5 nodes 3 edges 2 mode dag decision stream
