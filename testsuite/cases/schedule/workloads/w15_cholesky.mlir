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
  func.func @main(%A0_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %A1_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %A2_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %A3_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"},
                  %A4_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:4"},
                  %A5_0: memref<64xf32> {llvm.noalias, warpline.input = "rand:5"},
                  %A1_1: memref<64xf32> {llvm.noalias, warpline.input = "rand:6"},
                  %A2_2: memref<64xf32> {llvm.noalias, warpline.input = "rand:7"},
                  %A2_1: memref<64xf32> {llvm.noalias, warpline.input = "rand:8"},
                  %A3_3: memref<64xf32> {llvm.noalias, warpline.input = "rand:9"},
                  %A3_1: memref<64xf32> {llvm.noalias, warpline.input = "rand:10"},
                  %A3_2: memref<64xf32> {llvm.noalias, warpline.input = "rand:11"},
                  %A4_4: memref<64xf32> {llvm.noalias, warpline.input = "rand:12"},
                  %A4_1: memref<64xf32> {llvm.noalias, warpline.input = "rand:13"},
                  %A4_2: memref<64xf32> {llvm.noalias, warpline.input = "rand:14"},
                  %A4_3: memref<64xf32> {llvm.noalias, warpline.input = "rand:15"},
                  %A5_5: memref<64xf32> {llvm.noalias, warpline.input = "rand:16"},
                  %A5_1: memref<64xf32> {llvm.noalias, warpline.input = "rand:17"},
                  %A5_2: memref<64xf32> {llvm.noalias, warpline.input = "rand:18"},
                  %A5_3: memref<64xf32> {llvm.noalias, warpline.input = "rand:19"},
                  %A5_4: memref<64xf32> {llvm.noalias, warpline.input = "rand:20"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %A0_0 : memref<64xf32>, %A0_0 : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %A0_0 : memref<64xf32>, %A1_0 : memref<64xf32>, %A1_0 : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %A0_0 : memref<64xf32>, %A2_0 : memref<64xf32>, %A2_0 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %A0_0 : memref<64xf32>, %A3_0 : memref<64xf32>, %A3_0 : memref<64xf32>)
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %A0_0 : memref<64xf32>, %A4_0 : memref<64xf32>, %A4_0 : memref<64xf32>)
    %own5 = arith.constant 5.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own5 : f32, %A0_0 : memref<64xf32>, %A5_0 : memref<64xf32>, %A5_0 : memref<64xf32>)
    %own6 = arith.constant 6.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own6 : f32, %A1_0 : memref<64xf32>, %A1_1 : memref<64xf32>, %A1_1 : memref<64xf32>)
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %A2_0 : memref<64xf32>, %A2_2 : memref<64xf32>, %A2_2 : memref<64xf32>)
    %own8 = arith.constant 8.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own8 : f32, %A2_0 : memref<64xf32>, %A1_0 : memref<64xf32>, %A2_1 : memref<64xf32>, %A2_1 : memref<64xf32>)
    %own9 = arith.constant 9.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own9 : f32, %A3_0 : memref<64xf32>, %A3_3 : memref<64xf32>, %A3_3 : memref<64xf32>)
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %A3_0 : memref<64xf32>, %A1_0 : memref<64xf32>, %A3_1 : memref<64xf32>, %A3_1 : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %A3_0 : memref<64xf32>, %A2_0 : memref<64xf32>, %A3_2 : memref<64xf32>, %A3_2 : memref<64xf32>)
    %own12 = arith.constant 12.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own12 : f32, %A4_0 : memref<64xf32>, %A4_4 : memref<64xf32>, %A4_4 : memref<64xf32>)
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %A4_0 : memref<64xf32>, %A1_0 : memref<64xf32>, %A4_1 : memref<64xf32>, %A4_1 : memref<64xf32>)
    %own14 = arith.constant 14.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own14 : f32, %A4_0 : memref<64xf32>, %A2_0 : memref<64xf32>, %A4_2 : memref<64xf32>, %A4_2 : memref<64xf32>)
    %own15 = arith.constant 15.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own15 : f32, %A4_0 : memref<64xf32>, %A3_0 : memref<64xf32>, %A4_3 : memref<64xf32>, %A4_3 : memref<64xf32>)
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %A5_0 : memref<64xf32>, %A5_5 : memref<64xf32>, %A5_5 : memref<64xf32>)
    %own17 = arith.constant 17.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own17 : f32, %A5_0 : memref<64xf32>, %A1_0 : memref<64xf32>, %A5_1 : memref<64xf32>, %A5_1 : memref<64xf32>)
    %own18 = arith.constant 18.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own18 : f32, %A5_0 : memref<64xf32>, %A2_0 : memref<64xf32>, %A5_2 : memref<64xf32>, %A5_2 : memref<64xf32>)
    %own19 = arith.constant 19.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own19 : f32, %A5_0 : memref<64xf32>, %A3_0 : memref<64xf32>, %A5_3 : memref<64xf32>, %A5_3 : memref<64xf32>)
    %own20 = arith.constant 20.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own20 : f32, %A5_0 : memref<64xf32>, %A4_0 : memref<64xf32>, %A5_4 : memref<64xf32>, %A5_4 : memref<64xf32>)
    %own21 = arith.constant 21.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own21 : f32, %A1_1 : memref<64xf32>, %A1_1 : memref<64xf32>)
    %own22 = arith.constant 22.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own22 : f32, %A1_1 : memref<64xf32>, %A2_1 : memref<64xf32>, %A2_1 : memref<64xf32>)
    %own23 = arith.constant 23.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own23 : f32, %A1_1 : memref<64xf32>, %A3_1 : memref<64xf32>, %A3_1 : memref<64xf32>)
    %own24 = arith.constant 24.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own24 : f32, %A1_1 : memref<64xf32>, %A4_1 : memref<64xf32>, %A4_1 : memref<64xf32>)
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %A1_1 : memref<64xf32>, %A5_1 : memref<64xf32>, %A5_1 : memref<64xf32>)
    %own26 = arith.constant 26.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own26 : f32, %A2_1 : memref<64xf32>, %A2_2 : memref<64xf32>, %A2_2 : memref<64xf32>)
    %own27 = arith.constant 27.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own27 : f32, %A3_1 : memref<64xf32>, %A3_3 : memref<64xf32>, %A3_3 : memref<64xf32>)
    %own28 = arith.constant 28.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own28 : f32, %A3_1 : memref<64xf32>, %A2_1 : memref<64xf32>, %A3_2 : memref<64xf32>, %A3_2 : memref<64xf32>)
    %own29 = arith.constant 29.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own29 : f32, %A4_1 : memref<64xf32>, %A4_4 : memref<64xf32>, %A4_4 : memref<64xf32>)
    %own30 = arith.constant 30.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own30 : f32, %A4_1 : memref<64xf32>, %A2_1 : memref<64xf32>, %A4_2 : memref<64xf32>, %A4_2 : memref<64xf32>)
    %own31 = arith.constant 31.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own31 : f32, %A4_1 : memref<64xf32>, %A3_1 : memref<64xf32>, %A4_3 : memref<64xf32>, %A4_3 : memref<64xf32>)
    %own32 = arith.constant 32.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own32 : f32, %A5_1 : memref<64xf32>, %A5_5 : memref<64xf32>, %A5_5 : memref<64xf32>)
    %own33 = arith.constant 33.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own33 : f32, %A5_1 : memref<64xf32>, %A2_1 : memref<64xf32>, %A5_2 : memref<64xf32>, %A5_2 : memref<64xf32>)
    %own34 = arith.constant 34.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own34 : f32, %A5_1 : memref<64xf32>, %A3_1 : memref<64xf32>, %A5_3 : memref<64xf32>, %A5_3 : memref<64xf32>)
    %own35 = arith.constant 35.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own35 : f32, %A5_1 : memref<64xf32>, %A4_1 : memref<64xf32>, %A5_4 : memref<64xf32>, %A5_4 : memref<64xf32>)
    %own36 = arith.constant 36.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own36 : f32, %A2_2 : memref<64xf32>, %A2_2 : memref<64xf32>)
    %own37 = arith.constant 37.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own37 : f32, %A2_2 : memref<64xf32>, %A3_2 : memref<64xf32>, %A3_2 : memref<64xf32>)
    %own38 = arith.constant 38.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own38 : f32, %A2_2 : memref<64xf32>, %A4_2 : memref<64xf32>, %A4_2 : memref<64xf32>)
    %own39 = arith.constant 39.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own39 : f32, %A2_2 : memref<64xf32>, %A5_2 : memref<64xf32>, %A5_2 : memref<64xf32>)
    %own40 = arith.constant 40.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own40 : f32, %A3_2 : memref<64xf32>, %A3_3 : memref<64xf32>, %A3_3 : memref<64xf32>)
    %own41 = arith.constant 41.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own41 : f32, %A4_2 : memref<64xf32>, %A4_4 : memref<64xf32>, %A4_4 : memref<64xf32>)
    %own42 = arith.constant 42.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own42 : f32, %A4_2 : memref<64xf32>, %A3_2 : memref<64xf32>, %A4_3 : memref<64xf32>, %A4_3 : memref<64xf32>)
    %own43 = arith.constant 43.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own43 : f32, %A5_2 : memref<64xf32>, %A5_5 : memref<64xf32>, %A5_5 : memref<64xf32>)
    %own44 = arith.constant 44.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own44 : f32, %A5_2 : memref<64xf32>, %A3_2 : memref<64xf32>, %A5_3 : memref<64xf32>, %A5_3 : memref<64xf32>)
    %own45 = arith.constant 45.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own45 : f32, %A5_2 : memref<64xf32>, %A4_2 : memref<64xf32>, %A5_4 : memref<64xf32>, %A5_4 : memref<64xf32>)
    %own46 = arith.constant 46.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own46 : f32, %A3_3 : memref<64xf32>, %A3_3 : memref<64xf32>)
    %own47 = arith.constant 47.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own47 : f32, %A3_3 : memref<64xf32>, %A4_3 : memref<64xf32>, %A4_3 : memref<64xf32>)
    %own48 = arith.constant 48.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own48 : f32, %A3_3 : memref<64xf32>, %A5_3 : memref<64xf32>, %A5_3 : memref<64xf32>)
    %own49 = arith.constant 49.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own49 : f32, %A4_3 : memref<64xf32>, %A4_4 : memref<64xf32>, %A4_4 : memref<64xf32>)
    %own50 = arith.constant 50.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own50 : f32, %A5_3 : memref<64xf32>, %A5_5 : memref<64xf32>, %A5_5 : memref<64xf32>)
    %own51 = arith.constant 51.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own51 : f32, %A5_3 : memref<64xf32>, %A4_3 : memref<64xf32>, %A5_4 : memref<64xf32>, %A5_4 : memref<64xf32>)
    %own52 = arith.constant 52.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own52 : f32, %A4_4 : memref<64xf32>, %A4_4 : memref<64xf32>)
    %own53 = arith.constant 53.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own53 : f32, %A4_4 : memref<64xf32>, %A5_4 : memref<64xf32>, %A5_4 : memref<64xf32>)
    %own54 = arith.constant 54.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own54 : f32, %A5_4 : memref<64xf32>, %A5_5 : memref<64xf32>, %A5_5 : memref<64xf32>)
    %own55 = arith.constant 55.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own55 : f32, %A5_5 : memref<64xf32>, %A5_5 : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.007496009 max=0.485441 sum=16.432503954973072 first=0.4416554
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.2011475 max=0.7402415 sum=29.164469212293625 first=0.51869464
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=0.25794813 max=0.816244 sum=35.80414226651192 first=0.6560087
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=0.43496814 max=0.93826854 sum=44.27507507801056 first=0.542139
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=0.50514036 max=1.0858827 sum=53.6551239490509 first=0.8261418
// OUT: argument 5: memref<64xf32>
// OUT:   count=64 min=0.6647388 max=1.2130761 sum=60.097890079021454 first=0.92879784
// OUT: argument 6: memref<64xf32>
// OUT:   count=64 min=5.65636 max=5.9611883 sum=371.4746775627136 first=5.874791
// OUT: argument 7: memref<64xf32>
// OUT:   count=64 min=11.446423 max=11.605656 sum=737.4269323348999 first=11.524624
// OUT: argument 8: memref<64xf32>
// OUT:   count=64 min=4.505648 max=4.8160124 sum=297.8841996192932 first=4.7291613
// OUT: argument 9: memref<64xf32>
// OUT:   count=64 min=16.502748 max=16.583765 sum=1058.3212051391602 first=16.534086
// OUT: argument 10: memref<64xf32>
// OUT:   count=64 min=4.714404 max=5.013871 sum=311.04056549072266 first=4.7632456
// OUT: argument 11: memref<64xf32>
// OUT:   count=64 min=9.466841 max=9.656459 sum=612.32399559021 first=9.539352
// OUT: argument 12: memref<64xf32>
// OUT:   count=64 min=20.449795 max=20.493578 sum=1310.3651123046875 first=20.478886
// OUT: argument 13: memref<64xf32>
// OUT:   count=64 min=4.947404 max=5.2514277 sum=326.065363407135 first=5.1835957
// OUT: argument 14: memref<64xf32>
// OUT:   count=64 min=9.723569 max=9.890722 sum=627.4543056488037 first=9.8214245
// OUT: argument 15: memref<64xf32>
// OUT:   count=64 min=14.207155 max=14.306956 sum=912.5210447311401 first=14.25143
// OUT: argument 16: memref<64xf32>
// OUT:   count=64 min=23.26878 max=23.296139 sum=1490.0010395050049 first=23.278906
// OUT: argument 17: memref<64xf32>
// OUT:   count=64 min=5.177144 max=5.496173 sum=341.575421333313 first=5.3733397
// OUT: argument 18: memref<64xf32>
// OUT:   count=64 min=9.993394 max=10.218809 sum=646.852032661438 first=10.074023
// OUT: argument 19: memref<64xf32>
// OUT:   count=64 min=14.508041 max=14.598992 sum=931.4936923980713 first=14.553289
// OUT: argument 20: memref<64xf32>
// OUT:   count=64 min=18.256935 max=18.320833 sum=1170.555528640747 first=18.28554
// OUT: kernels=3 launches=56 streams=8 waits=60 records=32 host_syncs=1 leaks=0
