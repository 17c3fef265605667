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
    gpu.func @from_4_to_1(%own: f32, %r0: memref<64xf32>, %r1: memref<64xf32>, %r2: memref<64xf32>, %r3: memref<64xf32>, %w0: memref<64xf32>) kernel {
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
      %v3 = memref.load %r3[%i] : memref<64xf32>
      %h3 = arith.mulf %s2, %half : f32
      %s3 = arith.addf %h3, %v3 : f32
      %x0 = arith.mulf %s3, %half : f32
      memref.store %x0, %w0[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %b4_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %b4_1: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %b4_2: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"},
                  %b4_3: memref<64xf32> {llvm.noalias, warpline.input = "rand:4"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %b1_0 = memref.alloc() : memref<64xf32>
    %b1_1 = memref.alloc() : memref<64xf32>
    %b1_2 = memref.alloc() : memref<64xf32>
    %b1_3 = memref.alloc() : memref<64xf32>
    %b2_0 = memref.alloc() : memref<64xf32>
    %b2_1 = memref.alloc() : memref<64xf32>
    %b2_2 = memref.alloc() : memref<64xf32>
    %b2_3 = memref.alloc() : memref<64xf32>
    %b3_0 = memref.alloc() : memref<64xf32>
    %b3_1 = memref.alloc() : memref<64xf32>
    %b3_2 = memref.alloc() : memref<64xf32>
    %b3_3 = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %in : memref<64xf32>, %b1_0 : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %in : memref<64xf32>, %b1_1 : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %in : memref<64xf32>, %b1_2 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %in : memref<64xf32>, %b1_3 : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %b1_0 : memref<64xf32>, %b1_1 : memref<64xf32>, %b1_2 : memref<64xf32>, %b1_3 : memref<64xf32>, %b2_0 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %b1_0 : memref<64xf32>, %b1_1 : memref<64xf32>, %b1_2 : memref<64xf32>, %b1_3 : memref<64xf32>, %b2_1 : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own6 : f32, %b1_0 : memref<64xf32>, %b1_1 : memref<64xf32>, %b1_2 : memref<64xf32>, %b1_3 : memref<64xf32>, %b2_2 : memref<64xf32>)
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %b1_0 : memref<64xf32>, %b1_1 : memref<64xf32>, %b1_2 : memref<64xf32>, %b1_3 : memref<64xf32>, %b2_3 : memref<64xf32>)
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %b2_0 : memref<64xf32>, %b2_1 : memref<64xf32>, %b2_2 : memref<64xf32>, %b2_3 : memref<64xf32>, %b3_0 : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %b2_0 : memref<64xf32>, %b2_1 : memref<64xf32>, %b2_2 : memref<64xf32>, %b2_3 : memref<64xf32>, %b3_1 : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %b2_0 : memref<64xf32>, %b2_1 : memref<64xf32>, %b2_2 : memref<64xf32>, %b2_3 : memref<64xf32>, %b3_2 : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %b2_0 : memref<64xf32>, %b2_1 : memref<64xf32>, %b2_2 : memref<64xf32>, %b2_3 : memref<64xf32>, %b3_3 : memref<64xf32>)
    %own12 = arith.constant 12.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own12 : f32, %b3_0 : memref<64xf32>, %b3_1 : memref<64xf32>, %b3_2 : memref<64xf32>, %b3_3 : memref<64xf32>, %b4_0 : memref<64xf32>)
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %b3_0 : memref<64xf32>, %b3_1 : memref<64xf32>, %b3_2 : memref<64xf32>, %b3_3 : memref<64xf32>, %b4_1 : memref<64xf32>)
    %own14 = arith.constant 14.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own14 : f32, %b3_0 : memref<64xf32>, %b3_1 : memref<64xf32>, %b3_2 : memref<64xf32>, %b3_3 : memref<64xf32>, %b4_2 : memref<64xf32>)
    %own15 = arith.constant 15.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own15 : f32, %b3_0 : memref<64xf32>, %b3_1 : memref<64xf32>, %b3_2 : memref<64xf32>, %b3_3 : memref<64xf32>, %b4_3 : memref<64xf32>)
    memref.dealloc %b1_0 : memref<64xf32>
    memref.dealloc %b1_1 : memref<64xf32>
    memref.dealloc %b1_2 : memref<64xf32>
    memref.dealloc %b1_3 : memref<64xf32>
    memref.dealloc %b2_0 : memref<64xf32>
    memref.dealloc %b2_1 : memref<64xf32>
    memref.dealloc %b2_2 : memref<64xf32>
    memref.dealloc %b2_3 : memref<64xf32>
    memref.dealloc %b3_0 : memref<64xf32>
    memref.dealloc %b3_1 : memref<64xf32>
    memref.dealloc %b3_2 : memref<64xf32>
    memref.dealloc %b3_3 : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.3209958 max=1.7148105 sum=97.68840384483337 first=1.6787324
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=1.3522458 max=1.7460605 sum=99.6884036064148 first=1.7099823
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=1.3834958 max=1.7773104 sum=101.68840301036835 first=1.7412323
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=1.4147458 max=1.8085604 sum=103.68840289115906 first=1.7724823
// OUT: kernels=2 launches=16 streams=4 waits=39 records=15 host_syncs=1 leaks=0
