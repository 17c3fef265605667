// RUN: run --plan-for=any --device=interp,cpu

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @from_1_to_1(%own: f32, %r0: memref<64xf32>, %w0: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %half = arith.constant 0.5 : f32
      %v0 = memref.load %r0[%i] : memref<64xf32>
      %h0 = arith.mulf %own, %half : f32
      %s0 = arith.addf %h0, %v0 : f32
      %x0 = arith.mulf %s0, %half : f32
      memref.store %x0, %w0[%i] : memref<64xf32>
      gpu.return
    }
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
                  %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %a: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %r: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %z = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %x : memref<64xf32>, %x : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %y : memref<64xf32>, %y : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %x : memref<64xf32>, %y : memref<64xf32>, %z : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %a : memref<64xf32>, %a : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %a : memref<64xf32>, %b : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %z : memref<64xf32>, %b : memref<64xf32>, %r : memref<64xf32>)
    memref.dealloc %z : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.007496009 max=0.485441 sum=16.432503954973072 first=0.4416554
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.27187413 max=0.74887395 sum=33.05634292960167 first=0.5332808
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.75410944 max=1.2398155 sum=63.69601649045944 first=1.0455949
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=1.4230096 max=1.5903137 sum=97.0830785036087 first=1.5431623
// OUT: kernels=2 launches=6 streams=3 waits=2 records=2 host_syncs=1 leaks=0
