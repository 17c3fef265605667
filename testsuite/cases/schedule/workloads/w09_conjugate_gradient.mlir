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
    gpu.func @from_2_to_2(%own: f32, %r0: memref<64xf32>, %r1: memref<64xf32>, %w0: memref<64xf32>, %w1: memref<64xf32>) kernel {
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
      %x1 = arith.mulf %x0, %half : f32
      memref.store %x1, %w1[%i] : memref<64xf32>
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
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %p: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %t1: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %r = memref.alloc() : memref<64xf32>
    %y = memref.alloc() : memref<64xf32>
    %t2 = memref.alloc() : memref<64xf32>
    %al = memref.alloc() : memref<64xf32>
    %tn = memref.alloc() : memref<64xf32>
    %be = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %x : memref<64xf32>, %r : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %r : memref<64xf32>, %p : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %r : memref<64xf32>, %t1 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %p : memref<64xf32>, %y : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %p : memref<64xf32>, %y : memref<64xf32>, %t2 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %t1 : memref<64xf32>, %t2 : memref<64xf32>, %al : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own6 : f32, %al : memref<64xf32>, %p : memref<64xf32>, %x : memref<64xf32>, %x : memref<64xf32>)
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %y : memref<64xf32>, %al : memref<64xf32>, %r : memref<64xf32>, %r : memref<64xf32>)
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %r : memref<64xf32>, %tn : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %tn : memref<64xf32>, %t1 : memref<64xf32>, %be : memref<64xf32>, %t1 : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %r : memref<64xf32>, %be : memref<64xf32>, %p : memref<64xf32>, %p : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %p : memref<64xf32>, %y : memref<64xf32>)
    %own12 = arith.constant 12.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own12 : f32, %p : memref<64xf32>, %y : memref<64xf32>, %t2 : memref<64xf32>)
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %t1 : memref<64xf32>, %t2 : memref<64xf32>, %al : memref<64xf32>)
    %own14 = arith.constant 14.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own14 : f32, %al : memref<64xf32>, %p : memref<64xf32>, %x : memref<64xf32>, %x : memref<64xf32>)
    %own15 = arith.constant 15.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own15 : f32, %y : memref<64xf32>, %al : memref<64xf32>, %r : memref<64xf32>, %r : memref<64xf32>)
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %r : memref<64xf32>, %tn : memref<64xf32>)
    %own17 = arith.constant 17.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own17 : f32, %tn : memref<64xf32>, %t1 : memref<64xf32>, %be : memref<64xf32>, %t1 : memref<64xf32>)
    %own18 = arith.constant 18.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own18 : f32, %r : memref<64xf32>, %be : memref<64xf32>, %p : memref<64xf32>, %p : memref<64xf32>)
    %own19 = arith.constant 19.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own19 : f32, %p : memref<64xf32>, %y : memref<64xf32>)
    %own20 = arith.constant 20.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own20 : f32, %p : memref<64xf32>, %y : memref<64xf32>, %t2 : memref<64xf32>)
    %own21 = arith.constant 21.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own21 : f32, %t1 : memref<64xf32>, %t2 : memref<64xf32>, %al : memref<64xf32>)
    %own22 = arith.constant 22.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own22 : f32, %al : memref<64xf32>, %p : memref<64xf32>, %x : memref<64xf32>, %x : memref<64xf32>)
    %own23 = arith.constant 23.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own23 : f32, %y : memref<64xf32>, %al : memref<64xf32>, %r : memref<64xf32>, %r : memref<64xf32>)
    %own24 = arith.constant 24.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own24 : f32, %r : memref<64xf32>, %tn : memref<64xf32>)
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %tn : memref<64xf32>, %t1 : memref<64xf32>, %be : memref<64xf32>, %t1 : memref<64xf32>)
    %own26 = arith.constant 26.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own26 : f32, %r : memref<64xf32>, %be : memref<64xf32>, %p : memref<64xf32>, %p : memref<64xf32>)
    memref.dealloc %r : memref<64xf32>
    memref.dealloc %y : memref<64xf32>
    memref.dealloc %t2 : memref<64xf32>
    memref.dealloc %al : memref<64xf32>
    memref.dealloc %tn : memref<64xf32>
    memref.dealloc %be : memref<64xf32>
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=3.9362268 max=4.1412463 sum=258.7616262435913 first=4.122464
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=5.402047 max=5.488677 sum=348.622531414032 first=5.4807405
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=3.1304545 max=3.1444683 sum=200.81683611869812 first=3.1431844
// OUT: kernels=4 launches=27 streams=2 waits=8 records=8 host_syncs=1 leaks=0
