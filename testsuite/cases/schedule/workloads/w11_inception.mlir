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
                  %o2: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %a0 = memref.alloc() : memref<64xf32>
    %b0_0 = memref.alloc() : memref<64xf32>
    %b_0 = memref.alloc() : memref<64xf32>
    %c0_0 = memref.alloc() : memref<64xf32>
    %c1_0 = memref.alloc() : memref<64xf32>
    %c_0 = memref.alloc() : memref<64xf32>
    %d0_0 = memref.alloc() : memref<64xf32>
    %d_0 = memref.alloc() : memref<64xf32>
    %o0 = memref.alloc() : memref<64xf32>
    %a1 = memref.alloc() : memref<64xf32>
    %b0_1 = memref.alloc() : memref<64xf32>
    %b_1 = memref.alloc() : memref<64xf32>
    %c0_1 = memref.alloc() : memref<64xf32>
    %c1_1 = memref.alloc() : memref<64xf32>
    %c_1 = memref.alloc() : memref<64xf32>
    %d0_1 = memref.alloc() : memref<64xf32>
    %d_1 = memref.alloc() : memref<64xf32>
    %o1 = memref.alloc() : memref<64xf32>
    %a2 = memref.alloc() : memref<64xf32>
    %b0_2 = memref.alloc() : memref<64xf32>
    %b_2 = memref.alloc() : memref<64xf32>
    %c0_2 = memref.alloc() : memref<64xf32>
    %c1_2 = memref.alloc() : memref<64xf32>
    %c_2 = memref.alloc() : memref<64xf32>
    %d0_2 = memref.alloc() : memref<64xf32>
    %d_2 = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %in : memref<64xf32>, %a0 : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %in : memref<64xf32>, %b0_0 : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %b0_0 : memref<64xf32>, %b_0 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %in : memref<64xf32>, %c0_0 : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %c0_0 : memref<64xf32>, %c1_0 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %c1_0 : memref<64xf32>, %c_0 : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own6 : f32, %in : memref<64xf32>, %d0_0 : memref<64xf32>)
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %d0_0 : memref<64xf32>, %d_0 : memref<64xf32>)
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %a0 : memref<64xf32>, %b_0 : memref<64xf32>, %c_0 : memref<64xf32>, %d_0 : memref<64xf32>, %o0 : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %o0 : memref<64xf32>, %a1 : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %o0 : memref<64xf32>, %b0_1 : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %b0_1 : memref<64xf32>, %b_1 : memref<64xf32>)
    %own12 = arith.constant 12.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own12 : f32, %o0 : memref<64xf32>, %c0_1 : memref<64xf32>)
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %c0_1 : memref<64xf32>, %c1_1 : memref<64xf32>)
    %own14 = arith.constant 14.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own14 : f32, %c1_1 : memref<64xf32>, %c_1 : memref<64xf32>)
    %own15 = arith.constant 15.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own15 : f32, %o0 : memref<64xf32>, %d0_1 : memref<64xf32>)
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %d0_1 : memref<64xf32>, %d_1 : memref<64xf32>)
    %own17 = arith.constant 17.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own17 : f32, %a1 : memref<64xf32>, %b_1 : memref<64xf32>, %c_1 : memref<64xf32>, %d_1 : memref<64xf32>, %o1 : memref<64xf32>)
    %own18 = arith.constant 18.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own18 : f32, %o1 : memref<64xf32>, %a2 : memref<64xf32>)
    %own19 = arith.constant 19.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own19 : f32, %o1 : memref<64xf32>, %b0_2 : memref<64xf32>)
    %own20 = arith.constant 20.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own20 : f32, %b0_2 : memref<64xf32>, %b_2 : memref<64xf32>)
    %own21 = arith.constant 21.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own21 : f32, %o1 : memref<64xf32>, %c0_2 : memref<64xf32>)
    %own22 = arith.constant 22.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own22 : f32, %c0_2 : memref<64xf32>, %c1_2 : memref<64xf32>)
    %own23 = arith.constant 23.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own23 : f32, %c1_2 : memref<64xf32>, %c_2 : memref<64xf32>)
    %own24 = arith.constant 24.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own24 : f32, %o1 : memref<64xf32>, %d0_2 : memref<64xf32>)
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %d0_2 : memref<64xf32>, %d_2 : memref<64xf32>)
    %own26 = arith.constant 26.0 : f32
    gpu.launch_func @kernels::@from_4_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own26 : f32, %a2 : memref<64xf32>, %b_2 : memref<64xf32>, %c_2 : memref<64xf32>, %d_2 : memref<64xf32>, %o2 : memref<64xf32>)
    memref.dealloc %a0 : memref<64xf32>
    memref.dealloc %b0_0 : memref<64xf32>
    memref.dealloc %b_0 : memref<64xf32>
    memref.dealloc %c0_0 : memref<64xf32>
    memref.dealloc %c1_0 : memref<64xf32>
    memref.dealloc %c_0 : memref<64xf32>
    memref.dealloc %d0_0 : memref<64xf32>
    memref.dealloc %d_0 : memref<64xf32>
    memref.dealloc %o0 : memref<64xf32>
    memref.dealloc %a1 : memref<64xf32>
    memref.dealloc %b0_1 : memref<64xf32>
    memref.dealloc %b_1 : memref<64xf32>
    memref.dealloc %c0_1 : memref<64xf32>
    memref.dealloc %c1_1 : memref<64xf32>
    memref.dealloc %c_1 : memref<64xf32>
    memref.dealloc %d0_1 : memref<64xf32>
    memref.dealloc %d_1 : memref<64xf32>
    memref.dealloc %o1 : memref<64xf32>
    memref.dealloc %a2 : memref<64xf32>
    memref.dealloc %b0_2 : memref<64xf32>
    memref.dealloc %b_2 : memref<64xf32>
    memref.dealloc %c0_2 : memref<64xf32>
    memref.dealloc %c1_2 : memref<64xf32>
    memref.dealloc %c_2 : memref<64xf32>
    memref.dealloc %d0_2 : memref<64xf32>
    memref.dealloc %d_2 : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=10.412815 max=10.422821 sum=666.754168510437 first=10.421905
// OUT: kernels=2 launches=27 streams=4 waits=15 records=11 host_syncs=1 leaks=0
