// RUN: opt --gpu-map-parallel-loops=rows=true

// A block for each row: a reduction, what it stores, and a loop that goes over the row again.
func.func @softmax(%x: memref<512x1000xf32>, %y: memref<512x1000xf32>, %last: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0.0 : f32
  %a, %b, %c = memref.distinct_objects %x, %y, %last : memref<512x1000xf32>, memref<512x1000xf32>, memref<512xf32>
  scf.parallel (%i) = (%c0) to (%c512) step (%c1) {
    %s = scf.for %j = %c0 to %c1000 step %c1 iter_args(%t = %zero) -> (f32) {
      %v = memref.load %a[%i, %j] : memref<512x1000xf32>
      %e = math.exp %v : f32
      memref.store %e, %b[%i, %j] : memref<512x1000xf32>
      %u = arith.addf %t, %e fastmath<reassoc> : f32
      scf.yield %u : f32
    }
    scf.for %j = %c0 to %c1000 step %c1 {
      %e = memref.load %b[%i, %j] : memref<512x1000xf32>
      %q = arith.divf %e, %s : f32
      memref.store %q, %b[%i, %j] : memref<512x1000xf32>
    }
    memref.store %s, %c[%i] : memref<512xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @softmax(%arg0: memref<512x1000xf32>, %arg1: memref<512x1000xf32>, %arg2: memref<512xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c512 = arith.constant 512 : index
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0:3 = memref.distinct_objects %arg0, %arg1, %arg2 : memref<512x1000xf32>, memref<512x1000xf32>, memref<512xf32>
// OUT:     %c512_0 = arith.constant 512 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %c1_2 = arith.constant 1 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     scf.parallel (%arg3) = (%c0_1) to (%c512_0) step (%c1_2) {
// OUT:       scf.parallel (%arg4) = (%c0_1) to (%c256) step (%c1_2) {
// OUT:         %cst_3 = arith.constant -0.000000e+00 : f32
// OUT:         %1 = scf.for %arg5 = %arg4 to %c1000 step %c256 iter_args(%arg6 = %cst_3) -> (f32) {
// OUT:           %5 = memref.load %0#0[%arg3, %arg5] : memref<512x1000xf32>
// OUT:           %6 = math.exp %5 : f32
// OUT:           memref.store %6, %0#1[%arg3, %arg5] : memref<512x1000xf32>
// OUT:           %7 = arith.addf %arg6, %6 fastmath<reassoc> : f32
// OUT:           scf.yield %7 : f32
// OUT:         }
// OUT:         %2 = gpu.all_reduce  add %1 uniform {
// OUT:         } : (f32) -> f32
// OUT:         %3 = arith.addf %cst, %2 fastmath<reassoc> : f32
// OUT:         scf.for %arg5 = %arg4 to %c1000 step %c256 {
// OUT:           %5 = memref.load %0#1[%arg3, %arg5] : memref<512x1000xf32>
// OUT:           %6 = arith.divf %5, %3 : f32
// OUT:           memref.store %6, %0#1[%arg3, %arg5] : memref<512x1000xf32>
// OUT:         }
// OUT:         %4 = arith.cmpi eq, %arg4, %c0_1 : index
// OUT:         scf.if %4 {
// OUT:           memref.store %3, %0#2[%arg3] : memref<512xf32>
// OUT:         }
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Rows of two dimensions are counted in one; short rows have smaller blocks.
func.func @planes(%x: memref<3x?x200xi32>, %y: memref<3x?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c200 = arith.constant 200 : index
  %a, %b = memref.distinct_objects %x, %y : memref<3x?x200xi32>, memref<3x?xi32>
  scf.parallel (%i, %j) = (%c0, %c1) to (%c3, %n) step (%c1, %c1) {
    scf.for %k = %c0 to %c200 step %c1 {
      %v = memref.load %a[%i, %j, %k] : memref<3x?x200xi32>
      %s = memref.load %b[%i, %j] : memref<3x?xi32>
      %t = arith.addi %s, %v : i32
      memref.store %t, %b[%i, %j] : memref<3x?xi32>
    }
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @planes(%arg0: memref<3x?x200xi32>, %arg1: memref<3x?xi32>, %arg2: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c200 = arith.constant 200 : index
// OUT:     %0:2 = memref.distinct_objects %arg0, %arg1 : memref<3x?x200xi32>, memref<3x?xi32>
// OUT:     %c3_0 = arith.constant 3 : index
// OUT:     %1 = arith.subi %arg2, %c1 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %2 = arith.maxsi %1, %c0_1 : index
// OUT:     %c0_2 = arith.constant 0 : index
// OUT:     %c1_3 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %3 = arith.muli %c3_0, %2 : index
// OUT:     scf.parallel (%arg3) = (%c0_2) to (%3) step (%c1_3) {
// OUT:       %4 = arith.remsi %arg3, %2 : index
// OUT:       %5 = arith.divsi %arg3, %2 : index
// OUT:       %6 = arith.addi %c1, %4 : index
// OUT:       scf.parallel (%arg4) = (%c0_2) to (%c64) step (%c1_3) {
// OUT:         %7 = memref.load %0#1[%5, %6] : memref<3x?xi32>
// OUT:         %c0_i32 = arith.constant 0 : i32
// OUT:         %8 = scf.for %arg5 = %arg4 to %c200 step %c64 iter_args(%arg6 = %c0_i32) -> (i32) {
// OUT:           %12 = memref.load %0#0[%5, %6, %arg5] : memref<3x?x200xi32>
// OUT:           %13 = arith.addi %arg6, %12 : i32
// OUT:           scf.yield %13 : i32
// OUT:         }
// OUT:         %9 = gpu.all_reduce  add %8 uniform {
// OUT:         } : (i32) -> i32
// OUT:         %10 = arith.addi %7, %9 : i32
// OUT:         %11 = arith.cmpi eq, %arg4, %c0_2 : index
// OUT:         scf.if %11 {
// OUT:           memref.store %10, %0#1[%5, %6] : memref<3x?xi32>
// OUT:         }
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A thread for each row: a sum in order.
func.func @ordered(%x: memref<512x1000xf32>, %y: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c512) step (%c1) {
    %s = scf.for %j = %c0 to %c1000 step %c1 iter_args(%t = %zero) -> (f32) {
      %v = memref.load %x[%i, %j] : memref<512x1000xf32>
      %u = arith.addf %t, %v : f32
      scf.yield %u : f32
    }
    memref.store %s, %y[%i] : memref<512xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @ordered(%arg0: memref<512x1000xf32>, %arg1: memref<512xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c512 = arith.constant 512 : index
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     scf.parallel (%arg2) = (%c0) to (%c512) step (%c256) {
// OUT:       scf.parallel (%arg3) = (%c0_0) to (%c256) step (%c1) {
// OUT:         %0 = arith.addi %arg2, %arg3 : index
// OUT:         %1 = scf.for %arg4 = %c0 to %c1000 step %c1 iter_args(%arg5 = %cst) -> (f32) {
// OUT:           %2 = memref.load %arg0[%0, %arg4] : memref<512x1000xf32>
// OUT:           %3 = arith.addf %arg5, %2 : f32
// OUT:           scf.yield %3 : f32
// OUT:         }
// OUT:         memref.store %1, %arg1[%0] : memref<512xf32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A thread for each column: its neighbours read neighbouring elements.
func.func @columns(%x: memref<1000x512xi32>, %y: memref<512xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i) = (%c0) to (%c512) step (%c1) {
    %s = scf.for %j = %c0 to %c1000 step %c1 iter_args(%t = %zero) -> (i32) {
      %v = memref.load %x[%j, %i] : memref<1000x512xi32>
      %u = arith.addi %t, %v : i32
      scf.yield %u : i32
    }
    memref.store %s, %y[%i] : memref<512xi32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @columns(%arg0: memref<1000x512xi32>, %arg1: memref<512xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c512 = arith.constant 512 : index
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     scf.parallel (%arg2) = (%c0) to (%c512) step (%c256) {
// OUT:       scf.parallel (%arg3) = (%c0_0) to (%c256) step (%c1) {
// OUT:         %0 = arith.addi %arg2, %arg3 : index
// OUT:         %1 = scf.for %arg4 = %c0 to %c1000 step %c1 iter_args(%arg5 = %c0_i32) -> (i32) {
// OUT:           %2 = memref.load %arg0[%arg4, %0] : memref<1000x512xi32>
// OUT:           %3 = arith.addi %arg5, %2 : i32
// OUT:           scf.yield %3 : i32
// OUT:         }
// OUT:         memref.store %1, %arg1[%0] : memref<512xi32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A thread for each row: an element of another turn is read.
func.func @shifted(%x: memref<512x1000xi32>, %y: memref<512x1001xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0 : i32
  %a, %b = memref.distinct_objects %x, %y : memref<512x1000xi32>, memref<512x1001xi32>
  scf.parallel (%i) = (%c0) to (%c512) step (%c1) {
    %s = scf.for %j = %c0 to %c1000 step %c1 iter_args(%t = %zero) -> (i32) {
      %v = memref.load %a[%i, %j] : memref<512x1000xi32>
      memref.store %v, %b[%i, %j] : memref<512x1001xi32>
      %u = arith.addi %t, %v : i32
      scf.yield %u : i32
    }
    scf.for %j = %c0 to %c1000 step %c1 {
      %next = arith.addi %j, %c1 : index
      %v = memref.load %b[%i, %next] : memref<512x1001xi32>
      %u = arith.addi %s, %v : i32
      memref.store %u, %a[%i, %j] : memref<512x1000xi32>
    }
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @shifted(%arg0: memref<512x1000xi32>, %arg1: memref<512x1001xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c512 = arith.constant 512 : index
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0:2 = memref.distinct_objects %arg0, %arg1 : memref<512x1000xi32>, memref<512x1001xi32>
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     scf.parallel (%arg2) = (%c0) to (%c512) step (%c256) {
// OUT:       scf.parallel (%arg3) = (%c0_0) to (%c256) step (%c1) {
// OUT:         %1 = arith.addi %arg2, %arg3 : index
// OUT:         %2 = scf.for %arg4 = %c0 to %c1000 step %c1 iter_args(%arg5 = %c0_i32) -> (i32) {
// OUT:           %3 = memref.load %0#0[%1, %arg4] : memref<512x1000xi32>
// OUT:           memref.store %3, %0#1[%1, %arg4] : memref<512x1001xi32>
// OUT:           %4 = arith.addi %arg5, %3 : i32
// OUT:           scf.yield %4 : i32
// OUT:         }
// OUT:         scf.for %arg4 = %c0 to %c1000 step %c1 {
// OUT:           %3 = arith.addi %arg4, %c1 : index
// OUT:           %4 = memref.load %0#1[%1, %3] : memref<512x1001xi32>
// OUT:           %5 = arith.addi %2, %4 : i32
// OUT:           memref.store %5, %0#0[%1, %arg4] : memref<512x1000xi32>
// OUT:         }
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A thread for each element of a product of matrices, of which the second one is transposed.
func.func @product(%x: memref<512x1000xi32>, %y: memref<256x1000xi32>, %z: memref<512x256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c512, %c256) step (%c1, %c1) {
    %s = scf.for %k = %c0 to %c1000 step %c1 iter_args(%t = %zero) -> (i32) {
      %v = memref.load %x[%i, %k] : memref<512x1000xi32>
      %w = memref.load %y[%j, %k] : memref<256x1000xi32>
      %p = arith.muli %v, %w : i32
      %u = arith.addi %t, %p : i32
      scf.yield %u : i32
    }
    memref.store %s, %z[%i, %j] : memref<512x256xi32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @product(%arg0: memref<512x1000xi32>, %arg1: memref<256x1000xi32>, %arg2: memref<512x256xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c512 = arith.constant 512 : index
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %c256_1 = arith.constant 256 : index
// OUT:     %c0_2 = arith.constant 0 : index
// OUT:     scf.parallel (%arg3) = (%c0) to (%c512) step (%c1_0) {
// OUT:       scf.parallel (%arg4) = (%c0_2) to (%c256_1) step (%c1) {
// OUT:         %0 = scf.for %arg5 = %c0 to %c1000 step %c1 iter_args(%arg6 = %c0_i32) -> (i32) {
// OUT:           %1 = memref.load %arg0[%arg3, %arg5] : memref<512x1000xi32>
// OUT:           %2 = memref.load %arg1[%arg4, %arg5] : memref<256x1000xi32>
// OUT:           %3 = arith.muli %1, %2 : i32
// OUT:           %4 = arith.addi %arg6, %3 : i32
// OUT:           scf.yield %4 : i32
// OUT:         }
// OUT:         memref.store %0, %arg2[%arg3, %arg4] : memref<512x256xi32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
