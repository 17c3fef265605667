// RUN: opt --affine-version-loops --affine-parallelize

// y := A x + B x.
func.func @gesummv(%A: memref<32x32xf32>, %B: memref<32x32xf32>, %tmp: memref<32xf32>, %x: memref<32xf32>, %y: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.store %zero, %tmp[%i] : memref<32xf32>
    affine.store %zero, %y[%i] : memref<32xf32>
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i, %j] : memref<32x32xf32>
      %b = affine.load %x[%j] : memref<32xf32>
      %c = affine.load %tmp[%i] : memref<32xf32>
      %d = arith.mulf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %tmp[%i] : memref<32xf32>
      %g = affine.load %B[%i, %j] : memref<32x32xf32>
      %h = affine.load %y[%i] : memref<32xf32>
      %m = arith.mulf %g, %b : f32
      %n = arith.addf %h, %m : f32
      affine.store %n, %y[%i] : memref<32xf32>
    }
    %u = affine.load %tmp[%i] : memref<32xf32>
    %v = affine.load %y[%i] : memref<32xf32>
    %w = arith.addf %u, %v : f32
    affine.store %w, %y[%i] : memref<32xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @gesummv(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32xf32>, %arg3: memref<32xf32>, %arg4: memref<32xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %0 = arith.addi %intptr, %c4096 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<32xf32> -> index
// OUT:     %c128 = arith.constant 128 : index
// OUT:     %1 = arith.addi %intptr_0, %c128 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     %intptr_1 = memref.extract_aligned_pointer_as_index %arg4 : memref<32xf32> -> index
// OUT:     %c128_2 = arith.constant 128 : index
// OUT:     %5 = arith.addi %intptr_1, %c128_2 : index
// OUT:     %6 = arith.cmpi ule, %0, %intptr_1 : index
// OUT:     %7 = arith.cmpi ule, %5, %intptr : index
// OUT:     %8 = arith.ori %6, %7 : i1
// OUT:     %9 = arith.andi %4, %8 : i1
// OUT:     %intptr_3 = memref.extract_aligned_pointer_as_index %arg1 : memref<32x32xf32> -> index
// OUT:     %c4096_4 = arith.constant 4096 : index
// OUT:     %10 = arith.addi %intptr_3, %c4096_4 : index
// OUT:     %11 = arith.cmpi ule, %10, %intptr_0 : index
// OUT:     %12 = arith.cmpi ule, %1, %intptr_3 : index
// OUT:     %13 = arith.ori %11, %12 : i1
// OUT:     %14 = arith.andi %9, %13 : i1
// OUT:     %15 = arith.cmpi ule, %10, %intptr_1 : index
// OUT:     %16 = arith.cmpi ule, %5, %intptr_3 : index
// OUT:     %17 = arith.ori %15, %16 : i1
// OUT:     %18 = arith.andi %14, %17 : i1
// OUT:     %intptr_5 = memref.extract_aligned_pointer_as_index %arg3 : memref<32xf32> -> index
// OUT:     %c128_6 = arith.constant 128 : index
// OUT:     %19 = arith.addi %intptr_5, %c128_6 : index
// OUT:     %20 = arith.cmpi ule, %1, %intptr_5 : index
// OUT:     %21 = arith.cmpi ule, %19, %intptr_0 : index
// OUT:     %22 = arith.ori %20, %21 : i1
// OUT:     %23 = arith.andi %18, %22 : i1
// OUT:     %24 = arith.cmpi ule, %1, %intptr_1 : index
// OUT:     %25 = arith.cmpi ule, %5, %intptr_0 : index
// OUT:     %26 = arith.ori %24, %25 : i1
// OUT:     %27 = arith.andi %23, %26 : i1
// OUT:     %28 = arith.cmpi ule, %19, %intptr_1 : index
// OUT:     %29 = arith.cmpi ule, %5, %intptr_5 : index
// OUT:     %30 = arith.ori %28, %29 : i1
// OUT:     %31 = arith.andi %27, %30 : i1
// OUT:     scf.if %31 {
// OUT:       %32:2 = memref.distinct_objects %arg0, %arg2 {warpline.proved} : memref<32x32xf32>, memref<32xf32>
// OUT:       %33:2 = memref.distinct_objects %32#0, %arg4 {warpline.proved} : memref<32x32xf32>, memref<32xf32>
// OUT:       %34:2 = memref.distinct_objects %arg1, %32#1 {warpline.proved} : memref<32x32xf32>, memref<32xf32>
// OUT:       %35:2 = memref.distinct_objects %34#0, %33#1 {warpline.proved} : memref<32x32xf32>, memref<32xf32>
// OUT:       %36:2 = memref.distinct_objects %34#1, %arg3 {warpline.proved} : memref<32xf32>, memref<32xf32>
// OUT:       %37:2 = memref.distinct_objects %36#0, %35#1 {warpline.proved} : memref<32xf32>, memref<32xf32>
// OUT:       %38:2 = memref.distinct_objects %36#1, %37#1 {warpline.proved} : memref<32xf32>, memref<32xf32>
// OUT:       affine.parallel (%arg5) = (0) to (32) {
// OUT:         affine.store %cst, %37#0[%arg5] : memref<32xf32>
// OUT:         affine.store %cst, %38#1[%arg5] : memref<32xf32>
// OUT:         affine.for %arg6 = 0 to 32 {
// OUT:           %42 = affine.load %33#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           %43 = affine.load %38#0[%arg6] : memref<32xf32>
// OUT:           %44 = affine.load %37#0[%arg5] : memref<32xf32>
// OUT:           %45 = arith.mulf %42, %43 : f32
// OUT:           %46 = arith.addf %44, %45 : f32
// OUT:           affine.store %46, %37#0[%arg5] : memref<32xf32>
// OUT:           %47 = affine.load %35#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           %48 = affine.load %38#1[%arg5] : memref<32xf32>
// OUT:           %49 = arith.mulf %47, %43 : f32
// OUT:           %50 = arith.addf %48, %49 : f32
// OUT:           affine.store %50, %38#1[%arg5] : memref<32xf32>
// OUT:         }
// OUT:         %39 = affine.load %37#0[%arg5] : memref<32xf32>
// OUT:         %40 = affine.load %38#1[%arg5] : memref<32xf32>
// OUT:         %41 = arith.addf %39, %40 : f32
// OUT:         affine.store %41, %38#1[%arg5] : memref<32xf32>
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg5 = 0 to 32 {
// OUT:         affine.store %cst, %arg2[%arg5] : memref<32xf32>
// OUT:         affine.store %cst, %arg4[%arg5] : memref<32xf32>
// OUT:         affine.for %arg6 = 0 to 32 {
// OUT:           %35 = affine.load %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           %36 = affine.load %arg3[%arg6] : memref<32xf32>
// OUT:           %37 = affine.load %arg2[%arg5] : memref<32xf32>
// OUT:           %38 = arith.mulf %35, %36 : f32
// OUT:           %39 = arith.addf %37, %38 : f32
// OUT:           affine.store %39, %arg2[%arg5] : memref<32xf32>
// OUT:           %40 = affine.load %arg1[%arg5, %arg6] : memref<32x32xf32>
// OUT:           %41 = affine.load %arg4[%arg5] : memref<32xf32>
// OUT:           %42 = arith.mulf %40, %36 : f32
// OUT:           %43 = arith.addf %41, %42 : f32
// OUT:           affine.store %43, %arg4[%arg5] : memref<32xf32>
// OUT:         }
// OUT:         %32 = affine.load %arg2[%arg5] : memref<32xf32>
// OUT:         %33 = affine.load %arg4[%arg5] : memref<32xf32>
// OUT:         %34 = arith.addf %32, %33 : f32
// OUT:         affine.store %34, %arg4[%arg5] : memref<32xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
