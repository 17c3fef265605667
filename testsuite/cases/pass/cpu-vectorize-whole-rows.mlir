// RUN: opt --cpu-shape-kernels --cpu-vectorize --canonicalize --cse

// Rows of 7 points that follow each other in memory: 49 threads in one loop. The rows of the padded buffer are longer, so
// that loop would stay if it were read here.
gpu.module @m {
  gpu.func @image(%a: memref<64x7x7xf32>, %b: memref<7x7xf32, strided<[7, 1], offset: 3>>, %out: memref<64x7x7xf32>) kernel
      attributes {known_block_size = array<i32: 7, 7, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c = gpu.block_id x
    %p = memref.load %a[%c, %y, %x] : memref<64x7x7xf32>
    %q = memref.load %b[%y, %x] : memref<7x7xf32, strided<[7, 1], offset: 3>>
    %sum = arith.addf %p, %q : f32
    memref.store %sum, %out[%c, %y, %x] : memref<64x7x7xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @image(%arg0: memref<64x7x7xf32>, %arg1: memref<7x7xf32, strided<[7, 1], offset: 3>>, %arg2: memref<64x7x7xf32>) kernel attributes {known_block_size = array<i32: 7, 7, 1>, warpline.shaped = @image.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %0 = memref.load %arg0[%block_id_x, %thread_id_y, %thread_id_x] : memref<64x7x7xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_y, %thread_id_x] : memref<7x7xf32, strided<[7, 1], offset: 3>>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%block_id_x, %thread_id_y, %thread_id_x] : memref<64x7x7xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @image.shaped(%arg0: memref<64x7x7xf32>, %arg1: memref<7x7xf32, strided<[7, 1], offset: 3>>, %arg2: memref<64x7x7xf32>, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %c48 = arith.constant 48 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c7 = arith.constant 7 : index
// OUT:       %0 = arith.cmpi eq, %arg6, %c7 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %1 = arith.cmpi eq, %arg7, %c7 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %2 = arith.cmpi eq, %arg8, %c1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %3 = arith.remui %arg9, %arg3 : index
// OUT:       %4 = scf.for %arg12 = %arg9 to %arg10 step %c1 iter_args(%arg13 = %3) -> (index) {
// OUT:         %collapse_shape = memref.collapse_shape %arg0 [[0], [1, 2]] : memref<64x7x7xf32> into memref<64x49xf32>
// OUT:         %collapse_shape_0 = memref.collapse_shape %arg1 [[0, 1]] : memref<7x7xf32, strided<[7, 1], offset: 3>> into memref<49xf32, strided<[1], offset: 3>>
// OUT:         %collapse_shape_1 = memref.collapse_shape %arg2 [[0], [1, 2]] : memref<64x7x7xf32> into memref<64x49xf32>
// OUT:         scf.for %arg14 = %c0 to %c48 step %c16 {
// OUT:           %11 = vector.load %collapse_shape[%arg13, %arg14] : memref<64x49xf32>, vector<16xf32>
// OUT:           %12 = vector.load %collapse_shape_0[%arg14] : memref<49xf32, strided<[1], offset: 3>>, vector<16xf32>
// OUT:           %13 = arith.addf %11, %12 : vector<16xf32>
// OUT:           vector.store %13, %collapse_shape_1[%arg13, %arg14] : memref<64x49xf32>, vector<16xf32>
// OUT:         }
// OUT:         %5 = memref.load %collapse_shape[%arg13, %c48] : memref<64x49xf32>
// OUT:         %6 = memref.load %collapse_shape_0[%c48] : memref<49xf32, strided<[1], offset: 3>>
// OUT:         %7 = arith.addf %5, %6 : f32
// OUT:         memref.store %7, %collapse_shape_1[%arg13, %c48] : memref<64x49xf32>
// OUT:         %8 = arith.addi %arg13, %c1 : index
// OUT:         %9 = arith.cmpi eq, %8, %arg3 : index
// OUT:         %10 = arith.select %9, %c0, %8 : index
// OUT:         scf.yield %10 : index
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A block has some of the rows.
gpu.module @m {
  gpu.func @some_rows(%a: memref<16x12xi32>) kernel attributes {known_block_size = array<i32: 12, 4, 1>} {
    %c4 = arith.constant 4 : index
    %x = gpu.thread_id x
    %ty = gpu.thread_id y
    %by = gpu.block_id y
    %first = arith.muli %by, %c4 : index
    %y = arith.addi %first, %ty : index
    %v = memref.load %a[%y, %x] : memref<16x12xi32>
    %w = arith.addi %v, %v : i32
    memref.store %w, %a[%y, %x] : memref<16x12xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @some_rows(%arg0: memref<16x12xi32>) kernel attributes {known_block_size = array<i32: 12, 4, 1>, warpline.shaped = @some_rows.shaped} {
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %block_id_y = gpu.block_id  y
// OUT:       %0 = arith.muli %block_id_y, %c4 : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = memref.load %arg0[%1, %thread_id_x] : memref<16x12xi32>
// OUT:       %3 = arith.addi %2, %2 : i32
// OUT:       memref.store %3, %arg0[%1, %thread_id_x] : memref<16x12xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @some_rows.shaped(%arg0: memref<16x12xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %c48 = arith.constant 48 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c12 = arith.constant 12 : index
// OUT:       %0 = arith.cmpi eq, %arg4, %c12 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %1 = arith.cmpi eq, %arg5, %c4 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %2 = arith.cmpi eq, %arg6, %c1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %3 = arith.remui %arg7, %arg1 : index
// OUT:       %4 = arith.divui %arg7, %arg1 : index
// OUT:       %5 = arith.remui %4, %arg2 : index
// OUT:       %6:2 = scf.for %arg10 = %arg7 to %arg8 step %c1 iter_args(%arg11 = %3, %arg12 = %5) -> (index, index) {
// OUT:         %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<16x12xi32> into memref<192xi32>
// OUT:         %7 = arith.muli %arg12, %c48 : index
// OUT:         scf.for %arg13 = %c0 to %c48 step %c16 {
// OUT:           %15 = arith.addi %7, %arg13 : index
// OUT:           %16 = vector.load %collapse_shape[%15] : memref<192xi32>, vector<16xi32>
// OUT:           %17 = arith.addi %16, %16 : vector<16xi32>
// OUT:           vector.store %17, %collapse_shape[%15] : memref<192xi32>, vector<16xi32>
// OUT:         }
// OUT:         %8 = arith.addi %arg11, %c1 : index
// OUT:         %9 = arith.cmpi eq, %8, %arg1 : index
// OUT:         %10 = arith.select %9, %c0, %8 : index
// OUT:         %11 = arith.addi %arg12, %c1 : index
// OUT:         %12 = arith.cmpi eq, %11, %arg2 : index
// OUT:         %13 = arith.select %12, %c0, %11 : index
// OUT:         %14 = arith.select %9, %13, %arg12 : index
// OUT:         scf.yield %10, %14 : index, index
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The rows of the first buffer are longer, the second one is accessed at the next column, the third one at the column alone, the
// fourth one has columns before rows, and the last one gets the number of the row.
gpu.module @m {
  gpu.func @longer(%a: memref<8x9xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %v = memref.load %a[%y, %x] : memref<8x9xi32>
    memref.store %v, %a[%y, %x] : memref<8x9xi32>
    gpu.return
  }
  gpu.func @next(%a: memref<8x8xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %c1 = arith.constant 1 : index
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %next = arith.addi %x, %c1 : index
    %v = memref.load %a[%y, %x] : memref<8x8xi32>
    memref.store %v, %a[%y, %next] : memref<8x8xi32>
    gpu.return
  }
  gpu.func @column(%a: memref<8x8xi32>, %b: memref<8xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %v = memref.load %b[%x] : memref<8xi32>
    memref.store %v, %a[%y, %x] : memref<8x8xi32>
    gpu.return
  }
  gpu.func @transposed(%a: memref<8x8xi32>, %b: memref<8x8xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %v = memref.load %a[%x, %y] : memref<8x8xi32>
    memref.store %v, %b[%y, %x] : memref<8x8xi32>
    gpu.return
  }
  gpu.func @stored(%a: memref<8x8xindex>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    memref.store %y, %a[%y, %x] : memref<8x8xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @longer(%arg0: memref<8x9xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>, warpline.shaped = @longer.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = memref.load %arg0[%thread_id_y, %thread_id_x] : memref<8x9xi32>
// OUT:       memref.store %0, %arg0[%thread_id_y, %thread_id_x] : memref<8x9xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @longer.shaped(%arg0: memref<8x9xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = arith.cmpi eq, %arg4, %c8 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %1 = arith.cmpi eq, %arg5, %c8 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %2 = arith.cmpi eq, %arg6, %c1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg10 = %arg7 to %arg8 step %c1 {
// OUT:         scf.for %arg11 = %c0 to %c8 step %c1 {
// OUT:           %3 = vector.load %arg0[%arg11, %c0] : memref<8x9xi32>, vector<8xi32>
// OUT:           vector.store %3, %arg0[%arg11, %c0] : memref<8x9xi32>, vector<8xi32>
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:     gpu.func @next(%arg0: memref<8x8xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>, warpline.shaped = @next.shaped} {
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = arith.addi %thread_id_x, %c1 : index
// OUT:       %1 = memref.load %arg0[%thread_id_y, %thread_id_x] : memref<8x8xi32>
// OUT:       memref.store %1, %arg0[%thread_id_y, %0] : memref<8x8xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @next.shaped(%arg0: memref<8x8xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = arith.cmpi eq, %arg4, %c8 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %1 = arith.cmpi eq, %arg5, %c8 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %2 = arith.cmpi eq, %arg6, %c1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg10 = %arg7 to %arg8 step %c1 {
// OUT:         scf.for %arg11 = %c0 to %c8 step %c1 {
// OUT:           %3 = vector.load %arg0[%arg11, %c0] : memref<8x8xi32>, vector<8xi32>
// OUT:           vector.store %3, %arg0[%arg11, %c1] : memref<8x8xi32>, vector<8xi32>
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:     gpu.func @column(%arg0: memref<8x8xi32>, %arg1: memref<8xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>, warpline.shaped = @column.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = memref.load %arg1[%thread_id_x] : memref<8xi32>
// OUT:       memref.store %0, %arg0[%thread_id_y, %thread_id_x] : memref<8x8xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @column.shaped(%arg0: memref<8x8xi32>, %arg1: memref<8xi32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = arith.cmpi eq, %arg5, %c8 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %1 = arith.cmpi eq, %arg6, %c8 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %2 = arith.cmpi eq, %arg7, %c1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg11 = %arg8 to %arg9 step %c1 {
// OUT:         scf.for %arg12 = %c0 to %c8 step %c2 {
// OUT:           %3 = arith.addi %arg12, %c1 : index
// OUT:           %4 = vector.load %arg1[%c0] : memref<8xi32>, vector<8xi32>
// OUT:           vector.store %4, %arg0[%arg12, %c0] : memref<8x8xi32>, vector<8xi32>
// OUT:           vector.store %4, %arg0[%3, %c0] : memref<8x8xi32>, vector<8xi32>
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:     gpu.func @transposed(%arg0: memref<8x8xi32>, %arg1: memref<8x8xi32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>, warpline.shaped = @transposed.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = memref.load %arg0[%thread_id_x, %thread_id_y] : memref<8x8xi32>
// OUT:       memref.store %0, %arg1[%thread_id_y, %thread_id_x] : memref<8x8xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @transposed.shaped(%arg0: memref<8x8xi32>, %arg1: memref<8x8xi32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = arith.cmpi eq, %arg5, %c8 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %1 = arith.cmpi eq, %arg6, %c8 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %2 = arith.cmpi eq, %arg7, %c1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg11 = %arg8 to %arg9 step %c1 {
// OUT:         scf.for %arg12 = %c0 to %c8 step %c1 {
// OUT:           scf.for %arg13 = %c0 to %c8 step %c1 {
// OUT:             %3 = memref.load %arg0[%arg13, %arg12] : memref<8x8xi32>
// OUT:             memref.store %3, %arg1[%arg12, %arg13] : memref<8x8xi32>
// OUT:           } {warpline.threads}
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:     gpu.func @stored(%arg0: memref<8x8xindex>) kernel attributes {known_block_size = array<i32: 8, 8, 1>, warpline.shaped = @stored.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       memref.store %thread_id_y, %arg0[%thread_id_y, %thread_id_x] : memref<8x8xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @stored.shaped(%arg0: memref<8x8xindex>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = arith.cmpi eq, %arg4, %c8 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %1 = arith.cmpi eq, %arg5, %c8 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %2 = arith.cmpi eq, %arg6, %c1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       scf.for %arg10 = %arg7 to %arg8 step %c1 {
// OUT:         scf.for %arg11 = %c0 to %c8 step %c1 {
// OUT:           %3 = vector.broadcast %arg11 : index to vector<8xindex>
// OUT:           vector.store %3, %arg0[%arg11, %c0] : memref<8x8xindex>, vector<8xindex>
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
