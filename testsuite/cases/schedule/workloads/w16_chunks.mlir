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
  func.func @main(%chunk0: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %res0: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %chunk1: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %res1: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"},
                  %chunk2: memref<64xf32> {llvm.noalias, warpline.input = "rand:4"},
                  %res2: memref<64xf32> {llvm.noalias, warpline.input = "rand:5"},
                  %chunk3: memref<64xf32> {llvm.noalias, warpline.input = "rand:6"},
                  %res3: memref<64xf32> {llvm.noalias, warpline.input = "rand:7"},
                  %chunk4: memref<64xf32> {llvm.noalias, warpline.input = "rand:8"},
                  %res4: memref<64xf32> {llvm.noalias, warpline.input = "rand:9"},
                  %chunk5: memref<64xf32> {llvm.noalias, warpline.input = "rand:10"},
                  %res5: memref<64xf32> {llvm.noalias, warpline.input = "rand:11"},
                  %chunk6: memref<64xf32> {llvm.noalias, warpline.input = "rand:12"},
                  %res6: memref<64xf32> {llvm.noalias, warpline.input = "rand:13"},
                  %chunk7: memref<64xf32> {llvm.noalias, warpline.input = "rand:14"},
                  %res7: memref<64xf32> {llvm.noalias, warpline.input = "rand:15"},
                  %chunk8: memref<64xf32> {llvm.noalias, warpline.input = "rand:16"},
                  %res8: memref<64xf32> {llvm.noalias, warpline.input = "rand:17"},
                  %chunk9: memref<64xf32> {llvm.noalias, warpline.input = "rand:18"},
                  %res9: memref<64xf32> {llvm.noalias, warpline.input = "rand:19"},
                  %chunk10: memref<64xf32> {llvm.noalias, warpline.input = "rand:20"},
                  %res10: memref<64xf32> {llvm.noalias, warpline.input = "rand:21"},
                  %chunk11: memref<64xf32> {llvm.noalias, warpline.input = "rand:22"},
                  %res11: memref<64xf32> {llvm.noalias, warpline.input = "rand:23"},
                  %chunk12: memref<64xf32> {llvm.noalias, warpline.input = "rand:24"},
                  %res12: memref<64xf32> {llvm.noalias, warpline.input = "rand:25"},
                  %chunk13: memref<64xf32> {llvm.noalias, warpline.input = "rand:26"},
                  %res13: memref<64xf32> {llvm.noalias, warpline.input = "rand:27"},
                  %chunk14: memref<64xf32> {llvm.noalias, warpline.input = "rand:28"},
                  %res14: memref<64xf32> {llvm.noalias, warpline.input = "rand:29"},
                  %chunk15: memref<64xf32> {llvm.noalias, warpline.input = "rand:30"},
                  %res15: memref<64xf32> {llvm.noalias, warpline.input = "rand:31"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %in0 = memref.alloc() : memref<64xf32>
    %out0 = memref.alloc() : memref<64xf32>
    %in1 = memref.alloc() : memref<64xf32>
    %out1 = memref.alloc() : memref<64xf32>
    gpu.memcpy %in0, %chunk0 : memref<64xf32>, memref<64xf32>
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res0, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk1 : memref<64xf32>, memref<64xf32>
    %own4 = arith.constant 4.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own4 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res1, %out1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in0, %chunk2 : memref<64xf32>, memref<64xf32>
    %own7 = arith.constant 7.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own7 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res2, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk3 : memref<64xf32>, memref<64xf32>
    %own10 = arith.constant 10.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own10 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res3, %out1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in0, %chunk4 : memref<64xf32>, memref<64xf32>
    %own13 = arith.constant 13.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own13 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res4, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk5 : memref<64xf32>, memref<64xf32>
    %own16 = arith.constant 16.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own16 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res5, %out1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in0, %chunk6 : memref<64xf32>, memref<64xf32>
    %own19 = arith.constant 19.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own19 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res6, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk7 : memref<64xf32>, memref<64xf32>
    %own22 = arith.constant 22.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own22 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res7, %out1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in0, %chunk8 : memref<64xf32>, memref<64xf32>
    %own25 = arith.constant 25.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own25 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res8, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk9 : memref<64xf32>, memref<64xf32>
    %own28 = arith.constant 28.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own28 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res9, %out1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in0, %chunk10 : memref<64xf32>, memref<64xf32>
    %own31 = arith.constant 31.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own31 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res10, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk11 : memref<64xf32>, memref<64xf32>
    %own34 = arith.constant 34.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own34 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res11, %out1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in0, %chunk12 : memref<64xf32>, memref<64xf32>
    %own37 = arith.constant 37.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own37 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res12, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk13 : memref<64xf32>, memref<64xf32>
    %own40 = arith.constant 40.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own40 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res13, %out1 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in0, %chunk14 : memref<64xf32>, memref<64xf32>
    %own43 = arith.constant 43.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own43 : f32, %in0 : memref<64xf32>, %out0 : memref<64xf32>)
    gpu.memcpy %res14, %out0 : memref<64xf32>, memref<64xf32>
    gpu.memcpy %in1, %chunk15 : memref<64xf32>, memref<64xf32>
    %own46 = arith.constant 46.0 : f32
    gpu.launch_func @kernels::@from_1_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own46 : f32, %in1 : memref<64xf32>, %out1 : memref<64xf32>)
    gpu.memcpy %res15, %out1 : memref<64xf32>, memref<64xf32>
    memref.dealloc %in0 : memref<64xf32>
    memref.dealloc %out0 : memref<64xf32>
    memref.dealloc %in1 : memref<64xf32>
    memref.dealloc %out1 : memref<64xf32>
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
// OUT: argument 21: memref<64xf32>
// OUT:   count=64 min=7.7538238 max=8.246458 sum=510.6595935821533 first=7.855731
// OUT: argument 23: memref<64xf32>
// OUT:   count=64 min=8.515942 max=8.9984045 sum=562.0151700973511 first=8.890731
// OUT: argument 25: memref<64xf32>
// OUT:   count=64 min=9.261385 max=9.741712 sum=607.6710653305054 first=9.583563
// OUT: argument 27: memref<64xf32>
// OUT:   count=64 min=10.002336 max=10.496368 sum=653.9995632171631 first=10.382263
// OUT: argument 29: memref<64xf32>
// OUT:   count=64 min=10.750689 max=11.23075 sum=704.0929231643677 first=11.031956
// OUT: argument 31: memref<64xf32>
// OUT:   count=64 min=11.52096 max=11.999744 sum=753.1951198577881 first=11.829944
// OUT: kernels=1 launches=16 streams=4 waits=29 records=29 host_syncs=1 leaks=0
