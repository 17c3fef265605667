// RUN: compile --plan-for=any --target=cpu --emit=plan

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @from_2_to_1(%own: f32, %r0: memref<64xf32>, %r1: memref<64xf32>, %w0: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %half = arith.constant 0.5 : f32
      %v0 = memref.load %r0[%i] : memref<64xf32>
      %h0 = arith.mulf %own, %half : f32
      %s0 = arith.addf %h0, %v0 : f32
      %v1 = memref.load %r1[%i] : memref<64xf32>
      %h1 = arith.mulf %s0, %half : f32
      %s1 = arith.addf %h1, %v1 : f32
      %x0 = arith.mulf %s1, %half : f32
      memref.store %x0, %w0[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %w1: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %w2: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %c: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %x : memref<64xf32>, %w1 : memref<64xf32>, %a : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %x : memref<64xf32>, %w2 : memref<64xf32>, %b : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %a : memref<64xf32>, %b : memref<64xf32>, %c : memref<64xf32>)
    memref.dealloc %a : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    return
  }
}

// OUT: // 0: @kernels::@from_2_to_1, line 28
// OUT: // 1: @kernels::@from_2_to_1, line 30
// OUT: // 2: @kernels::@from_2_to_1, line 32
// OUT: // b0: gpu.alloc, line 25
// OUT: // b1: gpu.alloc, line 26
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
// OUT:   arena 512 bound 512
// OUT:   b0 arena 0 256 from 0 to 2
// OUT:   b1 arena 256 256 from 1 to 2
// OUT: }
// OUT: // predicted 5.6 us; critical path 4.1 us, one stream 6.2 us; for any
// OUT: // 2 follows 0 on s0: both touch %a, line 25 (2 reads what 0 writes)
// OUT: // 2 waits for 1: both touch %b, line 26 (2 reads what 1 writes)
// OUT: // region 0 ops 0..2 nodes 3 edges 2 mode dag decision stream
