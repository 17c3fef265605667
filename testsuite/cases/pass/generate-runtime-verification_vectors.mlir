// RUN: opt --pass-pipeline=builtin.module(generate-runtime-verification,cse)

// Lanes that a mask leaves out touch nothing. What is in bounds with all lanes needs no assertion.
func.func @masked(%m: memref<?x16xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c12 = arith.constant 12 : index
  %0 = vector.maskedload %m[%i, %c12], %mask, %v : memref<?x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%c12, %i], %mask, %0 : memref<?x16xf32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}

// OUT: module {
// OUT:   func.func @masked(%arg0: memref<?x16xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) -> vector<4xf32> {
// OUT:     %c12 = arith.constant 12 : index
// OUT:     %0 = vector.broadcast %arg1 : index to vector<4xindex>
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x16xf32>
// OUT:     %1 = vector.broadcast %dim : index to vector<4xindex>
// OUT:     %2 = arith.cmpi uge, %0, %1 : vector<4xindex>
// OUT:     %3 = arith.andi %2, %arg2 : vector<4xi1>
// OUT:     %4 = vector.reduction <or>, %3 : vector<4xi1> into i1
// OUT:     scf.if %4 {
// OUT:       %16 = arith.cmpi ult, %arg1, %dim : index
// OUT:       cf.assert %16, "vector.maskedload: index is out of bounds of dimension 0, line 6" {rt.check = 0 : i64}
// OUT:     }
// OUT:     %5 = vector.maskedload %arg0[%arg1, %c12], %arg2, %arg3 : memref<?x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// OUT:     %6 = vector.broadcast %c12 : index to vector<4xindex>
// OUT:     %7 = arith.cmpi uge, %6, %1 : vector<4xindex>
// OUT:     %8 = arith.andi %7, %arg2 : vector<4xi1>
// OUT:     %9 = vector.reduction <or>, %8 : vector<4xi1> into i1
// OUT:     scf.if %9 {
// OUT:       %16 = arith.cmpi ult, %c12, %dim : index
// OUT:       cf.assert %16, "vector.maskedstore: index is out of bounds of dimension 0, line 7" {rt.check = 0 : i64}
// OUT:     }
// OUT:     %10 = vector.step : vector<4xindex>
// OUT:     %11 = arith.addi %0, %10 : vector<4xindex>
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %12 = vector.broadcast %c16 : index to vector<4xindex>
// OUT:     %13 = arith.cmpi uge, %11, %12 : vector<4xindex>
// OUT:     %14 = arith.andi %13, %arg2 : vector<4xi1>
// OUT:     %15 = vector.reduction <or>, %14 : vector<4xi1> into i1
// OUT:     scf.if %15 {
// OUT:       %c-1 = arith.constant -1 : index
// OUT:       %16 = vector.broadcast %c-1 : index to vector<4xindex>
// OUT:       %17 = arith.select %14, %11, %16 : vector<4xi1>, vector<4xindex>
// OUT:       %18 = vector.reduction <minui>, %17 : vector<4xindex> into index
// OUT:       %19 = arith.cmpi ult, %18, %c16 : index
// OUT:       cf.assert %19, "vector.maskedstore: index is out of bounds of dimension 1 of size 16, line 7" {rt.check = 1 : i64}
// OUT:     }
// OUT:     vector.maskedstore %arg0[%c12, %arg1], %arg2, %5 : memref<?x16xf32>, vector<4xi1>, vector<4xf32>
// OUT:     return %5 : vector<4xf32>
// OUT:   }
// OUT: }
// -----

// As many elements as the mask sets.
func.func @packed(%m: memref<16xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c12 = arith.constant 12 : index
  %0 = vector.expandload %m[%c12], %mask, %v : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %mask, %0 : memref<16xf32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}

// OUT: module {
// OUT:   func.func @packed(%arg0: memref<16xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) -> vector<4xf32> {
// OUT:     %c12 = arith.constant 12 : index
// OUT:     %0 = vector.expandload %arg0[%c12], %arg2, %arg3 : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// OUT:     %1 = arith.index_castui %arg2 : vector<4xi1> to vector<4xindex>
// OUT:     %2 = vector.reduction <add>, %1 : vector<4xindex> into index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %3 = arith.cmpi ne, %2, %c0 : index
// OUT:     scf.if %3 {
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %4 = arith.subi %2, %c1 : index
// OUT:       %5 = arith.addi %arg1, %4 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %6 = arith.cmpi ult, %arg1, %c16 : index
// OUT:       cf.assert %6, "vector.compressstore: index is out of bounds of dimension 0 of size 16, line 6" {rt.check = 0 : i64}
// OUT:       %7 = arith.cmpi ult, %5, %c16 : index
// OUT:       cf.assert %7, "vector.compressstore: index is out of bounds of dimension 0 of size 16, line 6" {rt.check = 0 : i64}
// OUT:     }
// OUT:     vector.compressstore %arg0[%arg1], %arg2, %0 : memref<16xf32>, vector<4xi1>, vector<4xf32>
// OUT:     return %0 : vector<4xf32>
// OUT:   }
// OUT: }
// -----

// An index for each lane.
func.func @indexed(%m: memref<4x16xf32>, %i: index, %at: vector<2x2xi32>, %mask: vector<2x2xi1>, %v: vector<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.gather %m[%i, %c0] [%at], %mask, %v
    : memref<4x16xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
  vector.scatter %m[%c0, %i] [%at], %mask, %0 : memref<4x16xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32>
  return
}

// OUT: module {
// OUT:   func.func @indexed(%arg0: memref<4x16xf32>, %arg1: index, %arg2: vector<2x2xi32>, %arg3: vector<2x2xi1>, %arg4: vector<2x2xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = vector.broadcast %arg1 : index to vector<2x2xindex>
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %1 = vector.broadcast %c4 : index to vector<2x2xindex>
// OUT:     %2 = arith.cmpi uge, %0, %1 : vector<2x2xindex>
// OUT:     %3 = arith.andi %2, %arg3 : vector<2x2xi1>
// OUT:     %4 = vector.shape_cast %3 : vector<2x2xi1> to vector<4xi1>
// OUT:     %5 = vector.reduction <or>, %4 : vector<4xi1> into i1
// OUT:     scf.if %5 {
// OUT:       %20 = arith.cmpi ult, %arg1, %c4 : index
// OUT:       cf.assert %20, "vector.gather: index is out of bounds of dimension 0 of size 4, line 5" {rt.check = 0 : i64}
// OUT:     }
// OUT:     %6 = vector.broadcast %c0 : index to vector<2x2xindex>
// OUT:     %7 = arith.index_cast %arg2 : vector<2x2xi32> to vector<2x2xindex>
// OUT:     %8 = arith.addi %6, %7 : vector<2x2xindex>
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %9 = vector.broadcast %c16 : index to vector<2x2xindex>
// OUT:     %10 = arith.cmpi uge, %8, %9 : vector<2x2xindex>
// OUT:     %11 = arith.andi %10, %arg3 : vector<2x2xi1>
// OUT:     %12 = vector.shape_cast %11 : vector<2x2xi1> to vector<4xi1>
// OUT:     %13 = vector.reduction <or>, %12 : vector<4xi1> into i1
// OUT:     scf.if %13 {
// OUT:       %c-1 = arith.constant -1 : index
// OUT:       %20 = vector.broadcast %c-1 : index to vector<2x2xindex>
// OUT:       %21 = arith.select %11, %8, %20 : vector<2x2xi1>, vector<2x2xindex>
// OUT:       %22 = vector.shape_cast %21 : vector<2x2xindex> to vector<4xindex>
// OUT:       %23 = vector.reduction <minui>, %22 : vector<4xindex> into index
// OUT:       %24 = arith.cmpi ult, %23, %c16 : index
// OUT:       cf.assert %24, "vector.gather: index is out of bounds of dimension 1 of size 16, line 5" {rt.check = 1 : i64}
// OUT:     }
// OUT:     %14 = vector.gather %arg0[%arg1, %c0] [%arg2], %arg3, %arg4 : memref<4x16xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
// OUT:     %15 = arith.addi %0, %7 : vector<2x2xindex>
// OUT:     %16 = arith.cmpi uge, %15, %9 : vector<2x2xindex>
// OUT:     %17 = arith.andi %16, %arg3 : vector<2x2xi1>
// OUT:     %18 = vector.shape_cast %17 : vector<2x2xi1> to vector<4xi1>
// OUT:     %19 = vector.reduction <or>, %18 : vector<4xi1> into i1
// OUT:     scf.if %19 {
// OUT:       %c-1 = arith.constant -1 : index
// OUT:       %20 = vector.broadcast %c-1 : index to vector<2x2xindex>
// OUT:       %21 = arith.select %17, %15, %20 : vector<2x2xi1>, vector<2x2xindex>
// OUT:       %22 = vector.shape_cast %21 : vector<2x2xindex> to vector<4xindex>
// OUT:       %23 = vector.reduction <minui>, %22 : vector<4xindex> into index
// OUT:       %24 = arith.cmpi ult, %23, %c16 : index
// OUT:       cf.assert %24, "vector.scatter: index is out of bounds of dimension 1 of size 16, line 7" {rt.check = 1 : i64}
// OUT:     }
// OUT:     vector.scatter %arg0[%c0, %arg1] [%arg2], %arg3, %14 : memref<4x16xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Lanes beyond the end are padded or left out, unless 'in_bounds' says that there are none. The index of the other dimensions
// counts where some lane is in bounds. A mask around a transfer counts as its own.
func.func @transfers(%m: memref<?x16xf32>, %i: index, %pad: f32, %mask: vector<4xi1>) {
  %0 = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true]} : memref<?x16xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %pad : memref<?x16xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %pad {in_bounds = [false, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
    : memref<?x16xf32>, vector<2x4xf32>
  vector.transfer_write %1, %m[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, memref<?x16xf32>
  vector.mask %mask { vector.transfer_write %0, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x16xf32> } : vector<4xi1>
  return
}

// OUT: module {
// OUT:   func.func @transfers(%arg0: memref<?x16xf32>, %arg1: index, %arg2: f32, %arg3: vector<4xi1>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x16xf32>
// OUT:     %0 = arith.cmpi ult, %arg1, %dim : index
// OUT:     cf.assert %0, "vector.transfer_read: index is out of bounds of dimension 0, line 5" {rt.check = 0 : i64}
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %1 = arith.addi %arg1, %c3 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %2 = arith.cmpi ult, %arg1, %c16 : index
// OUT:     cf.assert %2, "vector.transfer_read: index is out of bounds of dimension 1 of size 16, line 5" {rt.check = 1 : i64}
// OUT:     %3 = arith.cmpi ult, %1, %c16 : index
// OUT:     cf.assert %3, "vector.transfer_read: index is out of bounds of dimension 1 of size 16, line 5" {rt.check = 1 : i64}
// OUT:     %4 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true]} : memref<?x16xf32>, vector<4xf32>
// OUT:     %5 = vector.broadcast %arg1 : index to vector<4xindex>
// OUT:     %6 = vector.broadcast %dim : index to vector<4xindex>
// OUT:     %7 = arith.cmpi uge, %5, %6 : vector<4xindex>
// OUT:     %8 = vector.step : vector<4xindex>
// OUT:     %9 = arith.addi %5, %8 : vector<4xindex>
// OUT:     %10 = vector.broadcast %c16 : index to vector<4xindex>
// OUT:     %11 = arith.cmpi ult, %9, %10 : vector<4xindex>
// OUT:     %12 = arith.andi %7, %11 : vector<4xi1>
// OUT:     %13 = vector.reduction <or>, %12 : vector<4xi1> into i1
// OUT:     scf.if %13 {
// OUT:       cf.assert %0, "vector.transfer_read: index is out of bounds of dimension 0, line 6" {rt.check = 0 : i64}
// OUT:     }
// OUT:     %14 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<?x16xf32>, vector<4xf32>
// OUT:     %15 = vector.broadcast %arg1 : index to vector<2x4xindex>
// OUT:     %16 = vector.broadcast %8 : vector<4xindex> to vector<2x4xindex>
// OUT:     %17 = arith.addi %15, %16 : vector<2x4xindex>
// OUT:     %18 = vector.broadcast %dim : index to vector<2x4xindex>
// OUT:     %19 = arith.cmpi uge, %17, %18 : vector<2x4xindex>
// OUT:     %20 = vector.step : vector<2xindex>
// OUT:     %21 = vector.shape_cast %20 : vector<2xindex> to vector<2x1xindex>
// OUT:     %22 = vector.broadcast %21 : vector<2x1xindex> to vector<2x4xindex>
// OUT:     %23 = arith.addi %15, %22 : vector<2x4xindex>
// OUT:     %24 = vector.broadcast %c16 : index to vector<2x4xindex>
// OUT:     %25 = arith.cmpi ult, %23, %24 : vector<2x4xindex>
// OUT:     %26 = arith.andi %19, %25 : vector<2x4xi1>
// OUT:     %27 = vector.shape_cast %26 : vector<2x4xi1> to vector<8xi1>
// OUT:     %28 = vector.reduction <or>, %27 : vector<8xi1> into i1
// OUT:     scf.if %28 {
// OUT:       %c-1 = arith.constant -1 : index
// OUT:       %34 = vector.broadcast %c-1 : index to vector<2x4xindex>
// OUT:       %35 = arith.select %26, %17, %34 : vector<2x4xi1>, vector<2x4xindex>
// OUT:       %36 = vector.shape_cast %35 : vector<2x4xindex> to vector<8xindex>
// OUT:       %37 = vector.reduction <minui>, %36 : vector<8xindex> into index
// OUT:       %38 = arith.cmpi ult, %37, %dim : index
// OUT:       cf.assert %38, "vector.transfer_read: index is out of bounds of dimension 0, line 7" {rt.check = 0 : i64}
// OUT:     }
// OUT:     %29 = arith.andi %7, %arg3 : vector<4xi1>
// OUT:     %30 = vector.reduction <or>, %29 : vector<4xi1> into i1
// OUT:     scf.if %30 {
// OUT:       cf.assert %0, "vector.transfer_write: index is out of bounds of dimension 0, line 9" {rt.check = 0 : i64}
// OUT:     }
// OUT:     %31 = arith.cmpi uge, %9, %10 : vector<4xindex>
// OUT:     %32 = arith.andi %31, %arg3 : vector<4xi1>
// OUT:     %33 = vector.reduction <or>, %32 : vector<4xi1> into i1
// OUT:     scf.if %33 {
// OUT:       %c-1 = arith.constant -1 : index
// OUT:       %34 = vector.broadcast %c-1 : index to vector<4xindex>
// OUT:       %35 = arith.select %32, %9, %34 : vector<4xi1>, vector<4xindex>
// OUT:       %36 = vector.reduction <minui>, %35 : vector<4xindex> into index
// OUT:       %37 = arith.cmpi ult, %36, %c16 : index
// OUT:       cf.assert %37, "vector.transfer_write: index is out of bounds of dimension 1 of size 16, line 9" {rt.check = 1 : i64}
// OUT:     }
// OUT:     vector.transfer_write %14, %arg0[%arg1, %arg1], %arg3 {in_bounds = [true]} : vector<4xf32>, memref<?x16xf32>
// OUT:     scf.if %30 {
// OUT:       cf.assert %0, "vector.transfer_write: index is out of bounds of dimension 0, line 10" {rt.check = 0 : i64}
// OUT:     }
// OUT:     scf.if %33 {
// OUT:       %c-1 = arith.constant -1 : index
// OUT:       %34 = vector.broadcast %c-1 : index to vector<4xindex>
// OUT:       %35 = arith.select %32, %9, %34 : vector<4xi1>, vector<4xindex>
// OUT:       %36 = vector.reduction <minui>, %35 : vector<4xindex> into index
// OUT:       %37 = arith.cmpi ult, %36, %c16 : index
// OUT:       cf.assert %37, "vector.transfer_write: index is out of bounds of dimension 1 of size 16, line 10" {rt.check = 1 : i64}
// OUT:     }
// OUT:     vector.mask %arg3 { vector.transfer_write %4, %arg0[%arg1, %arg1] {in_bounds = [true]} : vector<4xf32>, memref<?x16xf32> } : vector<4xi1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Elements of a buffer that are vectors are loaded as one.
func.func @elements(%m: memref<16xvector<4xf32>>, %i: index) -> vector<4xf32> {
  %0 = vector.load %m[%i] : memref<16xvector<4xf32>>, vector<4xf32>
  return %0 : vector<4xf32>
}

// OUT: module {
// OUT:   func.func @elements(%arg0: memref<16xvector<4xf32>>, %arg1: index) -> vector<4xf32> {
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %0 = arith.cmpi ult, %arg1, %c16 : index
// OUT:     cf.assert %0, "vector.load: index is out of bounds of dimension 0 of size 16, line 4" {rt.check = 0 : i64}
// OUT:     %1 = vector.load %arg0[%arg1] : memref<16xvector<4xf32>>, vector<4xf32>
// OUT:     return %1 : vector<4xf32>
// OUT:   }
// OUT: }
// -----

// The first and the last element of a matrix; the rows of the buffer may be shorter than those of the matrix are apart.
gpu.module @k {
  gpu.func @matrices(%m: memref<?x32xf16>, %i: index) workgroup(%w: memref<32x32xf16, 3>) kernel {
    %c16 = arith.constant 16 : index
    %0 = gpu.subgroup_mma_load_matrix %w[%c16, %c16] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %0, %w[%i, %c16] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    gpu.subgroup_mma_store_matrix %0, %m[%i, %c16] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<?x32xf16>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @matrices(%arg0: memref<?x32xf16>, %arg1: index) workgroup(%arg2 : memref<32x32xf16, 3>) kernel {
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %0 = gpu.subgroup_mma_load_matrix %arg2[%c16, %c16] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %1 = arith.cmpi ult, %arg1, %c32 : index
// OUT:       cf.assert %1, "gpu.subgroup_mma_store_matrix: index is out of bounds of dimension 0 of size 32, line 7" {rt.check = 0 : i64}
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %2 = arith.muli %c0, %c32 : index
// OUT:       %3 = arith.addi %2, %arg1 : index
// OUT:       %4 = arith.muli %3, %c32 : index
// OUT:       %5 = arith.addi %4, %c16 : index
// OUT:       %c495 = arith.constant 495 : index
// OUT:       %6 = arith.addi %5, %c495 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %7 = arith.muli %c1, %c32 : index
// OUT:       %8 = arith.muli %7, %c32 : index
// OUT:       %9 = arith.cmpi ult, %6, %8 : index
// OUT:       cf.assert %9, "gpu.subgroup_mma_store_matrix: the matrix reaches outside of its buffer, line 7" {rt.check = "the matrix reaches outside of its buffer"}
// OUT:       gpu.subgroup_mma_store_matrix %0, %arg2[%arg1, %c16] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
// OUT:       %dim = memref.dim %arg0, %c0 : memref<?x32xf16>
// OUT:       %10 = arith.cmpi ult, %arg1, %dim : index
// OUT:       cf.assert %10, "gpu.subgroup_mma_store_matrix: index is out of bounds of dimension 0, line 8" {rt.check = 0 : i64}
// OUT:       gpu.subgroup_mma_store_matrix %0, %arg0[%arg1, %c16] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<?x32xf16>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
