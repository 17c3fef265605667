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
    gpu.func @from_3_to_1(%own: f32, %r0: memref<64xf32>, %r1: memref<64xf32>, %r2: memref<64xf32>, %w0: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %half = arith.constant 0.5 : f32
      %v0 = memref.load %r0[%i] : memref<64xf32>
      %h0 = arith.mulf %own, %half : f32
      %s0 = arith.addf %h0, %v0 : f32
      %v1 = memref.load %r1[%i] : memref<64xf32>
      %h1 = arith.mulf %s0, %half : f32
      %s1 = arith.addf %h1, %v1 : f32
      %v2 = memref.load %r2[%i] : memref<64xf32>
      %h2 = arith.mulf %s1, %half : f32
      %s2 = arith.addf %h2, %v2 : f32
      %x0 = arith.mulf %s2, %half : f32
      memref.store %x0, %w0[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%i_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %i3_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %i = memref.alloc() : memref<64xf32>
    %p1 = memref.alloc() : memref<64xf32>
    %p2 = memref.alloc() : memref<64xf32>
    %p3 = memref.alloc() : memref<64xf32>
    %m1 = memref.alloc() : memref<64xf32>
    %m2 = memref.alloc() : memref<64xf32>
    %mx = memref.alloc() : memref<64xf32>
    %mn = memref.alloc() : memref<64xf32>
    %sh = memref.alloc() : memref<64xf32>
    %i2 = memref.alloc() : memref<64xf32>
    %i3 = memref.alloc() : memref<64xf32>
    gpu.memcpy %i, %i_host : memref<64xf32>, memref<64xf32>
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %i : memref<64xf32>, %p1 : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %i : memref<64xf32>, %p2 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %i : memref<64xf32>, %p3 : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %p1 : memref<64xf32>, %m1 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %p2 : memref<64xf32>, %m2 : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own6 : f32, %m2 : memref<64xf32>, %mx : memref<64xf32>)
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %m2 : memref<64xf32>, %mn : memref<64xf32>)
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %m2 : memref<64xf32>, %mx : memref<64xf32>, %mn : memref<64xf32>, %m2 : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %i : memref<64xf32>, %p3 : memref<64xf32>, %sh : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %sh : memref<64xf32>, %p2 : memref<64xf32>, %m2 : memref<64xf32>, %i2 : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %i2 : memref<64xf32>, %p1 : memref<64xf32>, %m1 : memref<64xf32>, %i3 : memref<64xf32>)
    gpu.memcpy %i3_h, %i3 : memref<64xf32>, memref<64xf32>
    memref.dealloc %i : memref<64xf32>
    memref.dealloc %p1 : memref<64xf32>
    memref.dealloc %p2 : memref<64xf32>
    memref.dealloc %p3 : memref<64xf32>
    memref.dealloc %m1 : memref<64xf32>
    memref.dealloc %m2 : memref<64xf32>
    memref.dealloc %mx : memref<64xf32>
    memref.dealloc %mn : memref<64xf32>
    memref.dealloc %sh : memref<64xf32>
    memref.dealloc %i2 : memref<64xf32>
    memref.dealloc %i3 : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.5901539 max=1.8589981 sum=110.743283867836 first=1.8343687
// OUT: kernels=3 launches=11 streams=3 waits=5 records=4 host_syncs=1 leaks=0
