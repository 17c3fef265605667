// RUN: opt --gpu-emit-kernels --canonicalize

// Panels for threads that are lanes: the last panels of rows and of columns have loops of their own. There are two chunks,
// between which sums are where the result is stored, and the result is what is stored there with the bias.
func.func @product(%x: memref<20x100xf32>, %y: memref<100x24xf32>, %bias: memref<24xf32>, %z: memref<20x24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %c24 = arith.constant 24 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant 0.0 : f32
  %a, %b, %c, %d = memref.distinct_objects %x, %y, %z, %bias : memref<20x100xf32>, memref<100x24xf32>, memref<20x24xf32>, memref<24xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c20, %c24) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c100 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %a[%i, %k] : memref<20x100xf32>
      %q = memref.load %b[%k, %j] : memref<100x24xf32>
      %t = math.fma %p, %q, %s : f32
      scf.yield %t : f32
    }
    %e = memref.load %d[%j] : memref<24xf32>
    %u = arith.addf %t, %e : f32
    memref.store %u, %c[%i, %j] : memref<20x24xf32>
    scf.reduce
  } {warpline.schedule = {block = [16, 16], class = "contraction", lanes = 16, reduce = 64, thread = [8, 1]}}
  return
}

// OUT: module {
// OUT:   func.func @product(%arg0: memref<20x100xf32>, %arg1: memref<100x24xf32>, %arg2: memref<24xf32>, %arg3: memref<20x24xf32>) {
// OUT:     %c19 = arith.constant 19 : index
// OUT:     %c6 = arith.constant 6 : index
// OUT:     %c5 = arith.constant 5 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c23 = arith.constant 23 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c15 = arith.constant 15 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c20 = arith.constant 20 : index
// OUT:     %c24 = arith.constant 24 : index
// OUT:     %c100 = arith.constant 100 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0:4 = memref.distinct_objects %arg0, %arg1, %arg3, %arg2 : memref<20x100xf32>, memref<100x24xf32>, memref<20x24xf32>, memref<24xf32>
// OUT:     gpu.launch blocks(%arg4, %arg5, %arg6) in (%arg10 = %c4, %arg11 = %c1, %arg12 = %c1) threads(%arg7, %arg8, %arg9) in (%arg13 = %c16, %arg14 = %c1, %arg15 = %c1) function(@contraction_20x24x100) workgroup(%arg16 : memref<1x64x16xf32, #gpu.address_space<workgroup>>, %arg17 : memref<2x64x8xf32, #gpu.address_space<workgroup>>) {
// OUT:       %1 = arith.divui %arg4, %c2 : index
// OUT:       %2 = arith.remui %arg4, %c2 : index
// OUT:       %3 = arith.muli %1, %c16 : index
// OUT:       %4 = arith.subi %c20, %3 : index
// OUT:       %5 = arith.minsi %4, %c16 : index
// OUT:       %6 = arith.divui %5, %c8 : index
// OUT:       %7 = arith.addi %5, %c7 : index
// OUT:       %8 = arith.divui %7, %c8 : index
// OUT:       %9 = arith.muli %2, %c16 : index
// OUT:       %10 = arith.subi %c24, %9 : index
// OUT:       %11 = arith.minsi %10, %c16 : index
// OUT:       %12 = arith.divui %11, %c16 : index
// OUT:       %13 = arith.addi %11, %c15 : index
// OUT:       %14 = arith.divui %13, %c16 : index
// OUT:       scf.for %arg18 = %c0 to %12 step %c1 {
// OUT:         %15 = arith.muli %arg18, %c16 : index
// OUT:         %16 = arith.addi %9, %15 : index
// OUT:         %17 = arith.addi %16, %arg7 : index
// OUT:         %18 = arith.muli %8, %c8 : index
// OUT:         %19 = arith.addi %3, %18 : index
// OUT:         %20 = arith.minsi %19, %c20 : index
// OUT:         scf.for %arg19 = %3 to %20 step %c1 {
// OUT:           memref.store %cst, %0#2[%arg19, %17] : memref<20x24xf32>
// OUT:         }
// OUT:       }
// OUT:       scf.for %arg18 = %12 to %14 step %c1 {
// OUT:         %15 = arith.muli %arg18, %c16 : index
// OUT:         %16 = arith.addi %9, %15 : index
// OUT:         %17 = arith.addi %16, %arg7 : index
// OUT:         %18 = arith.cmpi slt, %17, %c24 : index
// OUT:         scf.if %18 {
// OUT:           %19 = arith.muli %8, %c8 : index
// OUT:           %20 = arith.addi %3, %19 : index
// OUT:           %21 = arith.minsi %20, %c20 : index
// OUT:           scf.for %arg19 = %3 to %21 step %c1 {
// OUT:             memref.store %cst, %0#2[%arg19, %17] : memref<20x24xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:       scf.for %arg18 = %c0 to %c100 step %c64 {
// OUT:         %15 = arith.subi %c100, %arg18 : index
// OUT:         %16 = arith.minsi %15, %c64 : index
// OUT:         scf.for %arg19 = %c0 to %12 step %c1 {
// OUT:           %17 = arith.muli %arg19, %c16 : index
// OUT:           %18 = arith.addi %9, %17 : index
// OUT:           %19 = arith.addi %18, %arg7 : index
// OUT:           scf.for %arg20 = %c0 to %16 step %c1 {
// OUT:             %20 = arith.addi %arg18, %arg20 : index
// OUT:             %21 = memref.load %0#1[%20, %19] : memref<100x24xf32>
// OUT:             memref.store %21, %arg16[%arg19, %arg20, %arg7] : memref<1x64x16xf32, #gpu.address_space<workgroup>>
// OUT:           }
// OUT:         }
// OUT:         scf.for %arg19 = %12 to %14 step %c1 {
// OUT:           %17 = arith.muli %arg19, %c16 : index
// OUT:           %18 = arith.addi %9, %17 : index
// OUT:           %19 = arith.addi %18, %arg7 : index
// OUT:           %20 = arith.minsi %19, %c23 : index
// OUT:           scf.for %arg20 = %c0 to %16 step %c1 {
// OUT:             %21 = arith.addi %arg18, %arg20 : index
// OUT:             %22 = memref.load %0#1[%21, %20] : memref<100x24xf32>
// OUT:             memref.store %22, %arg16[%arg19, %arg20, %arg7] : memref<1x64x16xf32, #gpu.address_space<workgroup>>
// OUT:           }
// OUT:         }
// OUT:         scf.for %arg19 = %c0 to %6 step %c1 {
// OUT:           scf.for %arg20 = %arg7 to %16 step %c16 {
// OUT:             %17 = arith.muli %arg19, %c8 : index
// OUT:             %18 = arith.addi %3, %17 : index
// OUT:             %19 = arith.addi %18, %c1 : index
// OUT:             %20 = arith.addi %18, %c2 : index
// OUT:             %21 = arith.addi %18, %c3 : index
// OUT:             %22 = arith.addi %18, %c4 : index
// OUT:             %23 = arith.addi %18, %c5 : index
// OUT:             %24 = arith.addi %18, %c6 : index
// OUT:             %25 = arith.addi %18, %c7 : index
// OUT:             %26 = arith.addi %arg18, %arg20 : index
// OUT:             %27 = memref.load %0#0[%18, %26] : memref<20x100xf32>
// OUT:             memref.store %27, %arg17[%arg19, %arg20, %c0] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %28 = arith.addi %arg18, %arg20 : index
// OUT:             %29 = memref.load %0#0[%19, %28] : memref<20x100xf32>
// OUT:             memref.store %29, %arg17[%arg19, %arg20, %c1] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %30 = arith.addi %arg18, %arg20 : index
// OUT:             %31 = memref.load %0#0[%20, %30] : memref<20x100xf32>
// OUT:             memref.store %31, %arg17[%arg19, %arg20, %c2] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %32 = arith.addi %arg18, %arg20 : index
// OUT:             %33 = memref.load %0#0[%21, %32] : memref<20x100xf32>
// OUT:             memref.store %33, %arg17[%arg19, %arg20, %c3] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %34 = arith.addi %arg18, %arg20 : index
// OUT:             %35 = memref.load %0#0[%22, %34] : memref<20x100xf32>
// OUT:             memref.store %35, %arg17[%arg19, %arg20, %c4] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %36 = arith.addi %arg18, %arg20 : index
// OUT:             %37 = memref.load %0#0[%23, %36] : memref<20x100xf32>
// OUT:             memref.store %37, %arg17[%arg19, %arg20, %c5] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %38 = arith.addi %arg18, %arg20 : index
// OUT:             %39 = memref.load %0#0[%24, %38] : memref<20x100xf32>
// OUT:             memref.store %39, %arg17[%arg19, %arg20, %c6] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %40 = arith.addi %arg18, %arg20 : index
// OUT:             %41 = memref.load %0#0[%25, %40] : memref<20x100xf32>
// OUT:             memref.store %41, %arg17[%arg19, %arg20, %c7] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:           }
// OUT:         }
// OUT:         scf.for %arg19 = %6 to %8 step %c1 {
// OUT:           scf.for %arg20 = %arg7 to %16 step %c16 {
// OUT:             %17 = arith.muli %arg19, %c8 : index
// OUT:             %18 = arith.addi %3, %17 : index
// OUT:             %19 = arith.minsi %18, %c19 : index
// OUT:             %20 = arith.addi %18, %c1 : index
// OUT:             %21 = arith.minsi %20, %c19 : index
// OUT:             %22 = arith.addi %18, %c2 : index
// OUT:             %23 = arith.minsi %22, %c19 : index
// OUT:             %24 = arith.addi %18, %c3 : index
// OUT:             %25 = arith.minsi %24, %c19 : index
// OUT:             %26 = arith.addi %18, %c4 : index
// OUT:             %27 = arith.minsi %26, %c19 : index
// OUT:             %28 = arith.addi %18, %c5 : index
// OUT:             %29 = arith.minsi %28, %c19 : index
// OUT:             %30 = arith.addi %18, %c6 : index
// OUT:             %31 = arith.minsi %30, %c19 : index
// OUT:             %32 = arith.addi %18, %c7 : index
// OUT:             %33 = arith.minsi %32, %c19 : index
// OUT:             %34 = arith.addi %arg18, %arg20 : index
// OUT:             %35 = memref.load %0#0[%19, %34] : memref<20x100xf32>
// OUT:             memref.store %35, %arg17[%arg19, %arg20, %c0] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %36 = arith.addi %arg18, %arg20 : index
// OUT:             %37 = memref.load %0#0[%21, %36] : memref<20x100xf32>
// OUT:             memref.store %37, %arg17[%arg19, %arg20, %c1] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %38 = arith.addi %arg18, %arg20 : index
// OUT:             %39 = memref.load %0#0[%23, %38] : memref<20x100xf32>
// OUT:             memref.store %39, %arg17[%arg19, %arg20, %c2] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %40 = arith.addi %arg18, %arg20 : index
// OUT:             %41 = memref.load %0#0[%25, %40] : memref<20x100xf32>
// OUT:             memref.store %41, %arg17[%arg19, %arg20, %c3] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %42 = arith.addi %arg18, %arg20 : index
// OUT:             %43 = memref.load %0#0[%27, %42] : memref<20x100xf32>
// OUT:             memref.store %43, %arg17[%arg19, %arg20, %c4] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %44 = arith.addi %arg18, %arg20 : index
// OUT:             %45 = memref.load %0#0[%29, %44] : memref<20x100xf32>
// OUT:             memref.store %45, %arg17[%arg19, %arg20, %c5] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %46 = arith.addi %arg18, %arg20 : index
// OUT:             %47 = memref.load %0#0[%31, %46] : memref<20x100xf32>
// OUT:             memref.store %47, %arg17[%arg19, %arg20, %c6] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:             %48 = arith.addi %arg18, %arg20 : index
// OUT:             %49 = memref.load %0#0[%33, %48] : memref<20x100xf32>
// OUT:             memref.store %49, %arg17[%arg19, %arg20, %c7] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:           }
// OUT:         }
// OUT:         gpu.barrier
// OUT:         scf.for %arg19 = %c0 to %12 step %c1 {
// OUT:           %17 = arith.muli %arg19, %c16 : index
// OUT:           %18 = arith.addi %9, %17 : index
// OUT:           %19 = arith.addi %18, %arg7 : index
// OUT:           scf.for %arg20 = %c0 to %6 step %c1 {
// OUT:             %20 = arith.muli %arg20, %c8 : index
// OUT:             %21 = arith.addi %3, %20 : index
// OUT:             %22 = arith.addi %21, %c1 : index
// OUT:             %23 = arith.addi %21, %c2 : index
// OUT:             %24 = arith.addi %21, %c3 : index
// OUT:             %25 = arith.addi %21, %c4 : index
// OUT:             %26 = arith.addi %21, %c5 : index
// OUT:             %27 = arith.addi %21, %c6 : index
// OUT:             %28 = arith.addi %21, %c7 : index
// OUT:             %29 = memref.load %0#2[%21, %19] : memref<20x24xf32>
// OUT:             %30 = memref.load %0#2[%22, %19] : memref<20x24xf32>
// OUT:             %31 = memref.load %0#2[%23, %19] : memref<20x24xf32>
// OUT:             %32 = memref.load %0#2[%24, %19] : memref<20x24xf32>
// OUT:             %33 = memref.load %0#2[%25, %19] : memref<20x24xf32>
// OUT:             %34 = memref.load %0#2[%26, %19] : memref<20x24xf32>
// OUT:             %35 = memref.load %0#2[%27, %19] : memref<20x24xf32>
// OUT:             %36 = memref.load %0#2[%28, %19] : memref<20x24xf32>
// OUT:             %37:8 = scf.for %arg21 = %c0 to %16 step %c1 iter_args(%arg22 = %29, %arg23 = %30, %arg24 = %31, %arg25 = %32, %arg26 = %33, %arg27 = %34, %arg28 = %35, %arg29 = %36) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// OUT:               %38 = memref.load %arg16[%arg19, %arg21, %arg7] : memref<1x64x16xf32, #gpu.address_space<workgroup>>
// OUT:               %39 = memref.load %arg17[%arg20, %arg21, %c0] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %40 = math.fma %39, %38, %arg22 : f32
// OUT:               %41 = memref.load %arg17[%arg20, %arg21, %c1] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %42 = math.fma %41, %38, %arg23 : f32
// OUT:               %43 = memref.load %arg17[%arg20, %arg21, %c2] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %44 = math.fma %43, %38, %arg24 : f32
// OUT:               %45 = memref.load %arg17[%arg20, %arg21, %c3] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %46 = math.fma %45, %38, %arg25 : f32
// OUT:               %47 = memref.load %arg17[%arg20, %arg21, %c4] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %48 = math.fma %47, %38, %arg26 : f32
// OUT:               %49 = memref.load %arg17[%arg20, %arg21, %c5] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %50 = math.fma %49, %38, %arg27 : f32
// OUT:               %51 = memref.load %arg17[%arg20, %arg21, %c6] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %52 = math.fma %51, %38, %arg28 : f32
// OUT:               %53 = memref.load %arg17[%arg20, %arg21, %c7] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %54 = math.fma %53, %38, %arg29 : f32
// OUT:               scf.yield %40, %42, %44, %46, %48, %50, %52, %54 : f32, f32, f32, f32, f32, f32, f32, f32
// OUT:             }
// OUT:             memref.store %37#0, %0#2[%21, %19] : memref<20x24xf32>
// OUT:             memref.store %37#1, %0#2[%22, %19] : memref<20x24xf32>
// OUT:             memref.store %37#2, %0#2[%23, %19] : memref<20x24xf32>
// OUT:             memref.store %37#3, %0#2[%24, %19] : memref<20x24xf32>
// OUT:             memref.store %37#4, %0#2[%25, %19] : memref<20x24xf32>
// OUT:             memref.store %37#5, %0#2[%26, %19] : memref<20x24xf32>
// OUT:             memref.store %37#6, %0#2[%27, %19] : memref<20x24xf32>
// OUT:             memref.store %37#7, %0#2[%28, %19] : memref<20x24xf32>
// OUT:           }
// OUT:           scf.for %arg20 = %6 to %8 step %c1 {
// OUT:             %20 = arith.muli %arg20, %c8 : index
// OUT:             %21 = arith.addi %3, %20 : index
// OUT:             %22 = arith.minsi %21, %c19 : index
// OUT:             %23 = arith.addi %21, %c1 : index
// OUT:             %24 = arith.minsi %23, %c19 : index
// OUT:             %25 = arith.addi %21, %c2 : index
// OUT:             %26 = arith.minsi %25, %c19 : index
// OUT:             %27 = arith.addi %21, %c3 : index
// OUT:             %28 = arith.minsi %27, %c19 : index
// OUT:             %29 = arith.addi %21, %c4 : index
// OUT:             %30 = arith.minsi %29, %c19 : index
// OUT:             %31 = arith.addi %21, %c5 : index
// OUT:             %32 = arith.minsi %31, %c19 : index
// OUT:             %33 = arith.addi %21, %c6 : index
// OUT:             %34 = arith.minsi %33, %c19 : index
// OUT:             %35 = arith.addi %21, %c7 : index
// OUT:             %36 = arith.minsi %35, %c19 : index
// OUT:             %37 = memref.load %0#2[%22, %19] : memref<20x24xf32>
// OUT:             %38 = memref.load %0#2[%24, %19] : memref<20x24xf32>
// OUT:             %39 = memref.load %0#2[%26, %19] : memref<20x24xf32>
// OUT:             %40 = memref.load %0#2[%28, %19] : memref<20x24xf32>
// OUT:             %41 = memref.load %0#2[%30, %19] : memref<20x24xf32>
// OUT:             %42 = memref.load %0#2[%32, %19] : memref<20x24xf32>
// OUT:             %43 = memref.load %0#2[%34, %19] : memref<20x24xf32>
// OUT:             %44 = memref.load %0#2[%36, %19] : memref<20x24xf32>
// OUT:             %45:8 = scf.for %arg21 = %c0 to %16 step %c1 iter_args(%arg22 = %37, %arg23 = %38, %arg24 = %39, %arg25 = %40, %arg26 = %41, %arg27 = %42, %arg28 = %43, %arg29 = %44) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// OUT:               %63 = memref.load %arg16[%arg19, %arg21, %arg7] : memref<1x64x16xf32, #gpu.address_space<workgroup>>
// OUT:               %64 = memref.load %arg17[%arg20, %arg21, %c0] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %65 = math.fma %64, %63, %arg22 : f32
// OUT:               %66 = memref.load %arg17[%arg20, %arg21, %c1] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %67 = math.fma %66, %63, %arg23 : f32
// OUT:               %68 = memref.load %arg17[%arg20, %arg21, %c2] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %69 = math.fma %68, %63, %arg24 : f32
// OUT:               %70 = memref.load %arg17[%arg20, %arg21, %c3] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %71 = math.fma %70, %63, %arg25 : f32
// OUT:               %72 = memref.load %arg17[%arg20, %arg21, %c4] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %73 = math.fma %72, %63, %arg26 : f32
// OUT:               %74 = memref.load %arg17[%arg20, %arg21, %c5] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %75 = math.fma %74, %63, %arg27 : f32
// OUT:               %76 = memref.load %arg17[%arg20, %arg21, %c6] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %77 = math.fma %76, %63, %arg28 : f32
// OUT:               %78 = memref.load %arg17[%arg20, %arg21, %c7] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %79 = math.fma %78, %63, %arg29 : f32
// OUT:               scf.yield %65, %67, %69, %71, %73, %75, %77, %79 : f32, f32, f32, f32, f32, f32, f32, f32
// OUT:             }
// OUT:             %46 = arith.muli %arg20, %c8 : index
// OUT:             %47 = arith.addi %3, %46 : index
// OUT:             %48 = arith.cmpi slt, %47, %c20 : index
// OUT:             scf.if %48 {
// OUT:               memref.store %45#0, %0#2[%22, %19] : memref<20x24xf32>
// OUT:             }
// OUT:             %49 = arith.addi %47, %c1 : index
// OUT:             %50 = arith.cmpi slt, %49, %c20 : index
// OUT:             scf.if %50 {
// OUT:               memref.store %45#1, %0#2[%24, %19] : memref<20x24xf32>
// OUT:             }
// OUT:             %51 = arith.addi %47, %c2 : index
// OUT:             %52 = arith.cmpi slt, %51, %c20 : index
// OUT:             scf.if %52 {
// OUT:               memref.store %45#2, %0#2[%26, %19] : memref<20x24xf32>
// OUT:             }
// OUT:             %53 = arith.addi %47, %c3 : index
// OUT:             %54 = arith.cmpi slt, %53, %c20 : index
// OUT:             scf.if %54 {
// OUT:               memref.store %45#3, %0#2[%28, %19] : memref<20x24xf32>
// OUT:             }
// OUT:             %55 = arith.addi %47, %c4 : index
// OUT:             %56 = arith.cmpi slt, %55, %c20 : index
// OUT:             scf.if %56 {
// OUT:               memref.store %45#4, %0#2[%30, %19] : memref<20x24xf32>
// OUT:             }
// OUT:             %57 = arith.addi %47, %c5 : index
// OUT:             %58 = arith.cmpi slt, %57, %c20 : index
// OUT:             scf.if %58 {
// OUT:               memref.store %45#5, %0#2[%32, %19] : memref<20x24xf32>
// OUT:             }
// OUT:             %59 = arith.addi %47, %c6 : index
// OUT:             %60 = arith.cmpi slt, %59, %c20 : index
// OUT:             scf.if %60 {
// OUT:               memref.store %45#6, %0#2[%34, %19] : memref<20x24xf32>
// OUT:             }
// OUT:             %61 = arith.addi %47, %c7 : index
// OUT:             %62 = arith.cmpi slt, %61, %c20 : index
// OUT:             scf.if %62 {
// OUT:               memref.store %45#7, %0#2[%36, %19] : memref<20x24xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:         scf.for %arg19 = %12 to %14 step %c1 {
// OUT:           %17 = arith.muli %arg19, %c16 : index
// OUT:           %18 = arith.addi %9, %17 : index
// OUT:           %19 = arith.addi %18, %arg7 : index
// OUT:           scf.for %arg20 = %c0 to %6 step %c1 {
// OUT:             %20 = arith.muli %arg20, %c8 : index
// OUT:             %21 = arith.addi %3, %20 : index
// OUT:             %22 = arith.addi %21, %c1 : index
// OUT:             %23 = arith.addi %21, %c2 : index
// OUT:             %24 = arith.addi %21, %c3 : index
// OUT:             %25 = arith.addi %21, %c4 : index
// OUT:             %26 = arith.addi %21, %c5 : index
// OUT:             %27 = arith.addi %21, %c6 : index
// OUT:             %28 = arith.addi %21, %c7 : index
// OUT:             %29 = arith.cmpi slt, %19, %c24 : index
// OUT:             %30 = scf.if %29 -> (f32) {
// OUT:               %47 = memref.load %0#2[%21, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %31 = arith.cmpi slt, %19, %c24 : index
// OUT:             %32 = scf.if %31 -> (f32) {
// OUT:               %47 = memref.load %0#2[%22, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %33 = arith.cmpi slt, %19, %c24 : index
// OUT:             %34 = scf.if %33 -> (f32) {
// OUT:               %47 = memref.load %0#2[%23, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %35 = arith.cmpi slt, %19, %c24 : index
// OUT:             %36 = scf.if %35 -> (f32) {
// OUT:               %47 = memref.load %0#2[%24, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %37 = arith.cmpi slt, %19, %c24 : index
// OUT:             %38 = scf.if %37 -> (f32) {
// OUT:               %47 = memref.load %0#2[%25, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %39 = arith.cmpi slt, %19, %c24 : index
// OUT:             %40 = scf.if %39 -> (f32) {
// OUT:               %47 = memref.load %0#2[%26, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %41 = arith.cmpi slt, %19, %c24 : index
// OUT:             %42 = scf.if %41 -> (f32) {
// OUT:               %47 = memref.load %0#2[%27, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %43 = arith.cmpi slt, %19, %c24 : index
// OUT:             %44 = scf.if %43 -> (f32) {
// OUT:               %47 = memref.load %0#2[%28, %19] : memref<20x24xf32>
// OUT:               scf.yield %47 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %45:8 = scf.for %arg21 = %c0 to %16 step %c1 iter_args(%arg22 = %30, %arg23 = %32, %arg24 = %34, %arg25 = %36, %arg26 = %38, %arg27 = %40, %arg28 = %42, %arg29 = %44) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// OUT:               %47 = memref.load %arg16[%arg19, %arg21, %arg7] : memref<1x64x16xf32, #gpu.address_space<workgroup>>
// OUT:               %48 = memref.load %arg17[%arg20, %arg21, %c0] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %49 = math.fma %48, %47, %arg22 : f32
// OUT:               %50 = memref.load %arg17[%arg20, %arg21, %c1] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %51 = math.fma %50, %47, %arg23 : f32
// OUT:               %52 = memref.load %arg17[%arg20, %arg21, %c2] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %53 = math.fma %52, %47, %arg24 : f32
// OUT:               %54 = memref.load %arg17[%arg20, %arg21, %c3] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %55 = math.fma %54, %47, %arg25 : f32
// OUT:               %56 = memref.load %arg17[%arg20, %arg21, %c4] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %57 = math.fma %56, %47, %arg26 : f32
// OUT:               %58 = memref.load %arg17[%arg20, %arg21, %c5] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %59 = math.fma %58, %47, %arg27 : f32
// OUT:               %60 = memref.load %arg17[%arg20, %arg21, %c6] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %61 = math.fma %60, %47, %arg28 : f32
// OUT:               %62 = memref.load %arg17[%arg20, %arg21, %c7] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %63 = math.fma %62, %47, %arg29 : f32
// OUT:               scf.yield %49, %51, %53, %55, %57, %59, %61, %63 : f32, f32, f32, f32, f32, f32, f32, f32
// OUT:             }
// OUT:             %46 = arith.cmpi slt, %19, %c24 : index
// OUT:             scf.if %46 {
// OUT:               memref.store %45#0, %0#2[%21, %19] : memref<20x24xf32>
// OUT:               memref.store %45#1, %0#2[%22, %19] : memref<20x24xf32>
// OUT:               memref.store %45#2, %0#2[%23, %19] : memref<20x24xf32>
// OUT:               memref.store %45#3, %0#2[%24, %19] : memref<20x24xf32>
// OUT:               memref.store %45#4, %0#2[%25, %19] : memref<20x24xf32>
// OUT:               memref.store %45#5, %0#2[%26, %19] : memref<20x24xf32>
// OUT:               memref.store %45#6, %0#2[%27, %19] : memref<20x24xf32>
// OUT:               memref.store %45#7, %0#2[%28, %19] : memref<20x24xf32>
// OUT:             }
// OUT:           }
// OUT:           scf.for %arg20 = %6 to %8 step %c1 {
// OUT:             %20 = arith.muli %arg20, %c8 : index
// OUT:             %21 = arith.addi %3, %20 : index
// OUT:             %22 = arith.minsi %21, %c19 : index
// OUT:             %23 = arith.addi %21, %c1 : index
// OUT:             %24 = arith.minsi %23, %c19 : index
// OUT:             %25 = arith.addi %21, %c2 : index
// OUT:             %26 = arith.minsi %25, %c19 : index
// OUT:             %27 = arith.addi %21, %c3 : index
// OUT:             %28 = arith.minsi %27, %c19 : index
// OUT:             %29 = arith.addi %21, %c4 : index
// OUT:             %30 = arith.minsi %29, %c19 : index
// OUT:             %31 = arith.addi %21, %c5 : index
// OUT:             %32 = arith.minsi %31, %c19 : index
// OUT:             %33 = arith.addi %21, %c6 : index
// OUT:             %34 = arith.minsi %33, %c19 : index
// OUT:             %35 = arith.addi %21, %c7 : index
// OUT:             %36 = arith.minsi %35, %c19 : index
// OUT:             %37 = arith.cmpi slt, %19, %c24 : index
// OUT:             %38 = scf.if %37 -> (f32) {
// OUT:               %55 = memref.load %0#2[%22, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %39 = arith.cmpi slt, %19, %c24 : index
// OUT:             %40 = scf.if %39 -> (f32) {
// OUT:               %55 = memref.load %0#2[%24, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %41 = arith.cmpi slt, %19, %c24 : index
// OUT:             %42 = scf.if %41 -> (f32) {
// OUT:               %55 = memref.load %0#2[%26, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %43 = arith.cmpi slt, %19, %c24 : index
// OUT:             %44 = scf.if %43 -> (f32) {
// OUT:               %55 = memref.load %0#2[%28, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %45 = arith.cmpi slt, %19, %c24 : index
// OUT:             %46 = scf.if %45 -> (f32) {
// OUT:               %55 = memref.load %0#2[%30, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %47 = arith.cmpi slt, %19, %c24 : index
// OUT:             %48 = scf.if %47 -> (f32) {
// OUT:               %55 = memref.load %0#2[%32, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %49 = arith.cmpi slt, %19, %c24 : index
// OUT:             %50 = scf.if %49 -> (f32) {
// OUT:               %55 = memref.load %0#2[%34, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %51 = arith.cmpi slt, %19, %c24 : index
// OUT:             %52 = scf.if %51 -> (f32) {
// OUT:               %55 = memref.load %0#2[%36, %19] : memref<20x24xf32>
// OUT:               scf.yield %55 : f32
// OUT:             } else {
// OUT:               scf.yield %cst : f32
// OUT:             }
// OUT:             %53:8 = scf.for %arg21 = %c0 to %16 step %c1 iter_args(%arg22 = %38, %arg23 = %40, %arg24 = %42, %arg25 = %44, %arg26 = %46, %arg27 = %48, %arg28 = %50, %arg29 = %52) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// OUT:               %55 = memref.load %arg16[%arg19, %arg21, %arg7] : memref<1x64x16xf32, #gpu.address_space<workgroup>>
// OUT:               %56 = memref.load %arg17[%arg20, %arg21, %c0] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %57 = math.fma %56, %55, %arg22 : f32
// OUT:               %58 = memref.load %arg17[%arg20, %arg21, %c1] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %59 = math.fma %58, %55, %arg23 : f32
// OUT:               %60 = memref.load %arg17[%arg20, %arg21, %c2] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %61 = math.fma %60, %55, %arg24 : f32
// OUT:               %62 = memref.load %arg17[%arg20, %arg21, %c3] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %63 = math.fma %62, %55, %arg25 : f32
// OUT:               %64 = memref.load %arg17[%arg20, %arg21, %c4] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %65 = math.fma %64, %55, %arg26 : f32
// OUT:               %66 = memref.load %arg17[%arg20, %arg21, %c5] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %67 = math.fma %66, %55, %arg27 : f32
// OUT:               %68 = memref.load %arg17[%arg20, %arg21, %c6] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %69 = math.fma %68, %55, %arg28 : f32
// OUT:               %70 = memref.load %arg17[%arg20, %arg21, %c7] : memref<2x64x8xf32, #gpu.address_space<workgroup>>
// OUT:               %71 = math.fma %70, %55, %arg29 : f32
// OUT:               scf.yield %57, %59, %61, %63, %65, %67, %69, %71 : f32, f32, f32, f32, f32, f32, f32, f32
// OUT:             }
// OUT:             %54 = arith.cmpi slt, %19, %c24 : index
// OUT:             scf.if %54 {
// OUT:               %55 = arith.muli %arg20, %c8 : index
// OUT:               %56 = arith.addi %3, %55 : index
// OUT:               %57 = arith.cmpi slt, %56, %c20 : index
// OUT:               scf.if %57 {
// OUT:                 memref.store %53#0, %0#2[%22, %19] : memref<20x24xf32>
// OUT:               }
// OUT:               %58 = arith.addi %56, %c1 : index
// OUT:               %59 = arith.cmpi slt, %58, %c20 : index
// OUT:               scf.if %59 {
// OUT:                 memref.store %53#1, %0#2[%24, %19] : memref<20x24xf32>
// OUT:               }
// OUT:               %60 = arith.addi %56, %c2 : index
// OUT:               %61 = arith.cmpi slt, %60, %c20 : index
// OUT:               scf.if %61 {
// OUT:                 memref.store %53#2, %0#2[%26, %19] : memref<20x24xf32>
// OUT:               }
// OUT:               %62 = arith.addi %56, %c3 : index
// OUT:               %63 = arith.cmpi slt, %62, %c20 : index
// OUT:               scf.if %63 {
// OUT:                 memref.store %53#3, %0#2[%28, %19] : memref<20x24xf32>
// OUT:               }
// OUT:               %64 = arith.addi %56, %c4 : index
// OUT:               %65 = arith.cmpi slt, %64, %c20 : index
// OUT:               scf.if %65 {
// OUT:                 memref.store %53#4, %0#2[%30, %19] : memref<20x24xf32>
// OUT:               }
// OUT:               %66 = arith.addi %56, %c5 : index
// OUT:               %67 = arith.cmpi slt, %66, %c20 : index
// OUT:               scf.if %67 {
// OUT:                 memref.store %53#5, %0#2[%32, %19] : memref<20x24xf32>
// OUT:               }
// OUT:               %68 = arith.addi %56, %c6 : index
// OUT:               %69 = arith.cmpi slt, %68, %c20 : index
// OUT:               scf.if %69 {
// OUT:                 memref.store %53#6, %0#2[%34, %19] : memref<20x24xf32>
// OUT:               }
// OUT:               %70 = arith.addi %56, %c7 : index
// OUT:               %71 = arith.cmpi slt, %70, %c20 : index
// OUT:               scf.if %71 {
// OUT:                 memref.store %53#7, %0#2[%36, %19] : memref<20x24xf32>
// OUT:               }
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:         gpu.barrier
// OUT:       }
// OUT:       scf.for %arg18 = %c0 to %12 step %c1 {
// OUT:         %15 = arith.muli %arg18, %c16 : index
// OUT:         %16 = arith.addi %9, %15 : index
// OUT:         %17 = arith.addi %16, %arg7 : index
// OUT:         %18 = arith.muli %8, %c8 : index
// OUT:         %19 = arith.addi %3, %18 : index
// OUT:         %20 = arith.minsi %19, %c20 : index
// OUT:         scf.for %arg19 = %3 to %20 step %c1 {
// OUT:           %21 = memref.load %0#2[%arg19, %17] : memref<20x24xf32>
// OUT:           %22 = memref.load %0#3[%17] : memref<24xf32>
// OUT:           %23 = arith.addf %21, %22 : f32
// OUT:           memref.store %23, %0#2[%arg19, %17] : memref<20x24xf32>
// OUT:         }
// OUT:       }
// OUT:       scf.for %arg18 = %12 to %14 step %c1 {
// OUT:         %15 = arith.muli %arg18, %c16 : index
// OUT:         %16 = arith.addi %9, %15 : index
// OUT:         %17 = arith.addi %16, %arg7 : index
// OUT:         %18 = arith.cmpi slt, %17, %c24 : index
// OUT:         scf.if %18 {
// OUT:           %19 = arith.muli %8, %c8 : index
// OUT:           %20 = arith.addi %3, %19 : index
// OUT:           %21 = arith.minsi %20, %c20 : index
// OUT:           scf.for %arg19 = %3 to %21 step %c1 {
// OUT:             %22 = memref.load %0#2[%arg19, %17] : memref<20x24xf32>
// OUT:             %23 = memref.load %0#3[%17] : memref<24xf32>
// OUT:             %24 = arith.addf %22, %23 : f32
// OUT:             memref.store %24, %0#2[%arg19, %17] : memref<20x24xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
