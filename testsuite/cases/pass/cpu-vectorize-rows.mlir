// RUN: opt --cpu-shape-kernels --cpu-vectorize=width=4

// The threads of a column read the same element of %b: two rows are computed together.
gpu.module @kernels {
  gpu.func @product(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) kernel attributes {known_block_size = array<i32: 4, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %a[%y, %k] : memref<4x8xf32>
      %q = memref.load %b[%k, %x] : memref<8x4xf32>
      %t = math.fma %p, %q, %s : f32
      scf.yield %t : f32
    }
    memref.store %sum, %c[%y, %x] : memref<4x4xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @product(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<4x4xf32>) kernel attributes {known_block_size = array<i32: 4, 4, 1>, warpline.shaped = @product.shaped} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = scf.for %arg3 = %c0 to %c8 step %c1 iter_args(%arg4 = %cst) -> (f32) {
// OUT:         %1 = memref.load %arg0[%thread_id_y, %arg3] : memref<4x8xf32>
// OUT:         %2 = memref.load %arg1[%arg3, %thread_id_x] : memref<8x4xf32>
// OUT:         %3 = math.fma %1, %2, %arg4 : f32
// OUT:         scf.yield %3 : f32
// OUT:       }
// OUT:       memref.store %0, %arg2[%thread_id_y, %thread_id_x] : memref<4x4xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @product.shaped(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<4x4xf32>, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = arith.cmpi eq, %arg6, %c4 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c4_0 = arith.constant 4 : index
// OUT:       %1 = arith.cmpi eq, %arg7, %c4_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg8, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg12 = %arg9 to %arg10 step %c1 {
// OUT:         %c0_2 = arith.constant 0 : index
// OUT:         %c1_3 = arith.constant 1 : index
// OUT:         %c8 = arith.constant 8 : index
// OUT:         %c4_4 = arith.constant 4 : index
// OUT:         scf.for %arg13 = %c0 to %c4_0 step %c4_4 {
// OUT:           %c1_5 = arith.constant 1 : index
// OUT:           %3 = arith.addi %arg13, %c1_5 : index
// OUT:           %c2 = arith.constant 2 : index
// OUT:           %4 = arith.addi %arg13, %c2 : index
// OUT:           %c3 = arith.constant 3 : index
// OUT:           %5 = arith.addi %arg13, %c3 : index
// OUT:           %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// OUT:           %6:4 = scf.for %arg14 = %c0_2 to %c8 step %c1_3 iter_args(%arg15 = %cst, %arg16 = %cst, %arg17 = %cst, %arg18 = %cst) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// OUT:             %7 = memref.load %arg0[%arg13, %arg14] : memref<4x8xf32>
// OUT:             %8 = memref.load %arg0[%3, %arg14] : memref<4x8xf32>
// OUT:             %9 = memref.load %arg0[%4, %arg14] : memref<4x8xf32>
// OUT:             %10 = memref.load %arg0[%5, %arg14] : memref<4x8xf32>
// OUT:             %c0_10 = arith.constant 0 : index
// OUT:             %11 = vector.load %arg1[%arg14, %c0_10] : memref<8x4xf32>, vector<4xf32>
// OUT:             %12 = vector.broadcast %7 : f32 to vector<4xf32>
// OUT:             %13 = math.fma %12, %11, %arg15 : vector<4xf32>
// OUT:             %14 = vector.broadcast %8 : f32 to vector<4xf32>
// OUT:             %15 = math.fma %14, %11, %arg16 : vector<4xf32>
// OUT:             %16 = vector.broadcast %9 : f32 to vector<4xf32>
// OUT:             %17 = math.fma %16, %11, %arg17 : vector<4xf32>
// OUT:             %18 = vector.broadcast %10 : f32 to vector<4xf32>
// OUT:             %19 = math.fma %18, %11, %arg18 : vector<4xf32>
// OUT:             scf.yield %13, %15, %17, %19 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// OUT:           }
// OUT:           %c0_6 = arith.constant 0 : index
// OUT:           vector.store %6#0, %arg2[%arg13, %c0_6] : memref<4x4xf32>, vector<4xf32>
// OUT:           %c0_7 = arith.constant 0 : index
// OUT:           vector.store %6#1, %arg2[%3, %c0_7] : memref<4x4xf32>, vector<4xf32>
// OUT:           %c0_8 = arith.constant 0 : index
// OUT:           vector.store %6#2, %arg2[%4, %c0_8] : memref<4x4xf32>, vector<4xf32>
// OUT:           %c0_9 = arith.constant 0 : index
// OUT:           vector.store %6#3, %arg2[%5, %c0_9] : memref<4x4xf32>, vector<4xf32>
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Nothing is shared by rows.
gpu.module @kernels {
  gpu.func @sums(%a: memref<4x4xf32>, %b: memref<4x4xf32>) kernel attributes {known_block_size = array<i32: 4, 4, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %p = memref.load %a[%y, %x] : memref<4x4xf32>
    %q = arith.addf %p, %p : f32
    memref.store %q, %b[%y, %x] : memref<4x4xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @sums(%arg0: memref<4x4xf32>, %arg1: memref<4x4xf32>) kernel attributes {known_block_size = array<i32: 4, 4, 1>, warpline.shaped = @sums.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = memref.load %arg0[%thread_id_y, %thread_id_x] : memref<4x4xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_y, %thread_id_x] : memref<4x4xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @sums.shaped(%arg0: memref<4x4xf32>, %arg1: memref<4x4xf32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = arith.cmpi eq, %arg5, %c4 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c4_0 = arith.constant 4 : index
// OUT:       %1 = arith.cmpi eq, %arg6, %c4_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg7, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg11 = %arg8 to %arg9 step %c1 {
// OUT:         %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<4x4xf32> into memref<16xf32>
// OUT:         %collapse_shape_2 = memref.collapse_shape %arg1 [[0, 1]] : memref<4x4xf32> into memref<16xf32>
// OUT:         %c16 = arith.constant 16 : index
// OUT:         %c4_3 = arith.constant 4 : index
// OUT:         scf.for %arg12 = %c0 to %c16 step %c4_3 {
// OUT:           %3 = vector.load %collapse_shape[%arg12] : memref<16xf32>, vector<4xf32>
// OUT:           %4 = arith.addf %3, %3 : vector<4xf32>
// OUT:           vector.store %4, %collapse_shape_2[%arg12] : memref<16xf32>, vector<4xf32>
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A loop of the kernel around a barrier is no loop over rows: its iterations follow each other.
gpu.module @kernels {
  gpu.func @rounds(%a: memref<4xf32>, %b: memref<4xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %x = gpu.thread_id x
    scf.for %k = %c0 to %c4 step %c1 {
      %p = memref.load %a[%x] : memref<4xf32>
      %q = memref.load %b[%k] : memref<4xf32>
      %s = arith.addf %p, %q : f32
      memref.store %s, %a[%x] : memref<4xf32>
      gpu.barrier
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @rounds(%arg0: memref<4xf32>, %arg1: memref<4xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>, warpline.shaped = @rounds.shaped} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       scf.for %arg2 = %c0 to %c4 step %c1 {
// OUT:         %0 = memref.load %arg0[%thread_id_x] : memref<4xf32>
// OUT:         %1 = memref.load %arg1[%arg2] : memref<4xf32>
// OUT:         %2 = arith.addf %0, %1 : f32
// OUT:         memref.store %2, %arg0[%thread_id_x] : memref<4xf32>
// OUT:         gpu.barrier
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @rounds.shaped(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = arith.cmpi eq, %arg5, %c4 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg6, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg7, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg11 = %arg8 to %arg9 step %c1 {
// OUT:         %c0 = arith.constant 0 : index
// OUT:         %c1_2 = arith.constant 1 : index
// OUT:         %c4_3 = arith.constant 4 : index
// OUT:         scf.for %arg12 = %c0 to %c4_3 step %c1_2 {
// OUT:           %c0_4 = arith.constant 0 : index
// OUT:           %3 = vector.load %arg0[%c0_4] : memref<4xf32>, vector<4xf32>
// OUT:           %4 = memref.load %arg1[%arg12] : memref<4xf32>
// OUT:           %5 = vector.broadcast %4 : f32 to vector<4xf32>
// OUT:           %6 = arith.addf %3, %5 : vector<4xf32>
// OUT:           %c0_5 = arith.constant 0 : index
// OUT:           vector.store %6, %arg0[%c0_5] : memref<4xf32>, vector<4xf32>
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
