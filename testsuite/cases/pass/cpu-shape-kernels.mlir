// RUN: opt --cpu-shape-kernels

// Without a barrier each thread runs from start to end.
gpu.module @plain {
  gpu.func @saxpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.global_id x
    %n = memref.dim %x, %i : memref<?xf32>
    %v = memref.load %x[%i] : memref<?xf32>
    %w = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %a, %v : f32
    %s = arith.addf %p, %w : f32
    memref.store %s, %y[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @plain {
// OUT:     gpu.func @saxpy(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>, warpline.shaped = @saxpy.shaped} {
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %dim = memref.dim %arg0, %global_id_x : memref<?xf32>
// OUT:       %0 = memref.load %arg0[%global_id_x] : memref<?xf32>
// OUT:       %1 = memref.load %arg1[%global_id_x] : memref<?xf32>
// OUT:       %2 = arith.mulf %arg2, %0 : f32
// OUT:       %3 = arith.addf %2, %1 : f32
// OUT:       memref.store %3, %arg1[%global_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @saxpy.shaped(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.cmpi eq, %arg6, %c64 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg7, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg8, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c64_2 = arith.constant 64 : index
// OUT:       %3 = arith.remui %arg9, %arg3 : index
// OUT:       %4 = scf.for %arg12 = %arg9 to %arg10 step %c1 iter_args(%arg13 = %3) -> (index) {
// OUT:         scf.for %arg14 = %c0 to %c64 step %c1 {
// OUT:           %8 = arith.muli %arg13, %c64 : index
// OUT:           %9 = arith.addi %8, %arg14 : index
// OUT:           %dim = memref.dim %arg0, %9 : memref<?xf32>
// OUT:           %10 = memref.load %arg0[%9] : memref<?xf32>
// OUT:           %11 = memref.load %arg1[%9] : memref<?xf32>
// OUT:           %12 = arith.mulf %arg2, %10 : f32
// OUT:           %13 = arith.addf %12, %11 : f32
// OUT:           memref.store %13, %arg1[%9] : memref<?xf32>
// OUT:         } {warpline.threads}
// OUT:         %5 = arith.addi %arg13, %c1 : index
// OUT:         %6 = arith.cmpi eq, %5, %arg3 : index
// OUT:         %7 = arith.select %6, %c0, %5 : index
// OUT:         scf.yield %7 : index
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Workgroup memory, values that live across a barrier, a loop around one that carries a uniform and a varying value.
gpu.module @cut {
  gpu.func @reduce(%x: memref<?xf32>, %out: memref<?xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c32 = arith.constant 32 : index
    %i = gpu.global_id x
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %half, %sum = scf.for %k = %c0 to %c6 step %c1 iter_args(%h = %c32, %own = %v) -> (index, f32) {
      %j = arith.addi %t, %h : index
      %inside = arith.cmpi ult, %t, %h : index
      %more = scf.if %inside -> (f32) {
        %other = memref.load %s[%j] : memref<64xf32, #gpu.address_space<workgroup>>
        %r = arith.addf %own, %other : f32
        scf.yield %r : f32
      } else {
        scf.yield %own : f32
      }
      gpu.barrier
      memref.store %more, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %next = arith.shrui %h, %c1 : index
      scf.yield %next, %more : index, f32
    }
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.if %is_first {
      memref.store %sum, %out[%b] : memref<?xf32>
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @cut {
// OUT:     gpu.func @reduce(%arg0: memref<?xf32>, %arg1: memref<?xf32>) workgroup(%arg2 : memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, warpline.shaped = @reduce.shaped} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c6 = arith.constant 6 : index
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %0 = memref.load %arg0[%global_id_x] : memref<?xf32>
// OUT:       memref.store %0, %arg2[%thread_id_x] : memref<64xf32, #gpu.address_space<workgroup>>
// OUT:       gpu.barrier
// OUT:       %1:2 = scf.for %arg3 = %c0 to %c6 step %c1 iter_args(%arg4 = %c32, %arg5 = %0) -> (index, f32) {
// OUT:         %3 = arith.addi %thread_id_x, %arg4 : index
// OUT:         %4 = arith.cmpi ult, %thread_id_x, %arg4 : index
// OUT:         %5 = scf.if %4 -> (f32) {
// OUT:           %7 = memref.load %arg2[%3] : memref<64xf32, #gpu.address_space<workgroup>>
// OUT:           %8 = arith.addf %arg5, %7 : f32
// OUT:           scf.yield %8 : f32
// OUT:         } else {
// OUT:           scf.yield %arg5 : f32
// OUT:         }
// OUT:         gpu.barrier
// OUT:         memref.store %5, %arg2[%thread_id_x] : memref<64xf32, #gpu.address_space<workgroup>>
// OUT:         gpu.barrier
// OUT:         %6 = arith.shrui %arg4, %c1 : index
// OUT:         scf.yield %6, %5 : index, f32
// OUT:       }
// OUT:       %2 = arith.cmpi eq, %thread_id_x, %c0 : index
// OUT:       scf.if %2 {
// OUT:         memref.store %1#1, %arg1[%block_id_x] : memref<?xf32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @reduce.shaped(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 768 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.cmpi eq, %arg5, %c64 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg6, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg7, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c64_2 = arith.constant 64 : index
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       %view = memref.view %arg10[%c0_3][] : memref<?xi8> to memref<64xf32>
// OUT:       %c256 = arith.constant 256 : index
// OUT:       %view_4 = memref.view %arg10[%c256][] : memref<?xi8> to memref<64xf32>
// OUT:       %c512 = arith.constant 512 : index
// OUT:       %view_5 = memref.view %arg10[%c512][] : memref<?xi8> to memref<64xf32>
// OUT:       %3 = arith.remui %arg8, %arg2 : index
// OUT:       %4 = scf.for %arg11 = %arg8 to %arg9 step %c1 iter_args(%arg12 = %3) -> (index) {
// OUT:         %c0_6 = arith.constant 0 : index
// OUT:         %c1_7 = arith.constant 1 : index
// OUT:         %c6 = arith.constant 6 : index
// OUT:         %c32 = arith.constant 32 : index
// OUT:         %5 = arith.muli %arg12, %c64 : index
// OUT:         scf.for %arg13 = %c0 to %c64 step %c1 {
// OUT:           %10 = arith.addi %5, %arg13 : index
// OUT:           %11 = memref.load %arg0[%10] : memref<?xf32>
// OUT:           memref.store %11, %view[%arg13] : memref<64xf32>
// OUT:           memref.store %11, %view_4[%arg13] : memref<64xf32>
// OUT:         } {warpline.threads}
// OUT:         scf.for %arg13 = %c0 to %c64 step %c1 {
// OUT:           %10 = memref.load %view_4[%arg13] : memref<64xf32>
// OUT:           memref.store %10, %view_5[%arg13] : memref<64xf32>
// OUT:         } {warpline.threads}
// OUT:         %6 = scf.for %arg13 = %c0_6 to %c6 step %c1_7 iter_args(%arg14 = %c32) -> (index) {
// OUT:           scf.for %arg15 = %c0 to %c64 step %c1 {
// OUT:             %11 = memref.load %view_5[%arg15] : memref<64xf32>
// OUT:             %12 = arith.addi %arg15, %arg14 : index
// OUT:             %13 = arith.cmpi ult, %arg15, %arg14 : index
// OUT:             %14 = scf.if %13 -> (f32) {
// OUT:               %15 = memref.load %view[%12] : memref<64xf32>
// OUT:               %16 = arith.addf %11, %15 : f32
// OUT:               scf.yield %16 : f32
// OUT:             } else {
// OUT:               scf.yield %11 : f32
// OUT:             }
// OUT:             memref.store %14, %view_5[%arg15] : memref<64xf32>
// OUT:           } {warpline.threads}
// OUT:           scf.for %arg15 = %c0 to %c64 step %c1 {
// OUT:             %11 = memref.load %view_5[%arg15] : memref<64xf32>
// OUT:             memref.store %11, %view[%arg15] : memref<64xf32>
// OUT:           } {warpline.threads}
// OUT:           %10 = arith.shrui %arg14, %c1_7 : index
// OUT:           scf.yield %10 : index
// OUT:         }
// OUT:         scf.for %arg13 = %c0 to %c64 step %c1 {
// OUT:           %10 = memref.load %view_5[%arg13] : memref<64xf32>
// OUT:           %11 = arith.cmpi eq, %arg13, %c0_6 : index
// OUT:           scf.if %11 {
// OUT:             memref.store %10, %arg1[%arg12] : memref<?xf32>
// OUT:           }
// OUT:         } {warpline.threads}
// OUT:         %7 = arith.addi %arg12, %c1 : index
// OUT:         %8 = arith.cmpi eq, %7, %arg2 : index
// OUT:         %9 = arith.select %8, %c0, %7 : index
// OUT:         scf.yield %9 : index
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// What decides about a barrier comes from memory, so the threads are compared; a view is made again behind the barrier.
gpu.module @agreed {
  gpu.func @k(%n: memref<1xi32>, %x: memref<?x4xf32>, %rows: memref<?xindex>) private(%p: memref<2xf32, #gpu.address_space<private>>) kernel {
    %c0 = arith.constant 0 : index
    %c1_i32 = arith.constant 1 : i32
    %t = gpu.thread_id x
    %row = memref.load %rows[%t] : memref<?xindex>
    %view = memref.subview %x[%row, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %first = memref.load %n[%c0] : memref<1xi32>
    scf.while (%left = %first) : (i32) -> i32 {
      %go = arith.cmpi ne, %left, %c1_i32 : i32
      scf.condition(%go) %left : i32
    } do {
    ^bb0(%left: i32):
      %v = memref.load %view[%c0] : memref<4xf32, strided<[1], offset: ?>>
      memref.store %v, %p[%c0] : memref<2xf32, #gpu.address_space<private>>
      gpu.barrier
      %w = memref.load %p[%c0] : memref<2xf32, #gpu.address_space<private>>
      memref.store %w, %view[%c0] : memref<4xf32, strided<[1], offset: ?>>
      %less = arith.subi %left, %c1_i32 : i32
      scf.yield %less : i32
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @agreed {
// OUT:     gpu.func @k(%arg0: memref<1xi32>, %arg1: memref<?x4xf32>, %arg2: memref<?xindex>) private(%arg3 : memref<2xf32, #gpu.address_space<private>>) kernel attributes {warpline.shaped = @k.shaped} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg2[%thread_id_x] : memref<?xindex>
// OUT:       %subview = memref.subview %arg1[%0, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
// OUT:       %1 = memref.load %arg0[%c0] : memref<1xi32>
// OUT:       %2 = scf.while (%arg4 = %1) : (i32) -> i32 {
// OUT:         %3 = arith.cmpi ne, %arg4, %c1_i32 : i32
// OUT:         scf.condition(%3) %arg4 : i32
// OUT:       } do {
// OUT:       ^bb0(%arg4: i32):
// OUT:         %3 = memref.load %subview[%c0] : memref<4xf32, strided<[1], offset: ?>>
// OUT:         memref.store %3, %arg3[%c0] : memref<2xf32, #gpu.address_space<private>>
// OUT:         gpu.barrier
// OUT:         %4 = memref.load %arg3[%c0] : memref<2xf32, #gpu.address_space<private>>
// OUT:         memref.store %4, %subview[%c0] : memref<4xf32, strided<[1], offset: ?>>
// OUT:         %5 = arith.subi %arg4, %c1_i32 : i32
// OUT:         scf.yield %5 : i32
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @k.shaped(%arg0: memref<1xi32>, %arg1: memref<?x4xf32>, %arg2: memref<?xindex>, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: memref<?xi8>) attributes {warpline.scratch_bytes = 33792 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = arith.muli %arg6, %arg7 : index
// OUT:       %1 = arith.muli %0, %arg8 : index
// OUT:       %c1024 = arith.constant 1024 : index
// OUT:       %2 = arith.cmpi ule, %1, %c1024 : index
// OUT:       cf.assert %2, "a block has more threads than the kernel has scratch memory for"
// OUT:       %c16384 = arith.constant 16384 : index
// OUT:       %view = memref.view %arg11[%c16384][] : memref<?xi8> to memref<1024xi32>
// OUT:       %c20480 = arith.constant 20480 : index
// OUT:       %view_0 = memref.view %arg11[%c20480][] : memref<?xi8> to memref<1024xindex>
// OUT:       %c28672 = arith.constant 28672 : index
// OUT:       %view_1 = memref.view %arg11[%c28672][] : memref<?xi8> to memref<1024xi32>
// OUT:       %c32768 = arith.constant 32768 : index
// OUT:       %view_2 = memref.view %arg11[%c32768][] : memref<?xi8> to memref<1024xi1>
// OUT:       %3 = arith.remui %arg9, %arg3 : index
// OUT:       %4 = arith.divui %arg9, %arg3 : index
// OUT:       %5 = arith.remui %4, %arg4 : index
// OUT:       %6 = arith.divui %4, %arg4 : index
// OUT:       %7 = arith.remui %6, %arg5 : index
// OUT:       %8:3 = scf.for %arg12 = %arg9 to %arg10 step %c1 iter_args(%arg13 = %3, %arg14 = %5, %arg15 = %7) -> (index, index, index) {
// OUT:         %c0_3 = arith.constant 0 : index
// OUT:         %c1_i32 = arith.constant 1 : i32
// OUT:         scf.for %arg16 = %c0 to %arg8 step %c1 {
// OUT:           scf.for %arg17 = %c0 to %arg7 step %c1 {
// OUT:             scf.for %arg18 = %c0 to %arg6 step %c1 {
// OUT:               %22 = arith.muli %arg16, %arg7 : index
// OUT:               %23 = arith.addi %22, %arg17 : index
// OUT:               %24 = arith.muli %23, %arg6 : index
// OUT:               %25 = arith.addi %24, %arg18 : index
// OUT:               %26 = memref.load %arg2[%arg18] : memref<?xindex>
// OUT:               %subview = memref.subview %arg1[%26, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
// OUT:               %27 = memref.load %arg0[%c0_3] : memref<1xi32>
// OUT:               memref.store %26, %view_0[%25] : memref<1024xindex>
// OUT:               memref.store %27, %view[%25] : memref<1024xi32>
// OUT:             } {warpline.threads}
// OUT:           } {warpline.thread_rows}
// OUT:         }
// OUT:         scf.while : () -> () {
// OUT:           scf.for %arg16 = %c0 to %arg8 step %c1 {
// OUT:             scf.for %arg17 = %c0 to %arg7 step %c1 {
// OUT:               scf.for %arg18 = %c0 to %arg6 step %c1 {
// OUT:                 %25 = arith.muli %arg16, %arg7 : index
// OUT:                 %26 = arith.addi %25, %arg17 : index
// OUT:                 %27 = arith.muli %26, %arg6 : index
// OUT:                 %28 = arith.addi %27, %arg18 : index
// OUT:                 %29 = memref.load %view[%28] : memref<1024xi32>
// OUT:                 %30 = arith.cmpi ne, %29, %c1_i32 : i32
// OUT:                 memref.store %30, %view_2[%28] : memref<1024xi1>
// OUT:                 memref.store %29, %view_1[%28] : memref<1024xi32>
// OUT:               } {warpline.threads}
// OUT:             } {warpline.thread_rows}
// OUT:           }
// OUT:           %22 = memref.load %view_2[%c0] : memref<1024xi1>
// OUT:           %false = arith.constant false
// OUT:           %23 = scf.for %arg16 = %c0 to %1 step %c1 iter_args(%arg17 = %false) -> (i1) {
// OUT:             %25 = memref.load %view_2[%arg16] : memref<1024xi1>
// OUT:             %26 = arith.xori %25, %22 : i1
// OUT:             %27 = arith.ori %arg17, %26 : i1
// OUT:             scf.yield %27 : i1
// OUT:           }
// OUT:           %24 = arith.cmpi ne, %23, %false : i1
// OUT:           scf.if %24 {
// OUT:             %25 = scf.for %arg16 = %c0 to %1 step %c1 iter_args(%arg17 = %1) -> (index) {
// OUT:               %30 = memref.load %view_2[%arg16] : memref<1024xi1>
// OUT:               %31 = arith.cmpi ne, %30, %22 : i1
// OUT:               %32 = arith.select %31, %arg16, %1 : index
// OUT:               %33 = arith.minui %arg17, %32 : index
// OUT:               scf.yield %33 : index
// OUT:             }
// OUT:             %26 = arith.remui %25, %arg6 : index
// OUT:             %27 = arith.divui %25, %arg6 : index
// OUT:             %28 = arith.remui %27, %arg7 : index
// OUT:             %29 = arith.divui %27, %arg7 : index
// OUT:             %false_4 = arith.constant false
// OUT:             rt.assert %false_4, "divergent barrier" block(%arg13, %arg14, %arg15) thread(%26, %28, %29) {number = 0 : i32}
// OUT:           }
// OUT:           scf.condition(%22)
// OUT:         } do {
// OUT:           scf.for %arg16 = %c0 to %arg8 step %c1 {
// OUT:             scf.for %arg17 = %c0 to %arg7 step %c1 {
// OUT:               scf.for %arg18 = %c0 to %arg6 step %c1 {
// OUT:                 %22 = arith.muli %arg16, %arg7 : index
// OUT:                 %23 = arith.addi %22, %arg17 : index
// OUT:                 %24 = arith.muli %23, %arg6 : index
// OUT:                 %25 = arith.addi %24, %arg18 : index
// OUT:                 %26 = memref.load %view_0[%25] : memref<1024xindex>
// OUT:                 %c16 = arith.constant 16 : index
// OUT:                 %27 = arith.muli %25, %c16 : index
// OUT:                 %c0_4 = arith.constant 0 : index
// OUT:                 %28 = arith.addi %c0_4, %27 : index
// OUT:                 %view_5 = memref.view %arg11[%28][] : memref<?xi8> to memref<2xf32>
// OUT:                 %subview = memref.subview %arg1[%26, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
// OUT:                 %29 = memref.load %subview[%c0_3] : memref<4xf32, strided<[1], offset: ?>>
// OUT:                 memref.store %29, %view_5[%c0_3] : memref<2xf32>
// OUT:               } {warpline.threads}
// OUT:             } {warpline.thread_rows}
// OUT:           }
// OUT:           scf.for %arg16 = %c0 to %arg8 step %c1 {
// OUT:             scf.for %arg17 = %c0 to %arg7 step %c1 {
// OUT:               scf.for %arg18 = %c0 to %arg6 step %c1 {
// OUT:                 %22 = arith.muli %arg16, %arg7 : index
// OUT:                 %23 = arith.addi %22, %arg17 : index
// OUT:                 %24 = arith.muli %23, %arg6 : index
// OUT:                 %25 = arith.addi %24, %arg18 : index
// OUT:                 %c16 = arith.constant 16 : index
// OUT:                 %26 = arith.muli %25, %c16 : index
// OUT:                 %c0_4 = arith.constant 0 : index
// OUT:                 %27 = arith.addi %c0_4, %26 : index
// OUT:                 %view_5 = memref.view %arg11[%27][] : memref<?xi8> to memref<2xf32>
// OUT:                 %28 = memref.load %view_0[%25] : memref<1024xindex>
// OUT:                 %29 = memref.load %view_1[%25] : memref<1024xi32>
// OUT:                 %subview = memref.subview %arg1[%28, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
// OUT:                 %30 = memref.load %view_5[%c0_3] : memref<2xf32>
// OUT:                 memref.store %30, %subview[%c0_3] : memref<4xf32, strided<[1], offset: ?>>
// OUT:                 %31 = arith.subi %29, %c1_i32 : i32
// OUT:                 memref.store %31, %view[%25] : memref<1024xi32>
// OUT:               } {warpline.threads}
// OUT:             } {warpline.thread_rows}
// OUT:           }
// OUT:           scf.yield
// OUT:         }
// OUT:         %9 = arith.addi %arg13, %c1 : index
// OUT:         %10 = arith.cmpi eq, %9, %arg3 : index
// OUT:         %11 = arith.select %10, %c0, %9 : index
// OUT:         %12 = arith.addi %arg14, %c1 : index
// OUT:         %13 = arith.cmpi eq, %12, %arg4 : index
// OUT:         %14 = arith.select %13, %c0, %12 : index
// OUT:         %15 = arith.select %10, %14, %arg14 : index
// OUT:         %16 = arith.andi %10, %13 : i1
// OUT:         %17 = arith.addi %arg15, %c1 : index
// OUT:         %18 = arith.cmpi eq, %17, %arg5 : index
// OUT:         %19 = arith.select %18, %c0, %17 : index
// OUT:         %20 = arith.select %16, %19, %arg15 : index
// OUT:         %21 = arith.andi %16, %18 : i1
// OUT:         scf.yield %11, %15, %20 : index, index, index
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Calls are inlined, bodies of several blocks stay regions, and assertions report block and thread.
gpu.module @calls {
  func.func @clamp(%i: index) -> index {
    %c9 = arith.constant 9 : index
    %low = arith.cmpi slt, %i, %c9 : index
    cf.cond_br %low, ^done(%i : index), ^done(%c9 : index)
  ^done(%r: index):
    return %r : index
  }
  gpu.func @k(%x: memref<10xi32>, %n: index, %from: memref<?xi32>, %to: memref<4xi32>) kernel {
    %t = gpu.thread_id y
    %c10 = arith.constant 10 : index
    %i = func.call @clamp(%t) : (index) -> index
    %fits = arith.cmpi ult, %i, %n : index
    cf.assert %fits, "out of bounds" {rt.check = 0 : i32}
    %v = memref.load %x[%i] : memref<10xi32>
    %one = arith.constant 1 : i32
    %old = memref.atomic_rmw addi %one, %x[%i] : (i32, memref<10xi32>) -> i32
    %from4 = memref.cast %from : memref<?xi32> to memref<?xi32>
    %to4 = memref.cast %to : memref<4xi32> to memref<?xi32>
    memref.copy %from4, %to4 : memref<?xi32> to memref<?xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @calls {
// OUT:     func.func @clamp(%arg0: index) -> index {
// OUT:       %c9 = arith.constant 9 : index
// OUT:       %0 = arith.cmpi slt, %arg0, %c9 : index
// OUT:       cf.cond_br %0, ^bb1(%arg0 : index), ^bb1(%c9 : index)
// OUT:     ^bb1(%1: index):  // 2 preds: ^bb0, ^bb0
// OUT:       return %1 : index
// OUT:     }
// OUT:     gpu.func @k(%arg0: memref<10xi32>, %arg1: index, %arg2: memref<?xi32>, %arg3: memref<4xi32>) kernel attributes {warpline.shaped = @k.shaped} {
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %c10 = arith.constant 10 : index
// OUT:       %0 = func.call @clamp(%thread_id_y) : (index) -> index
// OUT:       %1 = arith.cmpi ult, %0, %arg1 : index
// OUT:       cf.assert %1, "out of bounds" {rt.check = 0 : i32}
// OUT:       %2 = memref.load %arg0[%0] : memref<10xi32>
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %3 = memref.atomic_rmw addi %c1_i32, %arg0[%0] : (i32, memref<10xi32>) -> i32
// OUT:       %cast = memref.cast %arg2 : memref<?xi32> to memref<?xi32>
// OUT:       %cast_0 = memref.cast %arg3 : memref<4xi32> to memref<?xi32>
// OUT:       memref.copy %cast, %cast_0 : memref<?xi32> to memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @k.shaped(%arg0: memref<10xi32>, %arg1: index, %arg2: memref<?xi32>, %arg3: memref<4xi32>, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = arith.muli %arg7, %arg8 : index
// OUT:       %1 = arith.muli %0, %arg9 : index
// OUT:       %c1024 = arith.constant 1024 : index
// OUT:       %2 = arith.cmpi ule, %1, %c1024 : index
// OUT:       cf.assert %2, "a block has more threads than the kernel has scratch memory for"
// OUT:       %3 = arith.remui %arg10, %arg4 : index
// OUT:       %4 = arith.divui %arg10, %arg4 : index
// OUT:       %5 = arith.remui %4, %arg5 : index
// OUT:       %6 = arith.divui %4, %arg5 : index
// OUT:       %7 = arith.remui %6, %arg6 : index
// OUT:       %8:3 = scf.for %arg13 = %arg10 to %arg11 step %c1 iter_args(%arg14 = %3, %arg15 = %5, %arg16 = %7) -> (index, index, index) {
// OUT:         scf.for %arg17 = %c0 to %arg9 step %c1 {
// OUT:           scf.for %arg18 = %c0 to %arg8 step %c1 {
// OUT:             scf.for %arg19 = %c0 to %arg7 step %c1 {
// OUT:               %c10 = arith.constant 10 : index
// OUT:               %22 = scf.execute_region -> index {
// OUT:                 %c9 = arith.constant 9 : index
// OUT:                 %27 = arith.cmpi slt, %arg18, %c9 : index
// OUT:                 cf.cond_br %27, ^bb1(%arg18 : index), ^bb1(%c9 : index)
// OUT:               ^bb1(%28: index):  // 2 preds: ^bb0, ^bb0
// OUT:                 scf.yield %28 : index
// OUT:               }
// OUT:               %23 = arith.cmpi ult, %22, %arg1 : index
// OUT:               rt.assert %23, "out of bounds" block(%arg14, %arg15, %arg16) thread(%arg19, %arg18, %arg17) compared(%22, %arg1) {number = 0 : i32}
// OUT:               %24 = memref.load %arg0[%22] : memref<10xi32>
// OUT:               %c1_i32 = arith.constant 1 : i32
// OUT:               %25 = memref.atomic_rmw addi %c1_i32, %arg0[%22] : (i32, memref<10xi32>) -> i32
// OUT:               %cast = memref.cast %arg2 : memref<?xi32> to memref<?xi32>
// OUT:               %cast_0 = memref.cast %arg3 : memref<4xi32> to memref<?xi32>
// OUT:               %c0_1 = arith.constant 0 : index
// OUT:               %dim = memref.dim %cast, %c0_1 : memref<?xi32>
// OUT:               %dim_2 = memref.dim %cast_0, %c0_1 : memref<?xi32>
// OUT:               %26 = arith.cmpi eq, %dim, %dim_2 : index
// OUT:               rt.assert %26, "the shapes of a copy differ" block(%arg14, %arg15, %arg16) thread(%arg19, %arg18, %arg17) compared(%dim, %dim_2) {number = 1 : i32}
// OUT:               memref.copy %cast, %cast_0 : memref<?xi32> to memref<?xi32>
// OUT:             } {warpline.threads}
// OUT:           } {warpline.thread_rows}
// OUT:         }
// OUT:         %9 = arith.addi %arg14, %c1 : index
// OUT:         %10 = arith.cmpi eq, %9, %arg4 : index
// OUT:         %11 = arith.select %10, %c0, %9 : index
// OUT:         %12 = arith.addi %arg15, %c1 : index
// OUT:         %13 = arith.cmpi eq, %12, %arg5 : index
// OUT:         %14 = arith.select %13, %c0, %12 : index
// OUT:         %15 = arith.select %10, %14, %arg15 : index
// OUT:         %16 = arith.andi %10, %13 : i1
// OUT:         %17 = arith.addi %arg16, %c1 : index
// OUT:         %18 = arith.cmpi eq, %17, %arg6 : index
// OUT:         %19 = arith.select %18, %c0, %17 : index
// OUT:         %20 = arith.select %16, %19, %arg16 : index
// OUT:         %21 = arith.andi %16, %18 : i1
// OUT:         scf.yield %11, %15, %20 : index, index, index
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A loop that waits for other blocks lets them run.
gpu.module @spins {
  gpu.func @k(%count: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %two = arith.constant 2 : i32
    scf.while : () -> () {
      %seen = memref.atomic_rmw addi %zero, %count[%c0] : (i32, memref<1xi32>) -> i32
      %early = arith.cmpi slt, %seen, %two : i32
      scf.condition(%early)
    } do {
      scf.yield
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @spins {
// OUT:     gpu.func @k(%arg0: memref<1xi32>) kernel attributes {warpline.shaped = @k.shaped} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c2_i32 = arith.constant 2 : i32
// OUT:       scf.while : () -> () {
// OUT:         %0 = memref.atomic_rmw addi %c0_i32, %arg0[%c0] : (i32, memref<1xi32>) -> i32
// OUT:         %1 = arith.cmpi slt, %0, %c2_i32 : i32
// OUT:         scf.condition(%1)
// OUT:       } do {
// OUT:         scf.yield
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @k.shaped(%arg0: memref<1xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = arith.muli %arg4, %arg5 : index
// OUT:       %1 = arith.muli %0, %arg6 : index
// OUT:       %c1024 = arith.constant 1024 : index
// OUT:       %2 = arith.cmpi ule, %1, %c1024 : index
// OUT:       cf.assert %2, "a block has more threads than the kernel has scratch memory for"
// OUT:       scf.for %arg10 = %arg7 to %arg8 step %c1 {
// OUT:         scf.for %arg11 = %c0 to %arg6 step %c1 {
// OUT:           scf.for %arg12 = %c0 to %arg5 step %c1 {
// OUT:             scf.for %arg13 = %c0 to %arg4 step %c1 {
// OUT:               %c0_0 = arith.constant 0 : index
// OUT:               %c0_i32 = arith.constant 0 : i32
// OUT:               %c2_i32 = arith.constant 2 : i32
// OUT:               scf.while : () -> () {
// OUT:                 %3 = memref.atomic_rmw addi %c0_i32, %arg0[%c0_0] {warpline.awaited} : (i32, memref<1xi32>) -> i32
// OUT:                 %4 = arith.cmpi slt, %3, %c2_i32 : i32
// OUT:                 rt.spin %4
// OUT:                 scf.condition(%4)
// OUT:               } do {
// OUT:                 scf.yield
// OUT:               }
// OUT:             } {warpline.threads}
// OUT:           } {warpline.thread_rows}
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Lanes of the first subgroup exchange values: each stores its own, then loads that of its neighbour.
gpu.module @lanes {
  gpu.func @k(%x: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %first = arith.constant 32 : index
    %t = gpu.thread_id x
    %is_first = arith.cmpi ult, %t, %first : index
    scf.if %is_first {
      %value = memref.load %x[%t] : memref<64xi32>
      %other, %valid = gpu.shuffle xor %value, %c1, %c32 : i32
      memref.store %other, %x[%t] : memref<64xi32>
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @lanes {
// OUT:     gpu.func @k(%arg0: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, warpline.shaped = @k.shaped} {
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.cmpi ult, %thread_id_x, %c32 : index
// OUT:       scf.if %0 {
// OUT:         %1 = memref.load %arg0[%thread_id_x] : memref<64xi32>
// OUT:         %shuffleResult, %valid = gpu.shuffle  xor %1, %c1_i32, %c32_i32 : i32
// OUT:         memref.store %shuffleResult, %arg0[%thread_id_x] : memref<64xi32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @k.shaped(%arg0: memref<64xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: memref<?xi8>) attributes {warpline.scratch_bytes = 256 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.cmpi eq, %arg4, %c64 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg5, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg6, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c64_2 = arith.constant 64 : index
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       %view = memref.view %arg9[%c0_3][] : memref<?xi8> to memref<64xi32>
// OUT:       scf.for %arg10 = %arg7 to %arg8 step %c1 {
// OUT:         %c1_i32 = arith.constant 1 : i32
// OUT:         %c32_i32 = arith.constant 32 : i32
// OUT:         %c32 = arith.constant 32 : index
// OUT:         %c32_4 = arith.constant 32 : index
// OUT:         scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:           %3 = arith.cmpi ult, %arg11, %c32 : index
// OUT:           scf.if %3 {
// OUT:             %4 = memref.load %arg0[%arg11] : memref<64xi32>
// OUT:             memref.store %4, %view[%arg11] : memref<64xi32>
// OUT:           }
// OUT:         } {warpline.threads}
// OUT:         %c1_5 = arith.constant 1 : index
// OUT:         %c32_6 = arith.constant 32 : index
// OUT:         scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:           %3 = arith.cmpi ult, %arg11, %c32 : index
// OUT:           scf.if %3 {
// OUT:             %4 = arith.remui %arg11, %c32_4 : index
// OUT:             %5 = arith.subi %arg11, %4 : index
// OUT:             %6 = arith.xori %4, %c1_5 : index
// OUT:             %7 = arith.cmpi ult, %6, %c32_6 : index
// OUT:             %8 = arith.addi %5, %6 : index
// OUT:             %9 = arith.cmpi ult, %8, %c64_2 : index
// OUT:             %10 = arith.andi %7, %9 : i1
// OUT:             %11 = arith.select %10, %8, %arg11 : index
// OUT:             %12 = memref.load %view[%11] : memref<64xi32>
// OUT:             memref.store %12, %arg0[%arg11] : memref<64xi32>
// OUT:           }
// OUT:         } {warpline.threads}
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Counters that a launch only adds to: each range of blocks has its own.
gpu.module @counters {
  gpu.func @count(%x: memref<?xi32> {llvm.noalias}, %bins: memref<32xi32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %one = arith.constant 1 : i32
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<?xi32>
    %bin = arith.index_cast %v : i32 to index
    %old = memref.atomic_rmw addi %one, %bins[%bin] : (i32, memref<32xi32>) -> i32
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @counters {
// OUT:     gpu.func @count(%arg0: memref<?xi32> {llvm.noalias}, %arg1: memref<32xi32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 64, 1, 1>, warpline.shaped = @count.shaped} {
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %0 = memref.load %arg0[%global_id_x] : memref<?xi32>
// OUT:       %1 = arith.index_cast %0 : i32 to index
// OUT:       %2 = memref.atomic_rmw addi %c1_i32, %arg1[%1] : (i32, memref<32xi32>) -> i32
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @count.shaped(%arg0: memref<?xi32> {llvm.noalias}, %arg1: memref<32xi32> {llvm.noalias}, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 128 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.cmpi eq, %arg5, %c64 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg6, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg7, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c64_2 = arith.constant 64 : index
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       %view = memref.view %arg10[%c0_3][] : memref<?xi8> to memref<32xi32>
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       scf.for %arg11 = %c0 to %c32 step %c1 {
// OUT:         memref.store %c0_i32, %view[%arg11] : memref<32xi32>
// OUT:       }
// OUT:       %3 = arith.remui %arg8, %arg2 : index
// OUT:       %4 = scf.for %arg11 = %arg8 to %arg9 step %c1 iter_args(%arg12 = %3) -> (index) {
// OUT:         scf.for %arg13 = %c0 to %c64 step %c1 {
// OUT:           %c1_i32 = arith.constant 1 : i32
// OUT:           %8 = arith.muli %arg12, %c64 : index
// OUT:           %9 = arith.addi %8, %arg13 : index
// OUT:           %10 = memref.load %arg0[%9] : memref<?xi32>
// OUT:           %11 = arith.index_cast %10 : i32 to index
// OUT:           %12 = memref.atomic_rmw addi %c1_i32, %view[%11] : (i32, memref<32xi32>) -> i32
// OUT:         } {warpline.threads}
// OUT:         %5 = arith.addi %arg12, %c1 : index
// OUT:         %6 = arith.cmpi eq, %5, %arg2 : index
// OUT:         %7 = arith.select %6, %c0, %5 : index
// OUT:         scf.yield %7 : index
// OUT:       }
// OUT:       scf.for %arg11 = %c0 to %c32 step %c1 {
// OUT:         %5 = memref.load %view[%arg11] : memref<32xi32>
// OUT:         %6 = arith.cmpi ne, %5, %c0_i32 : i32
// OUT:         scf.if %6 {
// OUT:           %7 = memref.atomic_rmw addi %5, %arg1[%arg11] : (i32, memref<32xi32>) -> i32
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// All threads run an iteration of a loop before the next one, since iterations are far apart in memory.
gpu.module @order {
  gpu.func @clear(%x: memref<4096xf32>, %y: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    scf.for %k = %c0 to %c64 step %c1 {
      %far = arith.muli %k, %c64 : index
      %i = arith.addi %far, %t : index
      %v = memref.load %x[%i] : memref<4096xf32>
      memref.store %v, %y[%i] : memref<4096xf32>
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @order {
// OUT:     gpu.func @clear(%arg0: memref<4096xf32>, %arg1: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, warpline.shaped = @clear.shaped} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       scf.for %arg2 = %c0 to %c64 step %c1 {
// OUT:         %0 = arith.muli %arg2, %c64 : index
// OUT:         %1 = arith.addi %0, %thread_id_x : index
// OUT:         %2 = memref.load %arg0[%1] : memref<4096xf32>
// OUT:         memref.store %2, %arg1[%1] : memref<4096xf32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @clear.shaped(%arg0: memref<4096xf32>, %arg1: memref<4096xf32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.cmpi eq, %arg5, %c64 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg6, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg7, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c64_2 = arith.constant 64 : index
// OUT:       scf.for %arg11 = %arg8 to %arg9 step %c1 {
// OUT:         %c0_3 = arith.constant 0 : index
// OUT:         %c1_4 = arith.constant 1 : index
// OUT:         %c64_5 = arith.constant 64 : index
// OUT:         scf.for %arg12 = %c0_3 to %c64_5 step %c1_4 {
// OUT:           %3 = arith.muli %arg12, %c64_5 : index
// OUT:           scf.for %arg13 = %c0 to %c64 step %c1 {
// OUT:             %4 = arith.addi %3, %arg13 : index
// OUT:             %5 = memref.load %arg0[%4] : memref<4096xf32>
// OUT:             memref.store %5, %arg1[%4] : memref<4096xf32>
// OUT:           } {warpline.threads}
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A global of the module stays one, and is looked up once; workgroup memory is scratch memory of the block.
gpu.module @m {
  memref.global "private" @counts : memref<4xi32> = dense<0>
  memref.global "private" @shared : memref<4xi32, #gpu.address_space<workgroup>>
  gpu.func @globals() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %t = gpu.thread_id x
    %counts = memref.get_global @counts : memref<4xi32>
    %count = memref.load %counts[%t] : memref<4xi32>
    %shared = memref.get_global @shared : memref<4xi32, #gpu.address_space<workgroup>>
    memref.store %count, %shared[%t] : memref<4xi32, #gpu.address_space<workgroup>>
    %again = memref.get_global @counts : memref<4xi32>
    memref.store %count, %again[%t] : memref<4xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     memref.global "private" @counts : memref<4xi32> = dense<0>
// OUT:     memref.global "private" @shared : memref<4xi32, #gpu.address_space<workgroup>>
// OUT:     gpu.func @globals() kernel attributes {known_block_size = array<i32: 4, 1, 1>, warpline.shaped = @globals.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.get_global @counts : memref<4xi32>
// OUT:       %1 = memref.load %0[%thread_id_x] : memref<4xi32>
// OUT:       %2 = memref.get_global @shared : memref<4xi32, #gpu.address_space<workgroup>>
// OUT:       memref.store %1, %2[%thread_id_x] : memref<4xi32, #gpu.address_space<workgroup>>
// OUT:       %3 = memref.get_global @counts : memref<4xi32>
// OUT:       memref.store %1, %3[%thread_id_x] : memref<4xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @globals.shaped(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: memref<?xi8>) attributes {warpline.scratch_bytes = 64 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = arith.cmpi eq, %arg3, %c4 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg4, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg5, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c4_2 = arith.constant 4 : index
// OUT:       %3 = memref.get_global @counts : memref<4xi32>
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       %view = memref.view %arg8[%c0_3][] : memref<?xi8> to memref<4xi32>
// OUT:       scf.for %arg9 = %arg6 to %arg7 step %c1 {
// OUT:         scf.for %arg10 = %c0 to %c4 step %c1 {
// OUT:           %4 = memref.load %3[%arg10] : memref<4xi32>
// OUT:           memref.store %4, %view[%arg10] : memref<4xi32>
// OUT:           memref.store %4, %3[%arg10] : memref<4xi32>
// OUT:         } {warpline.threads}
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Subgroups run a loop a different number of times: all threads run it until the last one leaves.
gpu.module @lanes {
  gpu.func @grow(%x: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %lanes = arith.constant 32 : index
    %t = gpu.thread_id x
    %n = arith.divui %t, %lanes : index
    %value = memref.load %x[%t] : memref<64xi32>
    %sum = scf.for %i = %c0 to %n step %one iter_args(%sum = %value) -> (i32) {
      %other, %valid = gpu.shuffle xor %sum, %c1, %c32 : i32
      %next = arith.addi %sum, %other : i32
      scf.yield %next : i32
    }
    memref.store %sum, %x[%t] : memref<64xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @lanes {
// OUT:     gpu.func @grow(%arg0: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, warpline.shaped = @grow.shaped} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.divui %thread_id_x, %c32 : index
// OUT:       %1 = memref.load %arg0[%thread_id_x] : memref<64xi32>
// OUT:       %2 = scf.for %arg1 = %c0 to %0 step %c1 iter_args(%arg2 = %1) -> (i32) {
// OUT:         %shuffleResult, %valid = gpu.shuffle  xor %arg2, %c1_i32, %c32_i32 : i32
// OUT:         %3 = arith.addi %arg2, %shuffleResult : i32
// OUT:         scf.yield %3 : i32
// OUT:       }
// OUT:       memref.store %2, %arg0[%thread_id_x] : memref<64xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @grow.shaped(%arg0: memref<64xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: memref<?xi8>) attributes {warpline.scratch_bytes = 4800 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.cmpi eq, %arg4, %c64 : index
// OUT:       cf.assert %0, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %1 = arith.cmpi eq, %arg5, %c1_0 : index
// OUT:       cf.assert %1, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg6, %c1_1 : index
// OUT:       cf.assert %2, "the size of a block is not that of the kernel's attribute known_block_size"
// OUT:       %c64_2 = arith.constant 64 : index
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       %view = memref.view %arg9[%c0_3][] : memref<?xi8> to memref<64xi32>
// OUT:       %c256 = arith.constant 256 : index
// OUT:       %view_4 = memref.view %arg9[%c256][] : memref<?xi8> to memref<64xi1>
// OUT:       %c320 = arith.constant 320 : index
// OUT:       %view_5 = memref.view %arg9[%c320][] : memref<?xi8> to memref<64xindex>
// OUT:       %c832 = arith.constant 832 : index
// OUT:       %view_6 = memref.view %arg9[%c832][] : memref<?xi8> to memref<64xi32>
// OUT:       %c1088 = arith.constant 1088 : index
// OUT:       %view_7 = memref.view %arg9[%c1088][] : memref<?xi8> to memref<64xindex>
// OUT:       %c1600 = arith.constant 1600 : index
// OUT:       %view_8 = memref.view %arg9[%c1600][] : memref<?xi8> to memref<64xi32>
// OUT:       %c1856 = arith.constant 1856 : index
// OUT:       %view_9 = memref.view %arg9[%c1856][] : memref<?xi8> to memref<64xi1>
// OUT:       %c1920 = arith.constant 1920 : index
// OUT:       %view_10 = memref.view %arg9[%c1920][] : memref<?xi8> to memref<64xindex>
// OUT:       %c2432 = arith.constant 2432 : index
// OUT:       %view_11 = memref.view %arg9[%c2432][] : memref<?xi8> to memref<64xi32>
// OUT:       %c2688 = arith.constant 2688 : index
// OUT:       %view_12 = memref.view %arg9[%c2688][] : memref<?xi8> to memref<64xindex>
// OUT:       %c3200 = arith.constant 3200 : index
// OUT:       %view_13 = memref.view %arg9[%c3200][] : memref<?xi8> to memref<64xi32>
// OUT:       %c3456 = arith.constant 3456 : index
// OUT:       %view_14 = memref.view %arg9[%c3456][] : memref<?xi8> to memref<64xi1>
// OUT:       %c3520 = arith.constant 3520 : index
// OUT:       %view_15 = memref.view %arg9[%c3520][] : memref<?xi8> to memref<64xindex>
// OUT:       %c4032 = arith.constant 4032 : index
// OUT:       %view_16 = memref.view %arg9[%c4032][] : memref<?xi8> to memref<64xi32>
// OUT:       %c4288 = arith.constant 4288 : index
// OUT:       %view_17 = memref.view %arg9[%c4288][] : memref<?xi8> to memref<64xindex>
// OUT:       scf.for %arg10 = %arg7 to %arg8 step %c1 {
// OUT:         %c0_18 = arith.constant 0 : index
// OUT:         %c1_19 = arith.constant 1 : index
// OUT:         %c1_i32 = arith.constant 1 : i32
// OUT:         %c32_i32 = arith.constant 32 : i32
// OUT:         %c32 = arith.constant 32 : index
// OUT:         %true = arith.constant true
// OUT:         %c0_20 = arith.constant 0 : index
// OUT:         %c0_i32 = arith.constant 0 : i32
// OUT:         scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:           %3 = memref.load %arg0[%arg11] : memref<64xi32>
// OUT:           memref.store %true, %view_4[%arg11] : memref<64xi1>
// OUT:           memref.store %c0_18, %view_5[%arg11] : memref<64xindex>
// OUT:           memref.store %3, %view_6[%arg11] : memref<64xi32>
// OUT:           memref.store %c0_20, %view_7[%arg11] : memref<64xindex>
// OUT:           memref.store %c0_i32, %view_8[%arg11] : memref<64xi32>
// OUT:         } {warpline.threads}
// OUT:         scf.while : () -> () {
// OUT:           scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:             %4 = memref.load %view_4[%arg11] : memref<64xi1>
// OUT:             %5 = memref.load %view_5[%arg11] : memref<64xindex>
// OUT:             %6 = memref.load %view_6[%arg11] : memref<64xi32>
// OUT:             %7 = memref.load %view_7[%arg11] : memref<64xindex>
// OUT:             %8 = memref.load %view_8[%arg11] : memref<64xi32>
// OUT:             %9 = arith.divui %arg11, %c32 : index
// OUT:             %10:3 = scf.if %4 -> (i1, index, i32) {
// OUT:               %11 = arith.cmpi slt, %5, %9 : index
// OUT:               scf.yield %11, %5, %6 : i1, index, i32
// OUT:             } else {
// OUT:               scf.yield %4, %7, %8 : i1, index, i32
// OUT:             }
// OUT:             memref.store %10#0, %view_14[%arg11] : memref<64xi1>
// OUT:             memref.store %10#0, %view_9[%arg11] : memref<64xi1>
// OUT:             memref.store %5, %view_10[%arg11] : memref<64xindex>
// OUT:             memref.store %6, %view_11[%arg11] : memref<64xi32>
// OUT:             memref.store %10#1, %view_12[%arg11] : memref<64xindex>
// OUT:             memref.store %10#2, %view_13[%arg11] : memref<64xi32>
// OUT:           } {warpline.threads}
// OUT:           %false = arith.constant false
// OUT:           %3 = scf.for %arg11 = %c0 to %c64_2 step %c1 iter_args(%arg12 = %false) -> (i1) {
// OUT:             %4 = arith.remui %arg11, %c64 : index
// OUT:             %5 = arith.divui %arg11, %c64 : index
// OUT:             %6 = arith.remui %5, %c1_0 : index
// OUT:             %7 = arith.divui %5, %c1_0 : index
// OUT:             %8 = memref.load %view_14[%arg11] : memref<64xi1>
// OUT:             %9 = arith.ori %arg12, %8 : i1
// OUT:             scf.yield %9 : i1
// OUT:           }
// OUT:           scf.condition(%3)
// OUT:         } do {
// OUT:           %c32_21 = arith.constant 32 : index
// OUT:           scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:             %3 = memref.load %view_9[%arg11] : memref<64xi1>
// OUT:             scf.if %3 {
// OUT:               %4 = memref.load %view_12[%arg11] : memref<64xindex>
// OUT:               %5 = memref.load %view_13[%arg11] : memref<64xi32>
// OUT:               %6 = arith.addi %4, %c1_19 : index
// OUT:               memref.store %5, %view[%arg11] : memref<64xi32>
// OUT:               memref.store %6, %view_17[%arg11] : memref<64xindex>
// OUT:             }
// OUT:           } {warpline.threads}
// OUT:           %c1_22 = arith.constant 1 : index
// OUT:           %c32_23 = arith.constant 32 : index
// OUT:           scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:             %3 = memref.load %view_9[%arg11] : memref<64xi1>
// OUT:             scf.if %3 {
// OUT:               %4 = memref.load %view_13[%arg11] : memref<64xi32>
// OUT:               %5 = memref.load %view_17[%arg11] : memref<64xindex>
// OUT:               %6 = arith.remui %arg11, %c32_21 : index
// OUT:               %7 = arith.subi %arg11, %6 : index
// OUT:               %8 = arith.xori %6, %c1_22 : index
// OUT:               %9 = arith.cmpi ult, %8, %c32_23 : index
// OUT:               %10 = arith.addi %7, %8 : index
// OUT:               %11 = arith.cmpi ult, %10, %c64_2 : index
// OUT:               %12 = arith.andi %9, %11 : i1
// OUT:               %13 = arith.select %12, %10, %arg11 : index
// OUT:               %14 = memref.load %view[%13] : memref<64xi32>
// OUT:               %15 = arith.addi %4, %14 : i32
// OUT:               memref.store %5, %view_15[%arg11] : memref<64xindex>
// OUT:               memref.store %15, %view_16[%arg11] : memref<64xi32>
// OUT:             }
// OUT:           } {warpline.threads}
// OUT:           scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:             %3 = memref.load %view_9[%arg11] : memref<64xi1>
// OUT:             %true_24 = arith.constant true
// OUT:             %4 = arith.xori %3, %true_24 : i1
// OUT:             scf.if %4 {
// OUT:               %5 = memref.load %view_10[%arg11] : memref<64xindex>
// OUT:               %6 = memref.load %view_11[%arg11] : memref<64xi32>
// OUT:               memref.store %5, %view_15[%arg11] : memref<64xindex>
// OUT:               memref.store %6, %view_16[%arg11] : memref<64xi32>
// OUT:             }
// OUT:           } {warpline.threads}
// OUT:           scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:             %3 = memref.load %view_9[%arg11] : memref<64xi1>
// OUT:             %4 = memref.load %view_15[%arg11] : memref<64xindex>
// OUT:             %5 = memref.load %view_16[%arg11] : memref<64xi32>
// OUT:             %6 = memref.load %view_12[%arg11] : memref<64xindex>
// OUT:             %7 = memref.load %view_13[%arg11] : memref<64xi32>
// OUT:             memref.store %3, %view_4[%arg11] : memref<64xi1>
// OUT:             memref.store %4, %view_5[%arg11] : memref<64xindex>
// OUT:             memref.store %5, %view_6[%arg11] : memref<64xi32>
// OUT:             memref.store %6, %view_7[%arg11] : memref<64xindex>
// OUT:             memref.store %7, %view_8[%arg11] : memref<64xi32>
// OUT:           } {warpline.threads}
// OUT:           scf.yield
// OUT:         }
// OUT:         scf.for %arg11 = %c0 to %c64 step %c1 {
// OUT:           %3 = memref.load %view_13[%arg11] : memref<64xi32>
// OUT:           memref.store %3, %arg0[%arg11] : memref<64xi32>
// OUT:         } {warpline.threads}
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
