// RUN: opt --gpu-unroll-bounded-loops="constant=16 multiply-adds=false"

// A loop that only adds products of loaded numbers stays if it has eight iterations or more.
gpu.module @products {
  gpu.func @row(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %y: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %long = scf.for %k = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> (f32) {
      %p = memref.load %a[%ty, %k] : memref<16x16xf32>
      %q = memref.load %b[%k, %tx] : memref<16x16xf32>
      %more = math.fma %p, %q, %sum : f32
      scf.yield %more : f32
    }
    %short = scf.for %k = %c0 to %c2 step %c1 iter_args(%sum = %long) -> (f32) {
      %p = memref.load %a[%ty, %k] : memref<16x16xf32>
      %q = memref.load %b[%k, %tx] : memref<16x16xf32>
      %more = math.fma %p, %q, %sum : f32
      scf.yield %more : f32
    }
    memref.store %short, %y[%ty, %tx] : memref<16x16xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @products {
// OUT:     gpu.func @row(%arg0: memref<16x16xf32>, %arg1: memref<16x16xf32>, %arg2: memref<16x16xf32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = scf.for %arg3 = %c0 to %c8 step %c1 iter_args(%arg4 = %cst) -> (f32) {
// OUT:         %7 = memref.load %arg0[%thread_id_y, %arg3] : memref<16x16xf32>
// OUT:         %8 = memref.load %arg1[%arg3, %thread_id_x] : memref<16x16xf32>
// OUT:         %9 = math.fma %7, %8, %arg4 : f32
// OUT:         scf.yield %9 : f32
// OUT:       }
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %1 = memref.load %arg0[%thread_id_y, %c0_0] : memref<16x16xf32>
// OUT:       %2 = memref.load %arg1[%c0_0, %thread_id_x] : memref<16x16xf32>
// OUT:       %3 = math.fma %1, %2, %0 : f32
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %4 = memref.load %arg0[%thread_id_y, %c1_1] : memref<16x16xf32>
// OUT:       %5 = memref.load %arg1[%c1_1, %thread_id_x] : memref<16x16xf32>
// OUT:       %6 = math.fma %4, %5, %3 : f32
// OUT:       memref.store %6, %arg2[%thread_id_y, %thread_id_x] : memref<16x16xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
