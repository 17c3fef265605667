// RUN: opt --affine-version-loops --affine-parallelize

// Centres each column, then multiplies the columns with each other, on the upper triangle.
func.func @covariance(%data: memref<32x32xf32>, %cov: memref<32x32xf32>, %mean: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 32.0 : f32
  affine.for %j = 0 to 32 {
    affine.store %zero, %mean[%j] : memref<32xf32>
    affine.for %i = 0 to 32 {
      %a = affine.load %data[%i, %j] : memref<32x32xf32>
      %s = affine.load %mean[%j] : memref<32xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %mean[%j] : memref<32xf32>
    }
    %u = affine.load %mean[%j] : memref<32xf32>
    %v = arith.divf %u, %n : f32
    affine.store %v, %mean[%j] : memref<32xf32>
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %a = affine.load %mean[%j] : memref<32xf32>
      %b = affine.load %data[%i, %j] : memref<32x32xf32>
      %c = arith.subf %b, %a : f32
      affine.store %c, %data[%i, %j] : memref<32x32xf32>
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 32 {
      affine.store %zero, %cov[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %a = affine.load %data[%k, %i] : memref<32x32xf32>
        %b = affine.load %data[%k, %j] : memref<32x32xf32>
        %s = affine.load %cov[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %cov[%i, %j] : memref<32x32xf32>
      }
      %w = affine.load %cov[%i, %j] : memref<32x32xf32>
      %x = arith.divf %w, %n : f32
      affine.store %x, %cov[%i, %j] : memref<32x32xf32>
      affine.store %x, %cov[%j, %i] : memref<32x32xf32>
    }
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: module {
// OUT:   func.func @covariance(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %cst_0 = arith.constant 3.200000e+01 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %0 = arith.addi %intptr, %c4096 : index
// OUT:     %intptr_1 = memref.extract_aligned_pointer_as_index %arg2 : memref<32xf32> -> index
// OUT:     %c128 = arith.constant 128 : index
// OUT:     %1 = arith.addi %intptr_1, %c128 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_1 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     scf.if %4 {
// OUT:       %15:2 = memref.distinct_objects %arg0, %arg2 {warpline.proved} : memref<32x32xf32>, memref<32xf32>
// OUT:       affine.parallel (%arg3) = (0) to (32) {
// OUT:         affine.store %cst, %15#1[%arg3] : memref<32xf32>
// OUT:         affine.for %arg4 = 0 to 32 {
// OUT:           %18 = affine.load %15#0[%arg4, %arg3] : memref<32x32xf32>
// OUT:           %19 = affine.load %15#1[%arg3] : memref<32xf32>
// OUT:           %20 = arith.addf %19, %18 : f32
// OUT:           affine.store %20, %15#1[%arg3] : memref<32xf32>
// OUT:         }
// OUT:         %16 = affine.load %15#1[%arg3] : memref<32xf32>
// OUT:         %17 = arith.divf %16, %cst_0 : f32
// OUT:         affine.store %17, %15#1[%arg3] : memref<32xf32>
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to 32 {
// OUT:         affine.store %cst, %arg2[%arg3] : memref<32xf32>
// OUT:         affine.for %arg4 = 0 to 32 {
// OUT:           %17 = affine.load %arg0[%arg4, %arg3] : memref<32x32xf32>
// OUT:           %18 = affine.load %arg2[%arg3] : memref<32xf32>
// OUT:           %19 = arith.addf %18, %17 : f32
// OUT:           affine.store %19, %arg2[%arg3] : memref<32xf32>
// OUT:         }
// OUT:         %15 = affine.load %arg2[%arg3] : memref<32xf32>
// OUT:         %16 = arith.divf %15, %cst_0 : f32
// OUT:         affine.store %16, %arg2[%arg3] : memref<32xf32>
// OUT:       }
// OUT:     }
// OUT:     %intptr_2 = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096_3 = arith.constant 4096 : index
// OUT:     %5 = arith.addi %intptr_2, %c4096_3 : index
// OUT:     %intptr_4 = memref.extract_aligned_pointer_as_index %arg2 : memref<32xf32> -> index
// OUT:     %c128_5 = arith.constant 128 : index
// OUT:     %6 = arith.addi %intptr_4, %c128_5 : index
// OUT:     %7 = arith.cmpi ule, %5, %intptr_4 : index
// OUT:     %8 = arith.cmpi ule, %6, %intptr_2 : index
// OUT:     %9 = arith.ori %7, %8 : i1
// OUT:     scf.if %9 {
// OUT:       %15:2 = memref.distinct_objects %arg0, %arg2 {warpline.proved} : memref<32x32xf32>, memref<32xf32>
// OUT:       affine.parallel (%arg3) = (0) to (32) {
// OUT:         affine.parallel (%arg4) = (0) to (32) {
// OUT:           %16 = affine.load %15#1[%arg4] : memref<32xf32>
// OUT:           %17 = affine.load %15#0[%arg3, %arg4] : memref<32x32xf32>
// OUT:           %18 = arith.subf %17, %16 : f32
// OUT:           affine.store %18, %15#0[%arg3, %arg4] : memref<32x32xf32>
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to 32 {
// OUT:         affine.for %arg4 = 0 to 32 {
// OUT:           %15 = affine.load %arg2[%arg4] : memref<32xf32>
// OUT:           %16 = affine.load %arg0[%arg3, %arg4] : memref<32x32xf32>
// OUT:           %17 = arith.subf %16, %15 : f32
// OUT:           affine.store %17, %arg0[%arg3, %arg4] : memref<32x32xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     %intptr_6 = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096_7 = arith.constant 4096 : index
// OUT:     %10 = arith.addi %intptr_6, %c4096_7 : index
// OUT:     %intptr_8 = memref.extract_aligned_pointer_as_index %arg1 : memref<32x32xf32> -> index
// OUT:     %c4096_9 = arith.constant 4096 : index
// OUT:     %11 = arith.addi %intptr_8, %c4096_9 : index
// OUT:     %12 = arith.cmpi ule, %10, %intptr_8 : index
// OUT:     %13 = arith.cmpi ule, %11, %intptr_6 : index
// OUT:     %14 = arith.ori %12, %13 : i1
// OUT:     scf.if %14 {
// OUT:       %15:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg3) = (0) to (32) {
// OUT:         affine.parallel (%arg4) = (%arg3) to (32) {
// OUT:           affine.store %cst, %15#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           affine.for %arg5 = 0 to 32 {
// OUT:             %18 = affine.load %15#0[%arg5, %arg3] : memref<32x32xf32>
// OUT:             %19 = affine.load %15#0[%arg5, %arg4] : memref<32x32xf32>
// OUT:             %20 = affine.load %15#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %21 = arith.mulf %18, %19 : f32
// OUT:             %22 = arith.addf %20, %21 : f32
// OUT:             affine.store %22, %15#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           }
// OUT:           %16 = affine.load %15#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           %17 = arith.divf %16, %cst_0 : f32
// OUT:           affine.store %17, %15#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           affine.store %17, %15#1[%arg4, %arg3] : memref<32x32xf32>
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to 32 {
// OUT:         affine.for %arg4 = #map(%arg3) to 32 {
// OUT:           affine.store %cst, %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           affine.for %arg5 = 0 to 32 {
// OUT:             %17 = affine.load %arg0[%arg5, %arg3] : memref<32x32xf32>
// OUT:             %18 = affine.load %arg0[%arg5, %arg4] : memref<32x32xf32>
// OUT:             %19 = affine.load %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %20 = arith.mulf %17, %18 : f32
// OUT:             %21 = arith.addf %19, %20 : f32
// OUT:             affine.store %21, %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           }
// OUT:           %15 = affine.load %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           %16 = arith.divf %15, %cst_0 : f32
// OUT:           affine.store %16, %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           affine.store %16, %arg1[%arg4, %arg3] : memref<32x32xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
