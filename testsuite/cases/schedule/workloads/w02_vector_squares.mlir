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
  func.func @main(%x_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %y_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %r_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %x = memref.alloc() : memref<64xf32>
    %y = memref.alloc() : memref<64xf32>
    %x1 = memref.alloc() : memref<64xf32>
    %y1 = memref.alloc() : memref<64xf32>
    %r = memref.alloc() : memref<64xf32>
    gpu.memcpy %x, %x_host : memref<64xf32>, memref<64xf32>
    gpu.memcpy %y, %y_host : memref<64xf32>, memref<64xf32>
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %x : memref<64xf32>, %x1 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %y : memref<64xf32>, %y1 : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %x1 : memref<64xf32>, %y1 : memref<64xf32>, %r : memref<64xf32>)
    gpu.memcpy %r_h, %r : memref<64xf32>, memref<64xf32>
    memref.dealloc %x : memref<64xf32>
    memref.dealloc %y : memref<64xf32>
    memref.dealloc %x1 : memref<64xf32>
    memref.dealloc %y1 : memref<64xf32>
    memref.dealloc %r : memref<64xf32>
    return
  }
}

// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=1.059055 max=1.3658046 sum=76.63629746437073 first=1.2520542
// OUT: kernels=2 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
