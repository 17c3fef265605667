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
  }
  func.func @main(%x0_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %y0_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %x1_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %y1_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"},
                  %x2_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:4"},
                  %y2_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:5"},
                  %x3_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:6"},
                  %y3_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:7"},
                  %x4_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:8"},
                  %y4_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:9"},
                  %x5_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:10"},
                  %y5_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:11"},
                  %x6_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:12"},
                  %y6_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:13"},
                  %x7_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:14"},
                  %y7_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:15"},
                  %x8_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:16"},
                  %y8_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:17"},
                  %x9_host: memref<64xf32> {llvm.noalias, warpline.input = "rand:18"},
                  %y9_h: memref<64xf32> {llvm.noalias, warpline.input = "rand:19"}) {
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
    %x5 = memref.alloc() : memref<64xf32>
    %y5 = memref.alloc() : memref<64xf32>
    %x6 = memref.alloc() : memref<64xf32>
    %y6 = memref.alloc() : memref<64xf32>
    %x7 = memref.alloc() : memref<64xf32>
    %y7 = memref.alloc() : memref<64xf32>
    %x8 = memref.alloc() : memref<64xf32>
    %y8 = memref.alloc() : memref<64xf32>
    %x9 = memref.alloc() : memref<64xf32>
    %y9 = memref.alloc() : memref<64xf32>
    gpu.memcpy %x0, %x0_host : memref<64xf32>, memref<64xf32>
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %x0 : memref<64xf32>, %y0 : memref<64xf32>)
    gpu.memcpy %y0_h, %y0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x1, %x1_host : memref<64xf32>, memref<64xf32>
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %x1 : memref<64xf32>, %y1 : memref<64xf32>)
    gpu.memcpy %y1_h, %y1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x2, %x2_host : memref<64xf32>, memref<64xf32>
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %x2 : memref<64xf32>, %y2 : memref<64xf32>)
    gpu.memcpy %y2_h, %y2 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x3, %x3_host : memref<64xf32>, memref<64xf32>
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %x3 : memref<64xf32>, %y3 : memref<64xf32>)
    gpu.memcpy %y3_h, %y3 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x4, %x4_host : memref<64xf32>, memref<64xf32>
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %x4 : memref<64xf32>, %y4 : memref<64xf32>)
    gpu.memcpy %y4_h, %y4 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x5, %x5_host : memref<64xf32>, memref<64xf32>
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %x5 : memref<64xf32>, %y5 : memref<64xf32>)
    gpu.memcpy %y5_h, %y5 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x6, %x6_host : memref<64xf32>, memref<64xf32>
    %own19 = arith.constant 19.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own19 : f32, %x6 : memref<64xf32>, %y6 : memref<64xf32>)
    gpu.memcpy %y6_h, %y6 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x7, %x7_host : memref<64xf32>, memref<64xf32>
    %own22 = arith.constant 22.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own22 : f32, %x7 : memref<64xf32>, %y7 : memref<64xf32>)
    gpu.memcpy %y7_h, %y7 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x8, %x8_host : memref<64xf32>, memref<64xf32>
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %x8 : memref<64xf32>, %y8 : memref<64xf32>)
    gpu.memcpy %y8_h, %y8 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %x9, %x9_host : memref<64xf32>, memref<64xf32>
    %own28 = arith.constant 28.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own28 : f32, %x9 : memref<64xf32>, %y9 : memref<64xf32>)
    gpu.memcpy %y9_h, %y9 : memref<64xf32>, memref<64xf32>
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
    memref.dealloc %x5 : memref<64xf32>
    memref.dealloc %y5 : memref<64xf32>
    memref.dealloc %x6 : memref<64xf32>
    memref.dealloc %y6 : memref<64xf32>
    memref.dealloc %x7 : memref<64xf32>
    memref.dealloc %y7 : memref<64xf32>
    memref.dealloc %x8 : memref<64xf32>
    memref.dealloc %y8 : memref<64xf32>
    memref.dealloc %x9 : memref<64xf32>
    memref.dealloc %y9 : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.257496 max=0.73544097 sum=32.43250393867493 first=0.6916554
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=1.0041095 max=1.4898155 sum=79.6960164308548 first=1.2955949
// OUT: argument 5: memref<64xf32>
// OUT:   count=64 min=1.7513016 max=2.242699 sum=129.54699790477753 first=1.9657279
// OUT: argument 7: memref<64xf32>
// OUT:   count=64 min=2.503941 max=2.9980268 sum=175.65824031829834 first=2.8699086
// OUT: argument 9: memref<64xf32>
// OUT:   count=64 min=3.251227 max=3.7474754 sum=222.26442193984985 first=3.5592523
// OUT: argument 11: memref<64xf32>
// OUT:   count=64 min=4.000261 max=4.486603 sum=271.51828956604004 first=4.0166554
// OUT: argument 13: memref<64xf32>
// OUT:   count=64 min=4.753865 max=5.2462254 sum=320.8988699913025 first=5.039551
// OUT: argument 15: memref<64xf32>
// OUT:   count=64 min=5.5002375 max=5.9942684 sum=366.273934841156 first=5.708327
// OUT: argument 17: memref<64xf32>
// OUT:   count=64 min=6.2500153 max=6.7452636 sum=414.15971326828003 first=6.433361
// OUT: argument 19: memref<64xf32>
// OUT:   count=64 min=7.009441 max=7.49981 sum=463.181978225708 first=7.0334525
// OUT: kernels=1 launches=10 streams=8 waits=13 records=13 host_syncs=1 leaks=0
