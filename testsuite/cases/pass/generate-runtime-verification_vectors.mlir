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
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x16xf32>
// OUT:     %0 = arith.cmpi ult, %arg1, %dim : index
// OUT:     %1 = vector.broadcast %0 : i1 to vector<4xi1>
// OUT:     %true = arith.constant true
// OUT:     %2 = vector.broadcast %true : i1 to vector<4xi1>
// OUT:     %3 = arith.xori %arg2, %2 : vector<4xi1>
// OUT:     %4 = arith.ori %1, %3 : vector<4xi1>
// OUT:     %5 = vector.reduction <and>, %4 : vector<4xi1> into i1
// OUT:     cf.assert %5, "vector.maskedload: an index is out of bounds of dimension 0, line 6" {rt.check = "an index is out of bounds of dimension 0"}
// OUT:     %6 = vector.maskedload %arg0[%arg1, %c12], %arg2, %arg3 : memref<?x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// OUT:     %7 = arith.cmpi ult, %c12, %dim : index
// OUT:     %8 = vector.broadcast %7 : i1 to vector<4xi1>
// OUT:     %9 = arith.ori %8, %3 : vector<4xi1>
// OUT:     %10 = vector.reduction <and>, %9 : vector<4xi1> into i1
// OUT:     cf.assert %10, "vector.maskedstore: an index is out of bounds of dimension 0, line 7" {rt.check = "an index is out of bounds of dimension 0"}
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %11 = vector.step : vector<4xindex>
// OUT:     %12 = vector.broadcast %arg1 : index to vector<4xindex>
// OUT:     %13 = vector.broadcast %c16 : index to vector<4xindex>
// OUT:     %14 = arith.addi %12, %11 : vector<4xindex>
// OUT:     %15 = arith.cmpi ult, %14, %13 : vector<4xindex>
// OUT:     %16 = arith.ori %15, %3 : vector<4xi1>
// OUT:     %17 = vector.reduction <and>, %16 : vector<4xi1> into i1
// OUT:     cf.assert %17, "vector.maskedstore: an index is out of bounds of dimension 1 of size 16, line 7" {rt.check = "an index is out of bounds of dimension 1 of size 16"}
// OUT:     vector.maskedstore %arg0[%c12, %arg1], %arg2, %6 : memref<?x16xf32>, vector<4xi1>, vector<4xf32>
// OUT:     return %6 : vector<4xf32>
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
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %3 = arith.cmpi ult, %arg1, %c16 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %4 = arith.subi %2, %c1 : index
// OUT:     %5 = arith.muli %4, %c1 : index
// OUT:     %6 = arith.addi %arg1, %5 : index
// OUT:     %7 = arith.cmpi ult, %6, %c16 : index
// OUT:     %8 = arith.andi %3, %7 : i1
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %9 = arith.cmpi eq, %2, %c0 : index
// OUT:     %10 = arith.ori %9, %8 : i1
// OUT:     cf.assert %10, "vector.compressstore: an index is out of bounds of dimension 0 of size 16, line 6" {rt.check = "an index is out of bounds of dimension 0 of size 16"}
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
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %0 = arith.cmpi ult, %arg1, %c4 : index
// OUT:     %1 = vector.broadcast %0 : i1 to vector<2x2xi1>
// OUT:     %true = arith.constant true
// OUT:     %2 = vector.broadcast %true : i1 to vector<2x2xi1>
// OUT:     %3 = arith.xori %arg3, %2 : vector<2x2xi1>
// OUT:     %4 = arith.ori %1, %3 : vector<2x2xi1>
// OUT:     %5 = vector.shape_cast %4 : vector<2x2xi1> to vector<4xi1>
// OUT:     %6 = vector.reduction <and>, %5 : vector<4xi1> into i1
// OUT:     cf.assert %6, "vector.gather: an index is out of bounds of dimension 0 of size 4, line 5" {rt.check = "an index is out of bounds of dimension 0 of size 4"}
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %7 = arith.index_cast %arg2 : vector<2x2xi32> to vector<2x2xindex>
// OUT:     %8 = vector.broadcast %c0 : index to vector<2x2xindex>
// OUT:     %9 = vector.broadcast %c16 : index to vector<2x2xindex>
// OUT:     %10 = arith.addi %8, %7 : vector<2x2xindex>
// OUT:     %11 = arith.cmpi ult, %10, %9 : vector<2x2xindex>
// OUT:     %12 = arith.ori %11, %3 : vector<2x2xi1>
// OUT:     %13 = vector.shape_cast %12 : vector<2x2xi1> to vector<4xi1>
// OUT:     %14 = vector.reduction <and>, %13 : vector<4xi1> into i1
// OUT:     cf.assert %14, "vector.gather: an index is out of bounds of dimension 1 of size 16, line 5" {rt.check = "an index is out of bounds of dimension 1 of size 16"}
// OUT:     %15 = vector.gather %arg0[%arg1, %c0] [%arg2], %arg3, %arg4 : memref<4x16xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
// OUT:     %16 = vector.broadcast %arg1 : index to vector<2x2xindex>
// OUT:     %17 = arith.addi %16, %7 : vector<2x2xindex>
// OUT:     %18 = arith.cmpi ult, %17, %9 : vector<2x2xindex>
// OUT:     %19 = arith.ori %18, %3 : vector<2x2xi1>
// OUT:     %20 = vector.shape_cast %19 : vector<2x2xi1> to vector<4xi1>
// OUT:     %21 = vector.reduction <and>, %20 : vector<4xi1> into i1
// OUT:     cf.assert %21, "vector.scatter: an index is out of bounds of dimension 1 of size 16, line 7" {rt.check = "an index is out of bounds of dimension 1 of size 16"}
// OUT:     vector.scatter %arg0[%c0, %arg1] [%arg2], %arg3, %15 : memref<4x16xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32>
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
// OUT:     %5 = vector.broadcast %0 : i1 to vector<4xi1>
// OUT:     %6 = vector.step : vector<4xindex>
// OUT:     %7 = vector.broadcast %arg1 : index to vector<4xindex>
// OUT:     %8 = vector.broadcast %c16 : index to vector<4xindex>
// OUT:     %9 = arith.addi %7, %6 : vector<4xindex>
// OUT:     %10 = arith.cmpi ult, %9, %8 : vector<4xindex>
// OUT:     %true = arith.constant true
// OUT:     %11 = vector.broadcast %true : i1 to vector<4xi1>
// OUT:     %12 = arith.xori %10, %11 : vector<4xi1>
// OUT:     %13 = arith.ori %5, %12 : vector<4xi1>
// OUT:     %14 = vector.reduction <and>, %13 : vector<4xi1> into i1
// OUT:     cf.assert %14, "vector.transfer_read: an index is out of bounds of dimension 0, line 6" {rt.check = "an index is out of bounds of dimension 0"}
// OUT:     %15 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<?x16xf32>, vector<4xf32>
// OUT:     %16 = vector.broadcast %dim : index to vector<4xindex>
// OUT:     %17 = arith.cmpi ult, %9, %16 : vector<4xindex>
// OUT:     %18 = vector.broadcast %17 : vector<4xi1> to vector<2x4xi1>
// OUT:     %19 = vector.step : vector<2xindex>
// OUT:     %20 = vector.broadcast %arg1 : index to vector<2xindex>
// OUT:     %21 = vector.broadcast %c16 : index to vector<2xindex>
// OUT:     %22 = arith.addi %20, %19 : vector<2xindex>
// OUT:     %23 = arith.cmpi ult, %22, %21 : vector<2xindex>
// OUT:     %24 = vector.shape_cast %23 : vector<2xi1> to vector<2x1xi1>
// OUT:     %25 = vector.broadcast %24 : vector<2x1xi1> to vector<2x4xi1>
// OUT:     %26 = vector.broadcast %true : i1 to vector<2x4xi1>
// OUT:     %27 = arith.xori %25, %26 : vector<2x4xi1>
// OUT:     %28 = arith.ori %18, %27 : vector<2x4xi1>
// OUT:     %29 = vector.shape_cast %28 : vector<2x4xi1> to vector<8xi1>
// OUT:     %30 = vector.reduction <and>, %29 : vector<8xi1> into i1
// OUT:     cf.assert %30, "vector.transfer_read: an index is out of bounds of dimension 0, line 7" {rt.check = "an index is out of bounds of dimension 0"}
// OUT:     %31 = arith.xori %arg3, %11 : vector<4xi1>
// OUT:     %32 = arith.ori %5, %31 : vector<4xi1>
// OUT:     %33 = vector.reduction <and>, %32 : vector<4xi1> into i1
// OUT:     cf.assert %33, "vector.transfer_write: an index is out of bounds of dimension 0, line 9" {rt.check = "an index is out of bounds of dimension 0"}
// OUT:     %34 = arith.ori %10, %31 : vector<4xi1>
// OUT:     %35 = vector.reduction <and>, %34 : vector<4xi1> into i1
// OUT:     cf.assert %35, "vector.transfer_write: an index is out of bounds of dimension 1 of size 16, line 9" {rt.check = "an index is out of bounds of dimension 1 of size 16"}
// OUT:     vector.transfer_write %15, %arg0[%arg1, %arg1], %arg3 {in_bounds = [true]} : vector<4xf32>, memref<?x16xf32>
// OUT:     cf.assert %33, "vector.transfer_write: an index is out of bounds of dimension 0, line 10" {rt.check = "an index is out of bounds of dimension 0"}
// OUT:     cf.assert %35, "vector.transfer_write: an index is out of bounds of dimension 1 of size 16, line 10" {rt.check = "an index is out of bounds of dimension 1 of size 16"}
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
