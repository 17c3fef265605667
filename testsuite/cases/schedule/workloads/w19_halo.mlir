// RUN: run --plan-for=any --device=interp,cpu

module attributes {gpu.container_module} {
  gpu.module @kernels {
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
  func.func @main(%u0: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %hl0: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %hr0: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %u1: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"},
                  %hl1: memref<64xf32> {llvm.noalias, warpline.input = "rand:4"},
                  %hr1: memref<64xf32> {llvm.noalias, warpline.input = "rand:5"},
                  %u2: memref<64xf32> {llvm.noalias, warpline.input = "rand:6"},
                  %hl2: memref<64xf32> {llvm.noalias, warpline.input = "rand:7"},
                  %hr2: memref<64xf32> {llvm.noalias, warpline.input = "rand:8"},
                  %u3: memref<64xf32> {llvm.noalias, warpline.input = "rand:9"},
                  %hl3: memref<64xf32> {llvm.noalias, warpline.input = "rand:10"},
                  %hr3: memref<64xf32> {llvm.noalias, warpline.input = "rand:11"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %b0 = memref.alloc() : memref<64xf32>
    %b1 = memref.alloc() : memref<64xf32>
    %b2 = memref.alloc() : memref<64xf32>
    %b3 = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %u0 : memref<64xf32>, %hl0 : memref<64xf32>, %hr0 : memref<64xf32>, %b0 : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %u1 : memref<64xf32>, %hl1 : memref<64xf32>, %hr1 : memref<64xf32>, %b1 : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %u2 : memref<64xf32>, %hl2 : memref<64xf32>, %hr2 : memref<64xf32>, %b2 : memref<64xf32>)
    %own3 = arith.constant 3.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own3 : f32, %u3 : memref<64xf32>, %hl3 : memref<64xf32>, %hr3 : memref<64xf32>, %b3 : memref<64xf32>)
    gpu.memcpy %hl1, %b0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr0, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl2, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr1, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl3, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr2, %b3 : memref<64xf32>, memref<64xf32>
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %u0 : memref<64xf32>, %b0 : memref<64xf32>, %u0 : memref<64xf32>)
    %own11 = arith.constant 11.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own11 : f32, %u1 : memref<64xf32>, %b1 : memref<64xf32>, %u1 : memref<64xf32>)
    %own12 = arith.constant 12.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own12 : f32, %u2 : memref<64xf32>, %b2 : memref<64xf32>, %u2 : memref<64xf32>)
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %u3 : memref<64xf32>, %b3 : memref<64xf32>, %u3 : memref<64xf32>)
    %own14 = arith.constant 14.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own14 : f32, %u0 : memref<64xf32>, %hl0 : memref<64xf32>, %hr0 : memref<64xf32>, %b0 : memref<64xf32>)
    %own15 = arith.constant 15.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own15 : f32, %u1 : memref<64xf32>, %hl1 : memref<64xf32>, %hr1 : memref<64xf32>, %b1 : memref<64xf32>)
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %u2 : memref<64xf32>, %hl2 : memref<64xf32>, %hr2 : memref<64xf32>, %b2 : memref<64xf32>)
    %own17 = arith.constant 17.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own17 : f32, %u3 : memref<64xf32>, %hl3 : memref<64xf32>, %hr3 : memref<64xf32>, %b3 : memref<64xf32>)
    gpu.memcpy %hl1, %b0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr0, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl2, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr1, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl3, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr2, %b3 : memref<64xf32>, memref<64xf32>
    %own24 = arith.constant 24.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own24 : f32, %u0 : memref<64xf32>, %b0 : memref<64xf32>, %u0 : memref<64xf32>)
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %u1 : memref<64xf32>, %b1 : memref<64xf32>, %u1 : memref<64xf32>)
    %own26 = arith.constant 26.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own26 : f32, %u2 : memref<64xf32>, %b2 : memref<64xf32>, %u2 : memref<64xf32>)
    %own27 = arith.constant 27.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own27 : f32, %u3 : memref<64xf32>, %b3 : memref<64xf32>, %u3 : memref<64xf32>)
    %own28 = arith.constant 28.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own28 : f32, %u0 : memref<64xf32>, %hl0 : memref<64xf32>, %hr0 : memref<64xf32>, %b0 : memref<64xf32>)
    %own29 = arith.constant 29.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own29 : f32, %u1 : memref<64xf32>, %hl1 : memref<64xf32>, %hr1 : memref<64xf32>, %b1 : memref<64xf32>)
    %own30 = arith.constant 30.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own30 : f32, %u2 : memref<64xf32>, %hl2 : memref<64xf32>, %hr2 : memref<64xf32>, %b2 : memref<64xf32>)
    %own31 = arith.constant 31.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own31 : f32, %u3 : memref<64xf32>, %hl3 : memref<64xf32>, %hr3 : memref<64xf32>, %b3 : memref<64xf32>)
    gpu.memcpy %hl1, %b0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr0, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl2, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr1, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl3, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr2, %b3 : memref<64xf32>, memref<64xf32>
    %own38 = arith.constant 38.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own38 : f32, %u0 : memref<64xf32>, %b0 : memref<64xf32>, %u0 : memref<64xf32>)
    %own39 = arith.constant 39.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own39 : f32, %u1 : memref<64xf32>, %b1 : memref<64xf32>, %u1 : memref<64xf32>)
    %own40 = arith.constant 40.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own40 : f32, %u2 : memref<64xf32>, %b2 : memref<64xf32>, %u2 : memref<64xf32>)
    %own41 = arith.constant 41.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own41 : f32, %u3 : memref<64xf32>, %b3 : memref<64xf32>, %u3 : memref<64xf32>)
    %own42 = arith.constant 42.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own42 : f32, %u0 : memref<64xf32>, %hl0 : memref<64xf32>, %hr0 : memref<64xf32>, %b0 : memref<64xf32>)
    %own43 = arith.constant 43.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own43 : f32, %u1 : memref<64xf32>, %hl1 : memref<64xf32>, %hr1 : memref<64xf32>, %b1 : memref<64xf32>)
    %own44 = arith.constant 44.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own44 : f32, %u2 : memref<64xf32>, %hl2 : memref<64xf32>, %hr2 : memref<64xf32>, %b2 : memref<64xf32>)
    %own45 = arith.constant 45.0 : f32
    gpu.launch_func @kernels::@from_3_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own45 : f32, %u3 : memref<64xf32>, %hl3 : memref<64xf32>, %hr3 : memref<64xf32>, %b3 : memref<64xf32>)
    gpu.memcpy %hl1, %b0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr0, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl2, %b1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr1, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hl3, %b2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %hr2, %b3 : memref<64xf32>, memref<64xf32>
    %own52 = arith.constant 52.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own52 : f32, %u0 : memref<64xf32>, %b0 : memref<64xf32>, %u0 : memref<64xf32>)
    %own53 = arith.constant 53.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own53 : f32, %u1 : memref<64xf32>, %b1 : memref<64xf32>, %u1 : memref<64xf32>)
    %own54 = arith.constant 54.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own54 : f32, %u2 : memref<64xf32>, %b2 : memref<64xf32>, %u2 : memref<64xf32>)
    %own55 = arith.constant 55.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own55 : f32, %u3 : memref<64xf32>, %b3 : memref<64xf32>, %u3 : memref<64xf32>)
    memref.dealloc %b0 : memref<64xf32>
    memref.dealloc %b1 : memref<64xf32>
    memref.dealloc %b2 : memref<64xf32>
    memref.dealloc %b3 : memref<64xf32>
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=10.957086 max=11.20886 sum=708.6755800247192 first=11.064656
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.154642 max=6.4348946 sum=403.1126461029053 first=6.2766166
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=11.616492 max=11.797554 sum=749.4232273101807 first=11.688021
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=5.2836475 max=5.6718554 sum=349.6238899230957 first=5.4350834
// OUT: argument 5: memref<64xf32>
// OUT:   count=64 min=6.0620246 max=6.432938 sum=401.0095691680908 first=6.153891
// OUT: argument 6: memref<64xf32>
// OUT:   count=64 min=11.754674 max=11.993617 sum=760.4109992980957 first=11.8166485
// OUT: argument 7: memref<64xf32>
// OUT:   count=64 min=6.154642 max=6.4348946 sum=403.1126461029053 first=6.2766166
// OUT: argument 8: memref<64xf32>
// OUT:   count=64 min=4.668903 max=5.278078 sum=321.46934032440186 first=4.8629966
// OUT: argument 9: memref<64xf32>
// OUT:   count=64 min=11.140164 max=11.54041 sum=727.801157951355 first=11.265216
// OUT: argument 10: memref<64xf32>
// OUT:   count=64 min=6.0620246 max=6.432938 sum=401.0095691680908 first=6.153891
// OUT: kernels=2 launches=32 streams=8 waits=88 records=46 host_syncs=1 leaks=0
