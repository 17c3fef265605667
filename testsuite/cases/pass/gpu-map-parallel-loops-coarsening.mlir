// RUN: opt --gpu-map-parallel-loops=coarsening=4

// All rows read the same element of %b: an iteration computes four of them. Sums stay in values, and the values of a loop
// with bounds of its own are computed one after the other.
func.func @rows(%a: memref<256x16xf32> {llvm.noalias}, %b: memref<16x64xf32> {llvm.noalias}, %c: memref<256x64xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c64) step (%c1, %c1) {
    scf.for %k = %c0 to %c16 step %c1 {
      %x = memref.load %a[%i, %k] : memref<256x16xf32>
      %y = memref.load %b[%k, %j] : memref<16x64xf32>
      %s = memref.load %c[%i, %j] : memref<256x64xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      memref.store %t, %c[%i, %j] : memref<256x64xf32>
    }
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @rows(%arg0: memref<256x16xf32> {llvm.noalias}, %arg1: memref<16x64xf32> {llvm.noalias}, %arg2: memref<256x64xf32> {llvm.noalias}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %c64_1 = arith.constant 64 : index
// OUT:     %c0_2 = arith.constant 0 : index
// OUT:     scf.parallel (%arg3) = (%c0) to (%c256) step (%c4) {
// OUT:       scf.parallel (%arg4) = (%c0_2) to (%c64_1) step (%c1) {
// OUT:         %c1_3 = arith.constant 1 : index
// OUT:         %0 = arith.addi %arg3, %c1_3 : index
// OUT:         %c2 = arith.constant 2 : index
// OUT:         %1 = arith.addi %arg3, %c2 : index
// OUT:         %c3 = arith.constant 3 : index
// OUT:         %2 = arith.addi %arg3, %c3 : index
// OUT:         %3 = memref.load %arg2[%arg3, %arg4] : memref<256x64xf32>
// OUT:         %4 = memref.load %arg2[%0, %arg4] : memref<256x64xf32>
// OUT:         %5 = memref.load %arg2[%1, %arg4] : memref<256x64xf32>
// OUT:         %6 = memref.load %arg2[%2, %arg4] : memref<256x64xf32>
// OUT:         %7:4 = scf.for %arg5 = %c0 to %c16 step %c1 iter_args(%arg6 = %3, %arg7 = %4, %arg8 = %5, %arg9 = %6) -> (f32, f32, f32, f32) {
// OUT:           %8 = memref.load %arg0[%arg3, %arg5] : memref<256x16xf32>
// OUT:           %9 = memref.load %arg0[%0, %arg5] : memref<256x16xf32>
// OUT:           %10 = memref.load %arg0[%1, %arg5] : memref<256x16xf32>
// OUT:           %11 = memref.load %arg0[%2, %arg5] : memref<256x16xf32>
// OUT:           %12 = memref.load %arg1[%arg5, %arg4] : memref<16x64xf32>
// OUT:           %13 = arith.mulf %8, %12 : f32
// OUT:           %14 = arith.mulf %9, %12 : f32
// OUT:           %15 = arith.mulf %10, %12 : f32
// OUT:           %16 = arith.mulf %11, %12 : f32
// OUT:           %17 = arith.addf %arg6, %13 : f32
// OUT:           %18 = arith.addf %arg7, %14 : f32
// OUT:           %19 = arith.addf %arg8, %15 : f32
// OUT:           %20 = arith.addf %arg9, %16 : f32
// OUT:           scf.yield %17, %18, %19, %20 : f32, f32, f32, f32
// OUT:         }
// OUT:         memref.store %7#0, %arg2[%arg3, %arg4] : memref<256x64xf32>
// OUT:         memref.store %7#1, %arg2[%0, %arg4] : memref<256x64xf32>
// OUT:         memref.store %7#2, %arg2[%1, %arg4] : memref<256x64xf32>
// OUT:         memref.store %7#3, %arg2[%2, %arg4] : memref<256x64xf32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Nothing is shared along %i, and %j is the last dimension.
func.func @apart(%a: memref<256x64x16xf32> {llvm.noalias}, %c: memref<256x64xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c64) step (%c1, %c1) {
    %s = scf.for %k = %c0 to %c16 step %c1 iter_args(%t = %zero) -> (f32) {
      %x = memref.load %a[%i, %j, %k] : memref<256x64x16xf32>
      %u = arith.addf %t, %x : f32
      scf.yield %u : f32
    }
    memref.store %s, %c[%i, %j] : memref<256x64xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @apart(%arg0: memref<256x64x16xf32> {llvm.noalias}, %arg1: memref<256x64xf32> {llvm.noalias}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c64_0 = arith.constant 64 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     scf.parallel (%arg2) = (%c0) to (%c256) step (%c4) {
// OUT:       scf.parallel (%arg3, %arg4) = (%c0_1, %c0_1) to (%c64_0, %c4) step (%c1, %c1) {
// OUT:         %0 = arith.addi %arg2, %arg4 : index
// OUT:         %1 = scf.for %arg5 = %c0 to %c16 step %c1 iter_args(%arg6 = %cst) -> (f32) {
// OUT:           %2 = memref.load %arg0[%0, %arg3, %arg5] : memref<256x64x16xf32>
// OUT:           %3 = arith.addf %arg6, %2 : f32
// OUT:           scf.yield %3 : f32
// OUT:         }
// OUT:         memref.store %1, %arg1[%0, %arg3] : memref<256x64xf32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The loop writes an element that may be one of %b, so its sums stay in memory, and it stays alone.
func.func @may_overlap(%a: memref<256x16xf32>, %b: memref<16x64xf32>, %c: memref<256x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c64) step (%c1, %c1) {
    scf.for %k = %c0 to %c16 step %c1 {
      %x = memref.load %a[%i, %k] : memref<256x16xf32>
      %y = memref.load %b[%k, %j] : memref<16x64xf32>
      %s = memref.load %c[%i, %j] : memref<256x64xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      memref.store %t, %c[%i, %j] : memref<256x64xf32>
    }
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @may_overlap(%arg0: memref<256x16xf32>, %arg1: memref<16x64xf32>, %arg2: memref<256x64xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c64_0 = arith.constant 64 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     scf.parallel (%arg3) = (%c0) to (%c256) step (%c4) {
// OUT:       scf.parallel (%arg4, %arg5) = (%c0_1, %c0_1) to (%c64_0, %c4) step (%c1, %c1) {
// OUT:         %0 = arith.addi %arg3, %arg5 : index
// OUT:         scf.for %arg6 = %c0 to %c16 step %c1 {
// OUT:           %1 = memref.load %arg0[%0, %arg6] : memref<256x16xf32>
// OUT:           %2 = memref.load %arg1[%arg6, %arg4] : memref<16x64xf32>
// OUT:           %3 = memref.load %arg2[%0, %arg4] : memref<256x64xf32>
// OUT:           %4 = arith.mulf %1, %2 : f32
// OUT:           %5 = arith.addf %3, %4 : f32
// OUT:           memref.store %5, %arg2[%0, %arg4] : memref<256x64xf32>
// OUT:         }
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Sums of unknown length stay in values behind a condition, which all rows share.
func.func @unknown_length(%a: memref<256x?xf32> {llvm.noalias}, %b: memref<?x64xf32> {llvm.noalias}, %c: memref<256x64xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c64) step (%c1, %c1) {
    scf.for %k = %c0 to %n step %c1 {
      %x = memref.load %a[%i, %k] : memref<256x?xf32>
      %y = memref.load %b[%k, %j] : memref<?x64xf32>
      %s = memref.load %c[%i, %j] : memref<256x64xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      memref.store %t, %c[%i, %j] : memref<256x64xf32>
    }
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @unknown_length(%arg0: memref<256x?xf32> {llvm.noalias}, %arg1: memref<?x64xf32> {llvm.noalias}, %arg2: memref<256x64xf32> {llvm.noalias}, %arg3: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %c64_1 = arith.constant 64 : index
// OUT:     %c0_2 = arith.constant 0 : index
// OUT:     scf.parallel (%arg4) = (%c0) to (%c256) step (%c4) {
// OUT:       scf.parallel (%arg5) = (%c0_2) to (%c64_1) step (%c1) {
// OUT:         %c1_3 = arith.constant 1 : index
// OUT:         %0 = arith.addi %arg4, %c1_3 : index
// OUT:         %c2 = arith.constant 2 : index
// OUT:         %1 = arith.addi %arg4, %c2 : index
// OUT:         %c3 = arith.constant 3 : index
// OUT:         %2 = arith.addi %arg4, %c3 : index
// OUT:         %3 = arith.cmpi slt, %c0, %arg3 : index
// OUT:         scf.if %3 {
// OUT:           %4 = memref.load %arg2[%arg4, %arg5] : memref<256x64xf32>
// OUT:           %5 = memref.load %arg2[%0, %arg5] : memref<256x64xf32>
// OUT:           %6 = memref.load %arg2[%1, %arg5] : memref<256x64xf32>
// OUT:           %7 = memref.load %arg2[%2, %arg5] : memref<256x64xf32>
// OUT:           %8:4 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %4, %arg8 = %5, %arg9 = %6, %arg10 = %7) -> (f32, f32, f32, f32) {
// OUT:             %9 = memref.load %arg0[%arg4, %arg6] : memref<256x?xf32>
// OUT:             %10 = memref.load %arg0[%0, %arg6] : memref<256x?xf32>
// OUT:             %11 = memref.load %arg0[%1, %arg6] : memref<256x?xf32>
// OUT:             %12 = memref.load %arg0[%2, %arg6] : memref<256x?xf32>
// OUT:             %13 = memref.load %arg1[%arg6, %arg5] : memref<?x64xf32>
// OUT:             %14 = arith.mulf %9, %13 : f32
// OUT:             %15 = arith.mulf %10, %13 : f32
// OUT:             %16 = arith.mulf %11, %13 : f32
// OUT:             %17 = arith.mulf %12, %13 : f32
// OUT:             %18 = arith.addf %arg7, %14 : f32
// OUT:             %19 = arith.addf %arg8, %15 : f32
// OUT:             %20 = arith.addf %arg9, %16 : f32
// OUT:             %21 = arith.addf %arg10, %17 : f32
// OUT:             scf.yield %18, %19, %20, %21 : f32, f32, f32, f32
// OUT:           }
// OUT:           memref.store %8#0, %arg2[%arg4, %arg5] : memref<256x64xf32>
// OUT:           memref.store %8#1, %arg2[%0, %arg5] : memref<256x64xf32>
// OUT:           memref.store %8#2, %arg2[%1, %arg5] : memref<256x64xf32>
// OUT:           memref.store %8#3, %arg2[%2, %arg5] : memref<256x64xf32>
// OUT:         }
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Each row has a condition of its own: nothing is loaded once, and the loop stays.
func.func @conditions_of_rows(%a: memref<256x16xf32>, %b: memref<16x64xf32>, %c: memref<256x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c64) step (%c1, %c1) {
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
      %holds = arith.cmpi ult, %k, %i : index
      %t = scf.if %holds -> (f32) {
        %y = memref.load %b[%k, %j] : memref<16x64xf32>
        %u = arith.addf %s, %y : f32
        scf.yield %u : f32
      } else {
        scf.yield %s : f32
      }
      scf.yield %t : f32
    }
    memref.store %sum, %c[%i, %j] : memref<256x64xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @conditions_of_rows(%arg0: memref<256x16xf32>, %arg1: memref<16x64xf32>, %arg2: memref<256x64xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c64_0 = arith.constant 64 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     scf.parallel (%arg3) = (%c0) to (%c256) step (%c4) {
// OUT:       scf.parallel (%arg4, %arg5) = (%c0_1, %c0_1) to (%c64_0, %c4) step (%c1, %c1) {
// OUT:         %0 = arith.addi %arg3, %arg5 : index
// OUT:         %1 = scf.for %arg6 = %c0 to %c16 step %c1 iter_args(%arg7 = %cst) -> (f32) {
// OUT:           %2 = arith.cmpi ult, %arg6, %0 : index
// OUT:           %3 = scf.if %2 -> (f32) {
// OUT:             %4 = memref.load %arg1[%arg6, %arg4] : memref<16x64xf32>
// OUT:             %5 = arith.addf %arg7, %4 : f32
// OUT:             scf.yield %5 : f32
// OUT:           } else {
// OUT:             scf.yield %arg7 : f32
// OUT:           }
// OUT:           scf.yield %3 : f32
// OUT:         }
// OUT:         memref.store %1, %arg2[%0, %arg4] : memref<256x64xf32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
