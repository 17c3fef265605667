// RUN: run --plan-for=any --device=interp,cpu

module attributes {gpu.container_module} {
  gpu.module @kernels {
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
  }
  func.func @main(%x0: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %S0: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %S1: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %S2: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"},
                  %S3: memref<64xf32> {llvm.noalias, warpline.input = "rand:4"},
                  %h3_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:5"},
                  %x1: memref<64xf32> {llvm.noalias, warpline.input = "rand:6"},
                  %h3_1: memref<64xf32> {llvm.noalias, warpline.input = "rand:7"},
                  %x2: memref<64xf32> {llvm.noalias, warpline.input = "rand:8"},
                  %h3_2: memref<64xf32> {llvm.noalias, warpline.input = "rand:9"},
                  %x3: memref<64xf32> {llvm.noalias, warpline.input = "rand:10"},
                  %h3_3: memref<64xf32> {llvm.noalias, warpline.input = "rand:11"},
                  %x4: memref<64xf32> {llvm.noalias, warpline.input = "rand:12"},
                  %h3_4: memref<64xf32> {llvm.noalias, warpline.input = "rand:13"},
                  %x5: memref<64xf32> {llvm.noalias, warpline.input = "rand:14"},
                  %h3_5: memref<64xf32> {llvm.noalias, warpline.input = "rand:15"},
                  %x6: memref<64xf32> {llvm.noalias, warpline.input = "rand:16"},
                  %h3_6: memref<64xf32> {llvm.noalias, warpline.input = "rand:17"},
                  %x7: memref<64xf32> {llvm.noalias, warpline.input = "rand:18"},
                  %h3_7: memref<64xf32> {llvm.noalias, warpline.input = "rand:19"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %h0_0 = memref.alloc() : memref<64xf32>
    %h1_0 = memref.alloc() : memref<64xf32>
    %h2_0 = memref.alloc() : memref<64xf32>
    %h0_1 = memref.alloc() : memref<64xf32>
    %h1_1 = memref.alloc() : memref<64xf32>
    %h2_1 = memref.alloc() : memref<64xf32>
    %h0_2 = memref.alloc() : memref<64xf32>
    %h1_2 = memref.alloc() : memref<64xf32>
    %h2_2 = memref.alloc() : memref<64xf32>
    %h0_3 = memref.alloc() : memref<64xf32>
    %h1_3 = memref.alloc() : memref<64xf32>
    %h2_3 = memref.alloc() : memref<64xf32>
    %h0_4 = memref.alloc() : memref<64xf32>
    %h1_4 = memref.alloc() : memref<64xf32>
    %h2_4 = memref.alloc() : memref<64xf32>
    %h0_5 = memref.alloc() : memref<64xf32>
    %h1_5 = memref.alloc() : memref<64xf32>
    %h2_5 = memref.alloc() : memref<64xf32>
    %h0_6 = memref.alloc() : memref<64xf32>
    %h1_6 = memref.alloc() : memref<64xf32>
    %h2_6 = memref.alloc() : memref<64xf32>
    %h0_7 = memref.alloc() : memref<64xf32>
    %h1_7 = memref.alloc() : memref<64xf32>
    %h2_7 = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %x0 : memref<64xf32>, %S0 : memref<64xf32>, %h0_0 : memref<64xf32>, %S0 : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %h0_0 : memref<64xf32>, %S1 : memref<64xf32>, %h1_0 : memref<64xf32>, %S1 : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %h1_0 : memref<64xf32>, %S2 : memref<64xf32>, %h2_0 : memref<64xf32>, %S2 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %h2_0 : memref<64xf32>, %S3 : memref<64xf32>, %h3_0 : memref<64xf32>, %S3 : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %x1 : memref<64xf32>, %S0 : memref<64xf32>, %h0_1 : memref<64xf32>, %S0 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %h0_1 : memref<64xf32>, %S1 : memref<64xf32>, %h1_1 : memref<64xf32>, %S1 : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own6 : f32, %h1_1 : memref<64xf32>, %S2 : memref<64xf32>, %h2_1 : memref<64xf32>, %S2 : memref<64xf32>)
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %h2_1 : memref<64xf32>, %S3 : memref<64xf32>, %h3_1 : memref<64xf32>, %S3 : memref<64xf32>)
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %x2 : memref<64xf32>, %S0 : memref<64xf32>, %h0_2 : memref<64xf32>, %S0 : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %h0_2 : memref<64xf32>, %S1 : memref<64xf32>, %h1_2 : memref<64xf32>, %S1 : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %h1_2 : memref<64xf32>, %S2 : memref<64xf32>, %h2_2 : memref<64xf32>, %S2 : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %h2_2 : memref<64xf32>, %S3 : memref<64xf32>, %h3_2 : memref<64xf32>, %S3 : memref<64xf32>)
    %own12 = arith.constant 12.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own12 : f32, %x3 : memref<64xf32>, %S0 : memref<64xf32>, %h0_3 : memref<64xf32>, %S0 : memref<64xf32>)
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %h0_3 : memref<64xf32>, %S1 : memref<64xf32>, %h1_3 : memref<64xf32>, %S1 : memref<64xf32>)
    %own14 = arith.constant 14.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own14 : f32, %h1_3 : memref<64xf32>, %S2 : memref<64xf32>, %h2_3 : memref<64xf32>, %S2 : memref<64xf32>)
    %own15 = arith.constant 15.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own15 : f32, %h2_3 : memref<64xf32>, %S3 : memref<64xf32>, %h3_3 : memref<64xf32>, %S3 : memref<64xf32>)
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %x4 : memref<64xf32>, %S0 : memref<64xf32>, %h0_4 : memref<64xf32>, %S0 : memref<64xf32>)
    %own17 = arith.constant 17.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own17 : f32, %h0_4 : memref<64xf32>, %S1 : memref<64xf32>, %h1_4 : memref<64xf32>, %S1 : memref<64xf32>)
    %own18 = arith.constant 18.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own18 : f32, %h1_4 : memref<64xf32>, %S2 : memref<64xf32>, %h2_4 : memref<64xf32>, %S2 : memref<64xf32>)
    %own19 = arith.constant 19.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own19 : f32, %h2_4 : memref<64xf32>, %S3 : memref<64xf32>, %h3_4 : memref<64xf32>, %S3 : memref<64xf32>)
    %own20 = arith.constant 20.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own20 : f32, %x5 : memref<64xf32>, %S0 : memref<64xf32>, %h0_5 : memref<64xf32>, %S0 : memref<64xf32>)
    %own21 = arith.constant 21.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own21 : f32, %h0_5 : memref<64xf32>, %S1 : memref<64xf32>, %h1_5 : memref<64xf32>, %S1 : memref<64xf32>)
    %own22 = arith.constant 22.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own22 : f32, %h1_5 : memref<64xf32>, %S2 : memref<64xf32>, %h2_5 : memref<64xf32>, %S2 : memref<64xf32>)
    %own23 = arith.constant 23.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own23 : f32, %h2_5 : memref<64xf32>, %S3 : memref<64xf32>, %h3_5 : memref<64xf32>, %S3 : memref<64xf32>)
    %own24 = arith.constant 24.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own24 : f32, %x6 : memref<64xf32>, %S0 : memref<64xf32>, %h0_6 : memref<64xf32>, %S0 : memref<64xf32>)
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %h0_6 : memref<64xf32>, %S1 : memref<64xf32>, %h1_6 : memref<64xf32>, %S1 : memref<64xf32>)
    %own26 = arith.constant 26.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own26 : f32, %h1_6 : memref<64xf32>, %S2 : memref<64xf32>, %h2_6 : memref<64xf32>, %S2 : memref<64xf32>)
    %own27 = arith.constant 27.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own27 : f32, %h2_6 : memref<64xf32>, %S3 : memref<64xf32>, %h3_6 : memref<64xf32>, %S3 : memref<64xf32>)
    %own28 = arith.constant 28.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own28 : f32, %x7 : memref<64xf32>, %S0 : memref<64xf32>, %h0_7 : memref<64xf32>, %S0 : memref<64xf32>)
    %own29 = arith.constant 29.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own29 : f32, %h0_7 : memref<64xf32>, %S1 : memref<64xf32>, %h1_7 : memref<64xf32>, %S1 : memref<64xf32>)
    %own30 = arith.constant 30.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own30 : f32, %h1_7 : memref<64xf32>, %S2 : memref<64xf32>, %h2_7 : memref<64xf32>, %S2 : memref<64xf32>)
    %own31 = arith.constant 31.0 : f32
    gpu.launch_func @kernels::@from_2_to_2 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own31 : f32, %h2_7 : memref<64xf32>, %S3 : memref<64xf32>, %h3_7 : memref<64xf32>, %S3 : memref<64xf32>)
    memref.dealloc %h0_0 : memref<64xf32>
    memref.dealloc %h1_0 : memref<64xf32>
    memref.dealloc %h2_0 : memref<64xf32>
    memref.dealloc %h0_1 : memref<64xf32>
    memref.dealloc %h1_1 : memref<64xf32>
    memref.dealloc %h2_1 : memref<64xf32>
    memref.dealloc %h0_2 : memref<64xf32>
    memref.dealloc %h1_2 : memref<64xf32>
    memref.dealloc %h2_2 : memref<64xf32>
    memref.dealloc %h0_3 : memref<64xf32>
    memref.dealloc %h1_3 : memref<64xf32>
    memref.dealloc %h2_3 : memref<64xf32>
    memref.dealloc %h0_4 : memref<64xf32>
    memref.dealloc %h1_4 : memref<64xf32>
    memref.dealloc %h2_4 : memref<64xf32>
    memref.dealloc %h0_5 : memref<64xf32>
    memref.dealloc %h1_5 : memref<64xf32>
    memref.dealloc %h2_5 : memref<64xf32>
    memref.dealloc %h0_6 : memref<64xf32>
    memref.dealloc %h1_6 : memref<64xf32>
    memref.dealloc %h2_6 : memref<64xf32>
    memref.dealloc %h0_7 : memref<64xf32>
    memref.dealloc %h1_7 : memref<64xf32>
    memref.dealloc %h2_7 : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.240518 max=2.3797772 sum=147.2125382423401 first=2.2465682
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=3.0169477 max=3.0594943 sum=194.24650382995605 first=3.0208874
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=3.3455715 max=3.3587193 sum=214.48014855384827 first=3.3474395
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=3.5341144 max=3.5381603 sum=226.29714107513428 first=3.534848
// OUT: argument 5: memref<64xf32>
// OUT:   count=64 min=0.53718144 max=1.0750021 sum=51.464620530605316 first=0.7015731
// OUT: argument 7: memref<64xf32>
// OUT:   count=64 min=1.2788087 max=1.4473933 sum=87.03558325767517 first=1.3258796
// OUT: argument 9: memref<64xf32>
// OUT:   count=64 min=2.1766536 max=2.2333956 sum=141.0154628753662 first=2.1944318
// OUT: argument 11: memref<64xf32>
// OUT:   count=64 min=3.1350694 max=3.1531904 sum=201.19072103500366 first=3.1401782
// OUT: argument 13: memref<64xf32>
// OUT:   count=64 min=4.11247 max=4.12091 sum=263.4306364059448 first=4.114499
// OUT: argument 15: memref<64xf32>
// OUT:   count=64 min=5.0954185 max=5.1018863 sum=326.31911516189575 first=5.0978765
// OUT: argument 17: memref<64xf32>
// OUT:   count=64 min=6.0814705 max=6.0880866 sum=389.41682720184326 first=6.0839043
// OUT: argument 19: memref<64xf32>
// OUT:   count=64 min=7.0682287 max=7.0763206 sum=452.59428215026855 first=7.069696
// OUT: kernels=1 launches=32 streams=4 waits=24 records=24 host_syncs=1 leaks=0
