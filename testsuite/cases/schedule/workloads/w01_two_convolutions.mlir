// RUN: run --plan-for=any --device=interp,cpu

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

// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=0.3498578 max=0.7808314 sum=38.27428284287453 first=0.69673836
// OUT: kernels=1 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
