// RUN: opt --convert-linalg-to-affine-loops

func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// OUT: module {
// OUT:   func.func @matmul(%arg0: memref<4x8xf32>, %arg1: memref<8x16xf32>, %arg2: memref<4x16xf32>) {
// OUT:     affine.for %arg3 = 0 to 4 {
// OUT:       affine.for %arg4 = 0 to 16 {
// OUT:         affine.for %arg5 = 0 to 8 {
// OUT:           %0 = affine.load %arg0[%arg3, %arg5] : memref<4x8xf32>
// OUT:           %1 = affine.load %arg1[%arg5, %arg4] : memref<8x16xf32>
// OUT:           %2 = affine.load %arg2[%arg3, %arg4] : memref<4x16xf32>
// OUT:           %3 = arith.mulf %0, %1 : f32
// OUT:           %4 = arith.addf %2, %3 : f32
// OUT:           affine.store %4, %arg2[%arg3, %arg4] : memref<4x16xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The body uses neither the window nor, in a fill, the output: these are not read.
func.func @pooling(%a: memref<1x2x9x9xf32>, %w: memref<3x3xf32>, %b: memref<1x2x4x4xf32>) {
  %low = arith.constant 0xFF800000 : f32
  linalg.fill ins(%low : f32) outs(%b : memref<1x2x4x4xf32>)
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%a, %w : memref<1x2x9x9xf32>, memref<3x3xf32>) outs(%b : memref<1x2x4x4xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling(%arg0: memref<1x2x9x9xf32>, %arg1: memref<3x3xf32>, %arg2: memref<1x2x4x4xf32>) {
// OUT:     %cst = arith.constant 0xFF800000 : f32
// OUT:     affine.for %arg3 = 0 to 1 {
// OUT:       affine.for %arg4 = 0 to 2 {
// OUT:         affine.for %arg5 = 0 to 4 {
// OUT:           affine.for %arg6 = 0 to 4 {
// OUT:             affine.store %cst, %arg2[%arg3, %arg4, %arg5, %arg6] : memref<1x2x4x4xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 1 {
// OUT:       affine.for %arg4 = 0 to 2 {
// OUT:         affine.for %arg5 = 0 to 4 {
// OUT:           affine.for %arg6 = 0 to 4 {
// OUT:             affine.for %arg7 = 0 to 3 {
// OUT:               affine.for %arg8 = 0 to 3 {
// OUT:                 %0 = affine.load %arg0[%arg3, %arg4, %arg5 * 2 + %arg7, %arg6 * 2 + %arg8] : memref<1x2x9x9xf32>
// OUT:                 %1 = affine.load %arg2[%arg3, %arg4, %arg5, %arg6] : memref<1x2x4x4xf32>
// OUT:                 %2 = arith.maximumf %1, %0 : f32
// OUT:                 affine.store %2, %arg2[%arg3, %arg4, %arg5, %arg6] : memref<1x2x4x4xf32>
// OUT:               }
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dynamic_sizes(%a: memref<?x?xf32>, %b: memref<?xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<?x?xf32>) outs(%b : memref<?xf32>) dimensions = [0]
  return
}

// OUT: module {
// OUT:   func.func @dynamic_sizes(%arg0: memref<?x?xf32>, %arg1: memref<?xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// OUT:     affine.for %arg2 = 0 to %dim {
// OUT:       affine.for %arg3 = 0 to %dim_0 {
// OUT:         %0 = affine.load %arg0[%arg2, %arg3] : memref<?x?xf32>
// OUT:         %1 = affine.load %arg1[%arg3] : memref<?xf32>
// OUT:         %2 = arith.addf %1, %0 : f32
// OUT:         affine.store %2, %arg1[%arg3] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

#all = affine_map<(i, j) -> (i, j)>

func.func @indices(%a: memref<4x8xindex>) {
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%a : memref<4x8xindex>) {
  ^bb0(%old: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sum = arith.addi %i, %j : index
    linalg.yield %sum : index
  }
  return
}

// OUT: module {
// OUT:   func.func @indices(%arg0: memref<4x8xindex>) {
// OUT:     affine.for %arg1 = 0 to 4 {
// OUT:       affine.for %arg2 = 0 to 8 {
// OUT:         %0 = arith.addi %arg1, %arg2 : index
// OUT:         affine.store %0, %arg0[%arg1, %arg2] : memref<4x8xindex>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

#none = affine_map<() -> ()>

func.func @without_loops(%x: f32, %a: memref<f32>) {
  linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%x : f32) outs(%a : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %out : f32
    linalg.yield %sum : f32
  }
  return
}

// OUT: module {
// OUT:   func.func @without_loops(%arg0: f32, %arg1: memref<f32>) {
// OUT:     %0 = affine.load %arg1[] : memref<f32>
// OUT:     %1 = arith.addf %arg0, %0 : f32
// OUT:     affine.store %1, %arg1[] : memref<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @no_parallel_loop(%a: memref<8xf32>, %b: memref<f32>) {
  linalg.dot ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%b : memref<f32>)
  return
}

// OUT: module {
// OUT:   func.func @no_parallel_loop(%arg0: memref<8xf32>, %arg1: memref<f32>) {
// OUT:     affine.for %arg2 = 0 to 8 {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<8xf32>
// OUT:       %1 = affine.load %arg0[%arg2] : memref<8xf32>
// OUT:       %2 = affine.load %arg1[] : memref<f32>
// OUT:       %3 = arith.mulf %0, %1 : f32
// OUT:       %4 = arith.addf %2, %3 : f32
// OUT:       affine.store %4, %arg1[] : memref<f32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A parallel loop inside of a reduction.
func.func @reduction_first(%a: memref<3x4x8xf32>, %b: memref<3x8x5xf32>, %c: memref<4x5xf32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<3x4x8xf32>, memref<3x8x5xf32>) outs(%c : memref<4x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @reduction_first(%arg0: memref<3x4x8xf32>, %arg1: memref<3x8x5xf32>, %arg2: memref<4x5xf32>) {
// OUT:     affine.for %arg3 = 0 to 3 {
// OUT:       affine.for %arg4 = 0 to 4 {
// OUT:         affine.for %arg5 = 0 to 5 {
// OUT:           affine.for %arg6 = 0 to 8 {
// OUT:             %0 = affine.load %arg0[%arg3, %arg4, %arg6] : memref<3x4x8xf32>
// OUT:             %1 = affine.load %arg1[%arg3, %arg6, %arg5] : memref<3x8x5xf32>
// OUT:             %2 = affine.load %arg2[%arg4, %arg5] : memref<4x5xf32>
// OUT:             %3 = arith.mulf %0, %1 : f32
// OUT:             %4 = arith.addf %2, %3 : f32
// OUT:             affine.store %4, %arg2[%arg4, %arg5] : memref<4x5xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
