// RUN: opt --cpu-shape-kernels --cpu-unroll-loops --cpu-shape-kernels

// Kernels that were shaped before, by a compilation whose result is compiled again, are shaped anew.
gpu.module @kernels {
  gpu.func @scale(%x: memref<?xf32>, %a: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %a : f32
    memref.store %w, %x[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @scale(%arg0: memref<?xf32>, %arg1: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>, warpline.shaped = @scale.shaped} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       %1 = arith.mulf %0, %arg1 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @scale.shaped(%arg0: memref<?xf32>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: memref<?xi8>) attributes {warpline.scratch_bytes = 0 : i64} {
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
// OUT:         scf.for %arg12 = %c0 to %c64 step %c1 {
// OUT:           %3 = memref.load %arg0[%arg12] : memref<?xf32>
// OUT:           %4 = arith.mulf %3, %arg1 : f32
// OUT:           memref.store %4, %arg0[%arg12] : memref<?xf32>
// OUT:         } {warpline.threads}
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
