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
  func.func @main(%h1: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %a1: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %an: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %hn: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %a2 = memref.alloc() : memref<64xf32>
    %h2 = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %h1 : memref<64xf32>, %a2 : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %a1 : memref<64xf32>, %h2 : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>, %a1 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>, %h1 : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.memset %an, %own6 : memref<64xf32>, f32
    %own7 = arith.constant 7.0 : f32
    gpu.memset %hn, %own7 : memref<64xf32>, f32
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %h1 : memref<64xf32>, %a2 : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %a1 : memref<64xf32>, %h2 : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>)
    %own12 = arith.constant 12.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own12 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>, %a1 : memref<64xf32>)
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>, %h1 : memref<64xf32>)
    %own14 = arith.constant 14.0 : f32
    gpu.memset %an, %own14 : memref<64xf32>, f32
    %own15 = arith.constant 15.0 : f32
    gpu.memset %hn, %own15 : memref<64xf32>, f32
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %h1 : memref<64xf32>, %a2 : memref<64xf32>)
    %own17 = arith.constant 17.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own17 : f32, %a1 : memref<64xf32>, %h2 : memref<64xf32>)
    %own18 = arith.constant 18.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own18 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>)
    %own19 = arith.constant 19.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own19 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>)
    %own20 = arith.constant 20.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own20 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>, %a1 : memref<64xf32>)
    %own21 = arith.constant 21.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own21 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>, %h1 : memref<64xf32>)
    %own22 = arith.constant 22.0 : f32
    gpu.memset %an, %own22 : memref<64xf32>, f32
    %own23 = arith.constant 23.0 : f32
    gpu.memset %hn, %own23 : memref<64xf32>, f32
    %own24 = arith.constant 24.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own24 : f32, %h1 : memref<64xf32>, %a2 : memref<64xf32>)
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %a1 : memref<64xf32>, %h2 : memref<64xf32>)
    %own26 = arith.constant 26.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own26 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>)
    %own27 = arith.constant 27.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own27 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>)
    %own28 = arith.constant 28.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own28 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>, %a1 : memref<64xf32>)
    %own29 = arith.constant 29.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own29 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>, %h1 : memref<64xf32>)
    %own30 = arith.constant 30.0 : f32
    gpu.memset %an, %own30 : memref<64xf32>, f32
    %own31 = arith.constant 31.0 : f32
    gpu.memset %hn, %own31 : memref<64xf32>, f32
    %own32 = arith.constant 32.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own32 : f32, %h1 : memref<64xf32>, %a2 : memref<64xf32>)
    %own33 = arith.constant 33.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own33 : f32, %a1 : memref<64xf32>, %h2 : memref<64xf32>)
    %own34 = arith.constant 34.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own34 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>)
    %own35 = arith.constant 35.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own35 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>)
    %own36 = arith.constant 36.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own36 : f32, %a2 : memref<64xf32>, %an : memref<64xf32>, %a1 : memref<64xf32>)
    %own37 = arith.constant 37.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own37 : f32, %h2 : memref<64xf32>, %hn : memref<64xf32>, %h1 : memref<64xf32>)
    %own38 = arith.constant 38.0 : f32
    gpu.memset %an, %own38 : memref<64xf32>, f32
    %own39 = arith.constant 39.0 : f32
    gpu.memset %hn, %own39 : memref<64xf32>, f32
    memref.dealloc %a2 : memref<64xf32>
    memref.dealloc %h2 : memref<64xf32>
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=16.070843 max=16.071775 sum=1028.5645694732666 first=16.071354
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=15.770523 max=15.771456 sum=1009.3445930480957 first=15.77137
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=38.0 max=38.0 sum=2432.0 first=38.0
// OUT:   values: 38.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=39.0 max=39.0 sum=2496.0 first=39.0
// OUT:   values: 39.0 (64 times)
// OUT: kernels=2 launches=30 streams=4 waits=35 records=27 host_syncs=1 leaks=0
