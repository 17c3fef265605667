// RUN: opt --affine-raise-from-memref

// Indices that are sums of dimensions and symbols, in index, i64 and, where it holds all values, narrower integers.
func.func @sums(%m: memref<?xf32>, %k: index, %w: i64) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 100 {
    %three = arith.muli %i, %c3 : index
    %a = arith.addi %three, %k : index
    %wide = arith.index_cast %a : index to i64
    %b = arith.subi %wide, %w : i64
    %at = arith.index_cast %b : i64 to index
    %x = memref.load %m[%at] : memref<?xf32>
    %narrow = arith.index_cast %i : index to i8
    %back = arith.index_cast %narrow : i8 to index
    memref.store %x, %m[%back] : memref<?xf32>
  }
  return
}

// Sums of narrow integers that do not wrap: by the bounds of loops, or as they state.
func.func @narrow(%m: memref<?xf32>, %n: i32) {
  %end = arith.index_cast %n : i32 to index
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  affine.for %i = 0 to %end {
    %narrow = arith.index_cast %i : index to i32
    %next = arith.addi %narrow, %c1 : i32
    %wide = arith.extsi %next : i32 to i64
    %at = arith.index_cast %wide : i64 to index
    %x = memref.load %m[%at] : memref<?xf32>
    %twice = arith.muli %narrow, %c2 overflow<nsw> : i32
    %even = arith.index_cast %twice : i32 to index
    memref.store %x, %m[%even] : memref<?xf32>
    %wrapped = arith.muli %narrow, %c2 : i32
    %kept = arith.index_cast %wrapped : i32 to index
    memref.store %x, %m[%kept] : memref<?xf32>
  }
  return
}

// Accesses that stay: products of variables, bits that are cut off, accesses with attributes, accesses of kernels.
func.func @kept(%m: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 1000 {
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %x = memref.load %m[%product] : memref<?xf32>
      %narrow = arith.index_cast %i : index to i8
      %cut = arith.index_cast %narrow : i8 to index
      memref.store %x, %m[%cut] : memref<?xf32>
      %y = memref.load %m[%i] {nontemporal = true} : memref<?xf32>
      memref.store %y, %m[%j] : memref<?xf32>
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %m[%tx] : memref<?xf32>
    memref.store %x, %m[%n] : memref<?xf32>
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @sums(%arg0: memref<?xf32>, %arg1: index, %arg2: i64) {
// OUT:     %0 = arith.index_cast %arg2 : i64 to index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     affine.for %arg3 = 0 to 100 {
// OUT:       %1 = arith.muli %arg3, %c3 : index
// OUT:       %2 = arith.addi %1, %arg1 : index
// OUT:       %3 = arith.index_cast %2 : index to i64
// OUT:       %4 = arith.subi %3, %arg2 : i64
// OUT:       %5 = arith.index_cast %4 : i64 to index
// OUT:       %6 = affine.load %arg0[%arg3 * 3 + symbol(%arg1) - symbol(%0)] : memref<?xf32>
// OUT:       %7 = arith.index_cast %arg3 : index to i8
// OUT:       %8 = arith.index_cast %7 : i8 to index
// OUT:       affine.store %6, %arg0[%arg3] : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @narrow(%arg0: memref<?xf32>, %arg1: i32) {
// OUT:     %0 = arith.index_cast %arg1 : i32 to index
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %c2_i32 = arith.constant 2 : i32
// OUT:     affine.for %arg2 = 0 to %0 {
// OUT:       %1 = arith.index_cast %arg2 : index to i32
// OUT:       %2 = arith.addi %1, %c1_i32 : i32
// OUT:       %3 = arith.extsi %2 : i32 to i64
// OUT:       %4 = arith.index_cast %3 : i64 to index
// OUT:       %5 = affine.load %arg0[%arg2 + 1] : memref<?xf32>
// OUT:       %6 = arith.muli %1, %c2_i32 overflow<nsw> : i32
// OUT:       %7 = arith.index_cast %6 : i32 to index
// OUT:       affine.store %5, %arg0[%arg2 * 2] : memref<?xf32>
// OUT:       %8 = arith.muli %1, %c2_i32 : i32
// OUT:       %9 = arith.index_cast %8 : i32 to index
// OUT:       memref.store %5, %arg0[%9] : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @kept(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     affine.for %arg2 = 0 to 1000 {
// OUT:       affine.for %arg3 = 0 to %arg1 {
// OUT:         %0 = arith.muli %arg2, %arg3 : index
// OUT:         %1 = memref.load %arg0[%0] : memref<?xf32>
// OUT:         %2 = arith.index_cast %arg2 : index to i8
// OUT:         %3 = arith.index_cast %2 : i8 to index
// OUT:         memref.store %1, %arg0[%3] : memref<?xf32>
// OUT:         %4 = memref.load %arg0[%arg2] {nontemporal = true} : memref<?xf32>
// OUT:         affine.store %4, %arg0[%arg3] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c1, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c1, %arg12 = %c1, %arg13 = %c1) {
// OUT:       %0 = memref.load %arg0[%arg5] : memref<?xf32>
// OUT:       memref.store %0, %arg0[%arg1] : memref<?xf32>
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Each sum is looked at once, however often it occurs in others.
func.func @doubled(%m: memref<?xf32>) {
  affine.for %i = 0 to 8 {
    %a0 = arith.index_cast %i : index to i32
    %a1 = arith.addi %a0, %a0 : i32
    %a2 = arith.addi %a1, %a1 : i32
    %a3 = arith.addi %a2, %a2 : i32
    %a4 = arith.addi %a3, %a3 : i32
    %a5 = arith.addi %a4, %a4 : i32
    %a6 = arith.addi %a5, %a5 : i32
    %a7 = arith.addi %a6, %a6 : i32
    %a8 = arith.addi %a7, %a7 : i32
    %a9 = arith.addi %a8, %a8 : i32
    %a10 = arith.addi %a9, %a9 : i32
    %a11 = arith.addi %a10, %a10 : i32
    %a12 = arith.addi %a11, %a11 : i32
    %a13 = arith.addi %a12, %a12 : i32
    %a14 = arith.addi %a13, %a13 : i32
    %a15 = arith.addi %a14, %a14 : i32
    %a16 = arith.addi %a15, %a15 : i32
    %a17 = arith.addi %a16, %a16 : i32
    %a18 = arith.addi %a17, %a17 : i32
    %a19 = arith.addi %a18, %a18 : i32
    %a20 = arith.addi %a19, %a19 : i32
    %a21 = arith.addi %a20, %a20 : i32
    %a22 = arith.addi %a21, %a21 : i32
    %a23 = arith.addi %a22, %a22 : i32
    %a24 = arith.addi %a23, %a23 : i32
    %a25 = arith.addi %a24, %a24 : i32
    %a26 = arith.addi %a25, %a25 : i32
    %a27 = arith.addi %a26, %a26 : i32
    %a28 = arith.addi %a27, %a27 : i32
    %a29 = arith.addi %a28, %a28 : i32
    %a30 = arith.addi %a29, %a29 : i32
    %a31 = arith.addi %a30, %a30 : i32
    %a32 = arith.addi %a31, %a31 : i32
    %a33 = arith.addi %a32, %a32 : i32
    %a34 = arith.addi %a33, %a33 : i32
    %a35 = arith.addi %a34, %a34 : i32
    %a36 = arith.addi %a35, %a35 : i32
    %a37 = arith.addi %a36, %a36 : i32
    %a38 = arith.addi %a37, %a37 : i32
    %a39 = arith.addi %a38, %a38 : i32
    %a40 = arith.addi %a39, %a39 : i32
    %a41 = arith.addi %a40, %a40 : i32
    %a42 = arith.addi %a41, %a41 : i32
    %a43 = arith.addi %a42, %a42 : i32
    %a44 = arith.addi %a43, %a43 : i32
    %at = arith.index_cast %a44 : i32 to index
    %x = memref.load %m[%at] : memref<?xf32>
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @doubled(%arg0: memref<?xf32>) {
// OUT:     affine.for %arg1 = 0 to 8 {
// OUT:       %0 = arith.index_cast %arg1 : index to i32
// OUT:       %1 = arith.addi %0, %0 : i32
// OUT:       %2 = arith.addi %1, %1 : i32
// OUT:       %3 = arith.addi %2, %2 : i32
// OUT:       %4 = arith.addi %3, %3 : i32
// OUT:       %5 = arith.addi %4, %4 : i32
// OUT:       %6 = arith.addi %5, %5 : i32
// OUT:       %7 = arith.addi %6, %6 : i32
// OUT:       %8 = arith.addi %7, %7 : i32
// OUT:       %9 = arith.addi %8, %8 : i32
// OUT:       %10 = arith.addi %9, %9 : i32
// OUT:       %11 = arith.addi %10, %10 : i32
// OUT:       %12 = arith.addi %11, %11 : i32
// OUT:       %13 = arith.addi %12, %12 : i32
// OUT:       %14 = arith.addi %13, %13 : i32
// OUT:       %15 = arith.addi %14, %14 : i32
// OUT:       %16 = arith.addi %15, %15 : i32
// OUT:       %17 = arith.addi %16, %16 : i32
// OUT:       %18 = arith.addi %17, %17 : i32
// OUT:       %19 = arith.addi %18, %18 : i32
// OUT:       %20 = arith.addi %19, %19 : i32
// OUT:       %21 = arith.addi %20, %20 : i32
// OUT:       %22 = arith.addi %21, %21 : i32
// OUT:       %23 = arith.addi %22, %22 : i32
// OUT:       %24 = arith.addi %23, %23 : i32
// OUT:       %25 = arith.addi %24, %24 : i32
// OUT:       %26 = arith.addi %25, %25 : i32
// OUT:       %27 = arith.addi %26, %26 : i32
// OUT:       %28 = arith.addi %27, %27 : i32
// OUT:       %29 = arith.addi %28, %28 : i32
// OUT:       %30 = arith.addi %29, %29 : i32
// OUT:       %31 = arith.addi %30, %30 : i32
// OUT:       %32 = arith.addi %31, %31 : i32
// OUT:       %33 = arith.addi %32, %32 : i32
// OUT:       %34 = arith.addi %33, %33 : i32
// OUT:       %35 = arith.addi %34, %34 : i32
// OUT:       %36 = arith.addi %35, %35 : i32
// OUT:       %37 = arith.addi %36, %36 : i32
// OUT:       %38 = arith.addi %37, %37 : i32
// OUT:       %39 = arith.addi %38, %38 : i32
// OUT:       %40 = arith.addi %39, %39 : i32
// OUT:       %41 = arith.addi %40, %40 : i32
// OUT:       %42 = arith.addi %41, %41 : i32
// OUT:       %43 = arith.addi %42, %42 : i32
// OUT:       %44 = arith.addi %43, %43 : i32
// OUT:       %45 = arith.index_cast %44 : i32 to index
// OUT:       %46 = memref.load %arg0[%45] : memref<?xf32>
// OUT:       affine.store %46, %arg0[%arg1] : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
