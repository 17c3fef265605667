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
  func.func @main(%x0_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %y0_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %o_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %x0 = memref.alloc() : memref<64xf32>
    %y0 = memref.alloc() : memref<64xf32>
    %x1 = memref.alloc() : memref<64xf32>
    %y1 = memref.alloc() : memref<64xf32>
    %x2 = memref.alloc() : memref<64xf32>
    %y2 = memref.alloc() : memref<64xf32>
    %x3 = memref.alloc() : memref<64xf32>
    %y3 = memref.alloc() : memref<64xf32>
    %x4 = memref.alloc() : memref<64xf32>
    %y4 = memref.alloc() : memref<64xf32>
    %z = memref.alloc() : memref<64xf32>
    %o = memref.alloc() : memref<64xf32>
    gpu.memcpy %x0, %x0_host : memref<64xf32>, memref<64xf32>
    gpu.memcpy %y0, %y0_host : memref<64xf32>, memref<64xf32>
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %x0 : memref<64xf32>, %x1 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %y0 : memref<64xf32>, %y1 : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %x1 : memref<64xf32>, %x2 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %y1 : memref<64xf32>, %y2 : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own6 : f32, %x2 : memref<64xf32>, %x3 : memref<64xf32>)
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %y2 : memref<64xf32>, %y3 : memref<64xf32>)
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %x3 : memref<64xf32>, %x4 : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %y3 : memref<64xf32>, %y4 : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %x4 : memref<64xf32>, %y4 : memref<64xf32>, %z : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %z : memref<64xf32>, %o : memref<64xf32>)
    gpu.memcpy %o_h, %o : memref<64xf32>, memref<64xf32>
    memref.dealloc %x0 : memref<64xf32>
    memref.dealloc %y0 : memref<64xf32>
    memref.dealloc %x1 : memref<64xf32>
    memref.dealloc %y1 : memref<64xf32>
    memref.dealloc %x2 : memref<64xf32>
    memref.dealloc %y2 : memref<64xf32>
    memref.dealloc %x3 : memref<64xf32>
    memref.dealloc %y3 : memref<64xf32>
    memref.dealloc %x4 : memref<64xf32>
    memref.dealloc %y4 : memref<64xf32>
    memref.dealloc %z : memref<64xf32>
    memref.dealloc %o : memref<64xf32>
    return
  }
}

// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=4.6443157 max=4.663488 sum=297.78976917266846 first=4.6563783
// OUT: kernels=2 launches=10 streams=2 waits=1 records=1 host_syncs=1 leaks=0
