// RUN: run --plan-for=any --device=cpu,interp --input=2x3x9x11xf32=rand:1

// Strides 2 and 1, dilations 1 and 3.
func.func @main(%a: memref<2x3x9x11xf32>) -> memref<2x4x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %f = memref.alloc() : memref<4x3x3x3xf32>
  %b = memref.alloc() : memref<2x4x4x5xf32>
  linalg.generic {indexing_maps = [affine_map<(f, c, i, j) -> (f, c, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%f : memref<4x3x3x3xf32>) {
  ^bb0(%old: f32):
    %f0 = linalg.index 0 : index
    %c = linalg.index 1 : index
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %0 = arith.addi %f0, %c : index
    %1 = arith.muli %0, %i : index
    %2 = arith.addi %1, %j : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.sitofp %3 : i32 to f32
    linalg.yield %4 : f32
  }
  linalg.fill ins(%zero : f32) outs(%b : memref<2x4x4x5xf32>)
  linalg.conv_2d_nchw_fchw {dilations = dense<[1, 3]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %f : memref<2x3x9x11xf32>, memref<4x3x3x3xf32>) outs(%b : memref<2x4x4x5xf32>)
  memref.dealloc %f : memref<4x3x3x3xf32>
  return %b : memref<2x4x4x5xf32>
}

// OUT: result 0: memref<2x4x4x5xf32>
// OUT:   count=160 min=17.828884 max=76.868866 sum=7065.349914550781 first=28.745604
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

func.func @main(%a: memref<2x3x9x11xf32>) -> memref<2x3x4x5xf32> {
  %low = arith.constant 0xFF800000 : f32
  %w = memref.alloc() : memref<3x3xf32>
  %b = memref.alloc() : memref<2x3x4x5xf32>
  linalg.fill ins(%low : f32) outs(%b : memref<2x3x4x5xf32>)
  linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%a, %w : memref<2x3x9x11xf32>, memref<3x3xf32>) outs(%b : memref<2x3x4x5xf32>)
  memref.dealloc %w : memref<3x3xf32>
  return %b : memref<2x3x4x5xf32>
}

// OUT: result 0: memref<2x3x4x5xf32>
// OUT:   count=120 min=0.4158665 max=0.9977479 sum=106.55481922626495 first=0.97100276
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The same numbers with channels last: a depthwise convolution and a sum.
func.func @main(%a: memref<2x3x9x11xf32>) -> (memref<2x7x9x3xf32>, memref<2x7x9x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %t = memref.alloc() : memref<2x9x11x3xf32>
  linalg.transpose ins(%a : memref<2x3x9x11xf32>) outs(%t : memref<2x9x11x3xf32>) permutation = [0, 2, 3, 1]
  %f = memref.alloc() : memref<3x3x3xf32>
  linalg.fill ins(%half : f32) outs(%f : memref<3x3x3xf32>)
  %b = memref.alloc() : memref<2x7x9x3xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<2x7x9x3xf32>)
  linalg.depthwise_conv_2d_nhwc_hwc ins(%t, %f : memref<2x9x11x3xf32>, memref<3x3x3xf32>) outs(%b : memref<2x7x9x3xf32>)
  %w = memref.alloc() : memref<3x3xf32>
  %s = memref.alloc() : memref<2x7x9x3xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<2x7x9x3xf32>)
  linalg.pooling_nhwc_sum ins(%t, %w : memref<2x9x11x3xf32>, memref<3x3xf32>) outs(%s : memref<2x7x9x3xf32>)
  memref.dealloc %t : memref<2x9x11x3xf32>
  memref.dealloc %f : memref<3x3x3xf32>
  memref.dealloc %w : memref<3x3xf32>
  return %b, %s : memref<2x7x9x3xf32>, memref<2x7x9x3xf32>
}

// OUT: result 0: memref<2x7x9x3xf32>
// OUT:   count=378 min=1.0482949 max=3.3284993 sum=818.4353073835373 first=2.389842
// OUT: result 1: memref<2x7x9x3xf32>
// OUT:   count=378 min=2.0965898 max=6.6569986 sum=1636.8706147670746 first=4.779684
// OUT: kernels=4 launches=4 streams=2 waits=2 records=2 host_syncs=1 leaks=0
