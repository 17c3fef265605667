// RUN: opt --pass-pipeline=builtin.module(generate-runtime-verification,hoist-bounds-checks,cpu-version-blocks)

// A block has a version without checks: of the access of each thread, and of the loop, whose own two versions are those
// of single threads.
gpu.module @m {
  gpu.func @rows(%x: memref<?xf32>, %sums: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %i = gpu.global_id x
    %first = arith.muli %i, %n : index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
      %at = arith.addi %first, %k : index
      %v = memref.load %x[%at] : memref<?xf32>
      %next = arith.addf %sum, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %sums[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @rows(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: index) kernel {
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %0 = arith.muli %block_id_x, %block_dim_x : index
// OUT:       %block_dim_x_0 = gpu.block_dim  x
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %1 = arith.subi %block_dim_x_0, %c1 : index
// OUT:       %c4294967296 = arith.constant 4294967296 : index
// OUT:       %2 = arith.cmpi ult, %1, %c4294967296 : index
// OUT:       %3 = arith.muli %0, %arg2 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %c1_2 = arith.constant 1 : index
// OUT:       %4 = arith.subi %arg2, %c0 : index
// OUT:       %5 = arith.cmpi slt, %c0, %arg2 : index
// OUT:       %6 = arith.select %5, %4, %c1_2 : index
// OUT:       %7 = arith.subi %6, %c1_2 : index
// OUT:       %c4294967296_3 = arith.constant 4294967296 : index
// OUT:       %8 = arith.cmpi ult, %7, %c4294967296_3 : index
// OUT:       %9 = arith.andi %2, %8 : i1
// OUT:       %10 = arith.addi %3, %c0 : index
// OUT:       %c0_4 = arith.constant 0 : index
// OUT:       %dim = memref.dim %arg0, %c0_4 : memref<?xf32>
// OUT:       %c0_5 = arith.constant 0 : index
// OUT:       %dim_6 = memref.dim %arg1, %c0_5 : memref<?xf32>
// OUT:       %11 = arith.cmpi ult, %10, %dim : index
// OUT:       %12 = arith.andi %9, %11 : i1
// OUT:       %13 = arith.subi %dim, %10 : index
// OUT:       %c2147483648 = arith.constant 2147483648 : index
// OUT:       %14 = arith.cmpi ult, %arg2, %c2147483648 : index
// OUT:       %15 = arith.andi %12, %14 : i1
// OUT:       %16 = arith.muli %1, %arg2 : index
// OUT:       %17 = arith.cmpi ult, %16, %13 : index
// OUT:       %18 = arith.andi %15, %17 : i1
// OUT:       %19 = arith.subi %13, %16 : index
// OUT:       %20 = arith.cmpi ult, %7, %19 : index
// OUT:       %21 = arith.andi %18, %20 : i1
// OUT:       %22 = arith.subi %19, %7 : index
// OUT:       %23 = arith.cmpi ult, %0, %dim_6 : index
// OUT:       %24 = arith.andi %21, %23 : i1
// OUT:       %25 = arith.subi %dim_6, %0 : index
// OUT:       %26 = arith.cmpi ult, %1, %25 : index
// OUT:       %27 = arith.andi %24, %26 : i1
// OUT:       %28 = arith.subi %25, %1 : index
// OUT:       scf.if %27 {
// OUT:         %c0_7 = arith.constant 0 : index
// OUT:         %c1_8 = arith.constant 1 : index
// OUT:         %cst = arith.constant 0.000000e+00 : f32
// OUT:         %global_id_x = gpu.global_id  x
// OUT:         %29 = arith.muli %global_id_x, %arg2 : index
// OUT:         %30 = scf.for %arg3 = %c0_7 to %arg2 step %c1_8 iter_args(%arg4 = %cst) -> (f32) {
// OUT:           %31 = arith.addi %29, %arg3 : index
// OUT:           %32 = memref.load %arg0[%31] : memref<?xf32>
// OUT:           %33 = arith.addf %arg4, %32 : f32
// OUT:           scf.yield %33 : f32
// OUT:         }
// OUT:         memref.store %30, %arg1[%global_id_x] : memref<?xf32>
// OUT:       } else {
// OUT:         %c0_7 = arith.constant 0 : index
// OUT:         %c1_8 = arith.constant 1 : index
// OUT:         %cst = arith.constant 0.000000e+00 : f32
// OUT:         %global_id_x = gpu.global_id  x
// OUT:         %29 = arith.muli %global_id_x, %arg2 : index
// OUT:         %c1_9 = arith.constant 1 : index
// OUT:         %30 = arith.subi %arg2, %c0_7 : index
// OUT:         %31 = arith.subi %30, %c1_9 : index
// OUT:         %c4294967296_10 = arith.constant 4294967296 : index
// OUT:         %32 = arith.cmpi ult, %31, %c4294967296_10 : index
// OUT:         %33 = arith.addi %29, %c0_7 : index
// OUT:         %c0_11 = arith.constant 0 : index
// OUT:         %dim_12 = memref.dim %arg0, %c0_11 : memref<?xf32>
// OUT:         %34 = arith.cmpi ult, %33, %dim_12 : index
// OUT:         %35 = arith.andi %32, %34 : i1
// OUT:         %36 = arith.subi %dim_12, %33 : index
// OUT:         %37 = arith.cmpi ult, %31, %36 : index
// OUT:         %38 = arith.andi %35, %37 : i1
// OUT:         %39 = scf.if %38 -> (f32) {
// OUT:           %41 = scf.for %arg3 = %c0_7 to %arg2 step %c1_8 iter_args(%arg4 = %cst) -> (f32) {
// OUT:             %42 = arith.addi %29, %arg3 : index
// OUT:             %43 = memref.load %arg0[%42] : memref<?xf32>
// OUT:             %44 = arith.addf %arg4, %43 : f32
// OUT:             scf.yield %44 : f32
// OUT:           }
// OUT:           scf.yield %41 : f32
// OUT:         } else {
// OUT:           %41 = scf.for %arg3 = %c0_7 to %arg2 step %c1_8 iter_args(%arg4 = %cst) -> (f32) {
// OUT:             %42 = arith.addi %29, %arg3 : index
// OUT:             %c0_15 = arith.constant 0 : index
// OUT:             %dim_16 = memref.dim %arg0, %c0_15 : memref<?xf32>
// OUT:             %43 = arith.cmpi ult, %42, %dim_16 : index
// OUT:             cf.assert %43, "memref.load: index is out of bounds of dimension 0, line 14" {rt.check = 0 : i64}
// OUT:             %44 = memref.load %arg0[%42] : memref<?xf32>
// OUT:             %45 = arith.addf %arg4, %44 : f32
// OUT:             scf.yield %45 : f32
// OUT:           }
// OUT:           scf.yield %41 : f32
// OUT:         } {warpline.hoisted_checks}
// OUT:         %c0_13 = arith.constant 0 : index
// OUT:         %dim_14 = memref.dim %arg1, %c0_13 : memref<?xf32>
// OUT:         %40 = arith.cmpi ult, %global_id_x, %dim_14 : index
// OUT:         cf.assert %40, "memref.store: index is out of bounds of dimension 0, line 18" {rt.check = 0 : i64}
// OUT:         memref.store %39, %arg1[%global_id_x] : memref<?xf32>
// OUT:       } {warpline.cold}
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// An index from memory is checked in both versions.
gpu.module @m {
  gpu.func @gather(%x: memref<?xf32>, %from: memref<?xindex>) kernel {
    %i = gpu.thread_id x
    %at = memref.load %from[%i] : memref<?xindex>
    %v = memref.load %x[%at] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @gather(%arg0: memref<?xf32>, %arg1: memref<?xindex>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = arith.subi %block_dim_x, %c1 : index
// OUT:       %c4294967296 = arith.constant 4294967296 : index
// OUT:       %1 = arith.cmpi ult, %0, %c4294967296 : index
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %dim = memref.dim %arg1, %c0_0 : memref<?xindex>
// OUT:       %c0_1 = arith.constant 0 : index
// OUT:       %dim_2 = memref.dim %arg0, %c0_1 : memref<?xf32>
// OUT:       %2 = arith.cmpi ult, %c0, %dim : index
// OUT:       %3 = arith.andi %1, %2 : i1
// OUT:       %4 = arith.subi %dim, %c0 : index
// OUT:       %5 = arith.cmpi ult, %0, %4 : index
// OUT:       %6 = arith.andi %3, %5 : i1
// OUT:       %7 = arith.subi %4, %0 : index
// OUT:       %8 = arith.cmpi ult, %c0, %dim_2 : index
// OUT:       %9 = arith.andi %6, %8 : i1
// OUT:       %10 = arith.subi %dim_2, %c0 : index
// OUT:       %11 = arith.cmpi ult, %0, %10 : index
// OUT:       %12 = arith.andi %9, %11 : i1
// OUT:       %13 = arith.subi %10, %0 : index
// OUT:       scf.if %12 {
// OUT:         %thread_id_x = gpu.thread_id  x
// OUT:         %14 = memref.load %arg1[%thread_id_x] : memref<?xindex>
// OUT:         %c0_3 = arith.constant 0 : index
// OUT:         %dim_4 = memref.dim %arg0, %c0_3 : memref<?xf32>
// OUT:         %15 = arith.cmpi ult, %14, %dim_4 : index
// OUT:         cf.assert %15, "memref.load: index is out of bounds of dimension 0, line 7" {rt.check = 0 : i64}
// OUT:         %16 = memref.load %arg0[%14] : memref<?xf32>
// OUT:         memref.store %16, %arg0[%thread_id_x] : memref<?xf32>
// OUT:       } else {
// OUT:         %thread_id_x = gpu.thread_id  x
// OUT:         %c0_3 = arith.constant 0 : index
// OUT:         %dim_4 = memref.dim %arg1, %c0_3 : memref<?xindex>
// OUT:         %14 = arith.cmpi ult, %thread_id_x, %dim_4 : index
// OUT:         cf.assert %14, "memref.load: index is out of bounds of dimension 0, line 6" {rt.check = 0 : i64}
// OUT:         %15 = memref.load %arg1[%thread_id_x] : memref<?xindex>
// OUT:         %c0_5 = arith.constant 0 : index
// OUT:         %dim_6 = memref.dim %arg0, %c0_5 : memref<?xf32>
// OUT:         %16 = arith.cmpi ult, %15, %dim_6 : index
// OUT:         cf.assert %16, "memref.load: index is out of bounds of dimension 0, line 7" {rt.check = 0 : i64}
// OUT:         %17 = memref.load %arg0[%15] : memref<?xf32>
// OUT:         %c0_7 = arith.constant 0 : index
// OUT:         %dim_8 = memref.dim %arg0, %c0_7 : memref<?xf32>
// OUT:         %18 = arith.cmpi ult, %thread_id_x, %dim_8 : index
// OUT:         cf.assert %18, "memref.store: index is out of bounds of dimension 0, line 8" {rt.check = 0 : i64}
// OUT:         memref.store %17, %arg0[%thread_id_x] : memref<?xf32>
// OUT:       } {warpline.cold}
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Threads meet in this one, which stays.
gpu.module @m {
  gpu.func @meeting(%x: memref<?xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<?xf32>
    gpu.barrier
    memref.store %v, %x[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @meeting(%arg0: memref<?xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %dim = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:       %0 = arith.cmpi ult, %thread_id_x, %dim : index
// OUT:       cf.assert %0, "memref.load: index is out of bounds of dimension 0, line 6" {rt.check = 0 : i64}
// OUT:       %1 = memref.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       gpu.barrier
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
