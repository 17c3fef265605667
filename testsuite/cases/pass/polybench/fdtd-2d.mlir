// RUN: opt --affine-version-loops --affine-parallelize

// Finite differences of an electric and a magnetic field.
func.func @fdtd_2d(%ex: memref<32x32xf32>, %ey: memref<32x32xf32>, %hz: memref<32x32xf32>, %fict: memref<10xf32>) {
  %half = arith.constant 0.5 : f32
  affine.for %t = 0 to 10 {
    affine.for %j = 0 to 32 {
      %f0 = affine.load %fict[%t] : memref<10xf32>
      affine.store %f0, %ey[0, %j] : memref<32x32xf32>
    }
    affine.for %i = 1 to 32 {
      affine.for %j = 0 to 32 {
        %a = affine.load %ey[%i, %j] : memref<32x32xf32>
        %b = affine.load %hz[%i, %j] : memref<32x32xf32>
        %c = affine.load %hz[%i - 1, %j] : memref<32x32xf32>
        %d = arith.subf %b, %c : f32
        %e = arith.mulf %half, %d : f32
        %g = arith.subf %a, %e : f32
        affine.store %g, %ey[%i, %j] : memref<32x32xf32>
      }
    }
    affine.for %i = 0 to 32 {
      affine.for %j = 1 to 32 {
        %a = affine.load %ex[%i, %j] : memref<32x32xf32>
        %b = affine.load %hz[%i, %j] : memref<32x32xf32>
        %c = affine.load %hz[%i, %j - 1] : memref<32x32xf32>
        %d = arith.subf %b, %c : f32
        %e = arith.mulf %half, %d : f32
        %g = arith.subf %a, %e : f32
        affine.store %g, %ex[%i, %j] : memref<32x32xf32>
      }
    }
    affine.for %i = 0 to 31 {
      affine.for %j = 0 to 31 {
        %a = affine.load %hz[%i, %j] : memref<32x32xf32>
        %b = affine.load %ex[%i, %j + 1] : memref<32x32xf32>
        %c = affine.load %ex[%i, %j] : memref<32x32xf32>
        %d = affine.load %ey[%i + 1, %j] : memref<32x32xf32>
        %e = affine.load %ey[%i, %j] : memref<32x32xf32>
        %g = arith.subf %b, %c : f32
        %h = arith.addf %g, %d : f32
        %m = arith.subf %h, %e : f32
        %n = arith.mulf %half, %m : f32
        %o = arith.subf %a, %n : f32
        affine.store %o, %hz[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @fdtd_2d(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>, %arg3: memref<10xf32>) {
// OUT:     %cst = arith.constant 5.000000e-01 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %0 = arith.addi %intptr, %c4096 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<32x32xf32> -> index
// OUT:     %c4096_1 = arith.constant 4096 : index
// OUT:     %1 = arith.addi %intptr_0, %c4096_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     %intptr_2 = memref.extract_aligned_pointer_as_index %arg1 : memref<32x32xf32> -> index
// OUT:     %c4096_3 = arith.constant 4096 : index
// OUT:     %5 = arith.addi %intptr_2, %c4096_3 : index
// OUT:     %6 = arith.cmpi ule, %5, %intptr_0 : index
// OUT:     %7 = arith.cmpi ule, %1, %intptr_2 : index
// OUT:     %8 = arith.ori %6, %7 : i1
// OUT:     %9 = arith.andi %4, %8 : i1
// OUT:     %intptr_4 = memref.extract_aligned_pointer_as_index %arg3 : memref<10xf32> -> index
// OUT:     %c40 = arith.constant 40 : index
// OUT:     %10 = arith.addi %intptr_4, %c40 : index
// OUT:     %11 = arith.cmpi ule, %5, %intptr_4 : index
// OUT:     %12 = arith.cmpi ule, %10, %intptr_2 : index
// OUT:     %13 = arith.ori %11, %12 : i1
// OUT:     %14 = arith.andi %9, %13 : i1
// OUT:     scf.if %14 {
// OUT:       %15:2 = memref.distinct_objects %arg0, %arg2 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %16:2 = memref.distinct_objects %arg1, %15#1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %17:2 = memref.distinct_objects %16#0, %arg3 {warpline.proved} : memref<32x32xf32>, memref<10xf32>
// OUT:       affine.for %arg4 = 0 to 10 {
// OUT:         affine.parallel (%arg5) = (0) to (32) {
// OUT:           %18 = affine.load %17#1[%arg4] : memref<10xf32>
// OUT:           affine.store %18, %17#0[0, %arg5] : memref<32x32xf32>
// OUT:         }
// OUT:         affine.parallel (%arg5) = (1) to (32) {
// OUT:           affine.parallel (%arg6) = (0) to (32) {
// OUT:             %18 = affine.load %17#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %19 = affine.load %16#1[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %20 = affine.load %16#1[%arg5 - 1, %arg6] : memref<32x32xf32>
// OUT:             %21 = arith.subf %19, %20 : f32
// OUT:             %22 = arith.mulf %cst, %21 : f32
// OUT:             %23 = arith.subf %18, %22 : f32
// OUT:             affine.store %23, %17#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:         affine.parallel (%arg5) = (0) to (32) {
// OUT:           affine.parallel (%arg6) = (1) to (32) {
// OUT:             %18 = affine.load %15#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %19 = affine.load %16#1[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %20 = affine.load %16#1[%arg5, %arg6 - 1] : memref<32x32xf32>
// OUT:             %21 = arith.subf %19, %20 : f32
// OUT:             %22 = arith.mulf %cst, %21 : f32
// OUT:             %23 = arith.subf %18, %22 : f32
// OUT:             affine.store %23, %15#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:         affine.parallel (%arg5) = (0) to (31) {
// OUT:           affine.parallel (%arg6) = (0) to (31) {
// OUT:             %18 = affine.load %16#1[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %19 = affine.load %15#0[%arg5, %arg6 + 1] : memref<32x32xf32>
// OUT:             %20 = affine.load %15#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %21 = affine.load %17#0[%arg5 + 1, %arg6] : memref<32x32xf32>
// OUT:             %22 = affine.load %17#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %23 = arith.subf %19, %20 : f32
// OUT:             %24 = arith.addf %23, %21 : f32
// OUT:             %25 = arith.subf %24, %22 : f32
// OUT:             %26 = arith.mulf %cst, %25 : f32
// OUT:             %27 = arith.subf %18, %26 : f32
// OUT:             affine.store %27, %16#1[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg4 = 0 to 10 {
// OUT:         affine.for %arg5 = 0 to 32 {
// OUT:           %15 = affine.load %arg3[%arg4] : memref<10xf32>
// OUT:           affine.store %15, %arg1[0, %arg5] : memref<32x32xf32>
// OUT:         }
// OUT:         affine.for %arg5 = 1 to 32 {
// OUT:           affine.for %arg6 = 0 to 32 {
// OUT:             %15 = affine.load %arg1[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %16 = affine.load %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %17 = affine.load %arg2[%arg5 - 1, %arg6] : memref<32x32xf32>
// OUT:             %18 = arith.subf %16, %17 : f32
// OUT:             %19 = arith.mulf %cst, %18 : f32
// OUT:             %20 = arith.subf %15, %19 : f32
// OUT:             affine.store %20, %arg1[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:         affine.for %arg5 = 0 to 32 {
// OUT:           affine.for %arg6 = 1 to 32 {
// OUT:             %15 = affine.load %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %16 = affine.load %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %17 = affine.load %arg2[%arg5, %arg6 - 1] : memref<32x32xf32>
// OUT:             %18 = arith.subf %16, %17 : f32
// OUT:             %19 = arith.mulf %cst, %18 : f32
// OUT:             %20 = arith.subf %15, %19 : f32
// OUT:             affine.store %20, %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:         affine.for %arg5 = 0 to 31 {
// OUT:           affine.for %arg6 = 0 to 31 {
// OUT:             %15 = affine.load %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %16 = affine.load %arg0[%arg5, %arg6 + 1] : memref<32x32xf32>
// OUT:             %17 = affine.load %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %18 = affine.load %arg1[%arg5 + 1, %arg6] : memref<32x32xf32>
// OUT:             %19 = affine.load %arg1[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %20 = arith.subf %16, %17 : f32
// OUT:             %21 = arith.addf %20, %18 : f32
// OUT:             %22 = arith.subf %21, %19 : f32
// OUT:             %23 = arith.mulf %cst, %22 : f32
// OUT:             %24 = arith.subf %15, %23 : f32
// OUT:             affine.store %24, %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
