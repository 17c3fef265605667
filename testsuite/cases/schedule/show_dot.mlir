// RUN: compile --plan-for=any --target=cpu --emit=dot

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

// OUT: digraph plans {
// OUT:   rankdir=LR
// OUT:   node [shape=box]
// OUT:   subgraph cluster_0 {
// OUT:     label="@main"
// OUT:     subgraph cluster_0_0 {
// OUT:       label="s0"
// OUT:       n0_0 [label="0: @kernels::@from_2_to_1\nline 28"]
// OUT:       n0_2 [label="2: @kernels::@from_2_to_1\nline 32"]
// OUT:     }
// OUT:     subgraph cluster_0_1 {
// OUT:       label="s1"
// OUT:       n0_1 [label="1: @kernels::@from_2_to_1\nline 30"]
// OUT:     }
// OUT:     n0_0 -> n0_2 [tooltip="both touch %a, line 25 (2 reads what 0 writes)"]
// OUT:     n0_1 -> n0_2 [tooltip="both touch %b, line 26 (2 reads what 1 writes)", color=red]
// OUT:   }
// OUT: }
