// RUN: roundtrip
// DIFFERS everywhere: mlir-opt 22 takes inherent attributes in the dictionary alone.

memref.global "private" constant @weights : memref<4xf32> = dense<1.000000e+00> alignment = 64 {user.tag}
memref.global "private" @scratch : memref<4xf32> = uninitialized alignment = 64

func.func @buffers(%m: memref<4x4xf32>, %line: memref<?xf32>, %i: index, %v: f32) {
  %0 = memref.alloc() alignment = 64 {user.tag = 1 : i32} : memref<4xf32>
  %1 = memref.alloca(%i) alignment = 64 : memref<?xf32>
  %2 = memref.realloc %line(%i) alignment = 64 : memref<?xf32> to memref<?xf32>
  %3 = memref.load %m[%i, %i] alignment(64) nontemporal(true) {user.tag} : memref<4x4xf32>
  memref.store %v, %m[%i, %i] alignment(64) nontemporal(true) : memref<4x4xf32>
  return
}

// OUT: module {
// OUT:   memref.global "private" constant @weights : memref<4xf32> = dense<1.000000e+00> {alignment = 64 : i64, user.tag}
// OUT:   memref.global "private" @scratch : memref<4xf32> = uninitialized {alignment = 64 : i64}
// OUT:   func.func @buffers(%arg0: memref<4x4xf32>, %arg1: memref<?xf32>, %arg2: index, %arg3: f32) {
// OUT:     %alloc = memref.alloc() {alignment = 64 : i64, user.tag = 1 : i32} : memref<4xf32>
// OUT:     %alloca = memref.alloca(%arg2) {alignment = 64 : i64} : memref<?xf32>
// OUT:     %0 = memref.realloc %arg1(%arg2) {alignment = 64 : i64} : memref<?xf32> to memref<?xf32>
// OUT:     %1 = memref.load %arg0[%arg2, %arg2] {alignment = 64 : i64, nontemporal = true, user.tag} : memref<4x4xf32>
// OUT:     memref.store %arg3, %arg0[%arg2, %arg2] {alignment = 64 : i64, nontemporal = true} : memref<4x4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @vectors(%m: memref<4x4xf32>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>, %at: vector<4xi32>, %v2: vector<2x4xf32>) {
  %0 = vector.load %m[%i, %i] alignment = 64 nontemporal = true {user.tag} : memref<4x4xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] alignment = 64 nontemporal = true : memref<4x4xf32>, vector<4xf32>
  %1 = vector.maskedload %m[%i, %i], %mask, %v alignment = 64 : memref<4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %v alignment = 64 : memref<4x4xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.expandload %m[%i, %i], %mask, %v alignment = 64 : memref<4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %mask, %v alignment = 64 : memref<4x4xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.gather %m[%i, %i] [%at], %mask, %v alignment = 64 : memref<4x4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%at], %mask, %v alignment = 64 : memref<4x4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %4 = vector.extract_strided_slice %v offsets = [0], sizes = [2], strides = [1] {user.tag} : vector<4xf32> to vector<2xf32>
  %5 = vector.insert_strided_slice %4, %v offsets = [0], strides = [1] : vector<2xf32> into vector<4xf32>
  %6:2 = vector.scan <add>, %v2, %v reduction_dim = 0, inclusive = true : vector<2x4xf32>, vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @vectors(%arg0: memref<4x4xf32>, %arg1: index, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: vector<4xi32>, %arg5: vector<2x4xf32>) {
// OUT:     %0 = vector.load %arg0[%arg1, %arg1] {alignment = 64 : i64, nontemporal = true, user.tag} : memref<4x4xf32>, vector<4xf32>
// OUT:     vector.store %arg2, %arg0[%arg1, %arg1] {alignment = 64 : i64, nontemporal = true} : memref<4x4xf32>, vector<4xf32>
// OUT:     %1 = vector.maskedload %arg0[%arg1, %arg1], %arg3, %arg2 {alignment = 64 : i64} : memref<4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// OUT:     vector.maskedstore %arg0[%arg1, %arg1], %arg3, %arg2 {alignment = 64 : i64} : memref<4x4xf32>, vector<4xi1>, vector<4xf32>
// OUT:     %2 = vector.expandload %arg0[%arg1, %arg1], %arg3, %arg2 {alignment = 64 : i64} : memref<4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// OUT:     vector.compressstore %arg0[%arg1, %arg1], %arg3, %arg2 {alignment = 64 : i64} : memref<4x4xf32>, vector<4xi1>, vector<4xf32>
// OUT:     %3 = vector.gather %arg0[%arg1, %arg1] [%arg4], %arg3, %arg2 {alignment = 64 : i64} : memref<4x4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// OUT:     vector.scatter %arg0[%arg1, %arg1] [%arg4], %arg3, %arg2 {alignment = 64 : i64} : memref<4x4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
// OUT:     %4 = vector.extract_strided_slice %arg2 {offsets = [0], sizes = [2], strides = [1], user.tag} : vector<4xf32> to vector<2xf32>
// OUT:     %5 = vector.insert_strided_slice %4, %arg2 {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
// OUT:     %dest, %accumulated_value = vector.scan <add>, %arg5, %arg2 {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @matrices(%m: memref<32x32xf16>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] leadDimension 32 transpose {user.tag} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] leadDimension 32 : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %c = gpu.subgroup_mma_load_matrix %m[%i, %i] leadDimension 32 : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c a_transpose b_transpose : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %d, %m[%i, %i] leadDimension 32 transpose : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
  return
}

// OUT: module {
// OUT:   func.func @matrices(%arg0: memref<32x32xf16>, %arg1: index) {
// OUT:     %0 = gpu.subgroup_mma_load_matrix %arg0[%arg1, %arg1] {leadDimension = 32 : index, transpose, user.tag} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
// OUT:     %1 = gpu.subgroup_mma_load_matrix %arg0[%arg1, %arg1] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
// OUT:     %2 = gpu.subgroup_mma_load_matrix %arg0[%arg1, %arg1] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
// OUT:     %3 = gpu.subgroup_mma_compute %0, %1, %2 {a_transpose, b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
// OUT:     gpu.subgroup_mma_store_matrix %3, %arg0[%arg1, %arg1] {leadDimension = 32 : index, transpose} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func private @callee(i32)

func.func @scalars(%byte: i8, %n: i32, %i: index, %x: f32) {
  %0 = arith.extui %byte nneg {user.tag} : i8 to i32
  %1 = arith.uitofp %byte nneg : i8 to f32
  %2 = arith.index_castui %i nneg : index to i8
  %3 = math.isnan %x fastmath<fast> : f32
  call @callee(%n) <no_inline> {user.tag} : (i32) -> ()
  return
}

// OUT: module {
// OUT:   func.func private @callee(i32)
// OUT:   func.func @scalars(%arg0: i8, %arg1: i32, %arg2: index, %arg3: f32) {
// OUT:     %0 = arith.extui %arg0 nneg {user.tag} : i8 to i32
// OUT:     %1 = arith.uitofp %arg0 nneg : i8 to f32
// OUT:     %2 = arith.index_castui %arg2 nneg : index to i8
// OUT:     %3 = math.isnan %arg3 {fastmath = #arith.fastmath<fast>} : f32
// OUT:     call @callee(%arg1) {no_inline, user.tag} : (i32) -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Keys in any order, with and without commas, and an attribute on a line of its own.
func.func @orders(%m: memref<4xf32>, %i: index, %v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v strides = [1] sizes = [2] offsets = [0] : vector<4xf32> to vector<2xf32>
  %1 = memref.load %m[%i] nontemporal = true, alignment 64 : memref<4xf32>
  %2 = memref.alloc()
      alignment = 64 : memref<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @orders(%arg0: memref<4xf32>, %arg1: index, %arg2: vector<4xf32>) {
// OUT:     %0 = vector.extract_strided_slice %arg2 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// OUT:     %1 = memref.load %arg0[%arg1] {alignment = 64 : i64, nontemporal = true} : memref<4xf32>
// OUT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

"gpu.module"() <{sym_name = "kernels"}> ({
  "gpu.func"() <{function_type = (i32) -> (), kernel, known_block_size = array<i32: 32, 1, 1>, sym_name = "names", workgroup_attributions = 0 : i64}> ({
  ^bb0(%n: i32):
    %0 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
    %1 = "gpu.all_reduce"(%n) <{op = #gpu<all_reduce_op<add>>, uniform}> ({}) : (i32) -> i32
    "gpu.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @names(%arg0: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = gpu.all_reduce  add %arg0 uniform {
// OUT:       } : (i32) -> i32
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

func.func @launches(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{function = @f, module = @m, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>, workgroup_attributions = 1 : i64}> ({
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index, %w: memref<4xf32, 3>):
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  return
}

// OUT: module {
// OUT:   func.func @launches(%arg0: index) {
// OUT:     gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) module(@m) function(@f) workgroup(%arg13 : memref<4xf32, 3>) {
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

module @outer <sym_visibility = "nested"> attributes {user.tag} {
  module <sym_visibility = "private"> {
  }
}

// OUT: module @outer attributes {sym_visibility = "nested", user.tag} {
// OUT:   module attributes {sym_visibility = "private"} {
// OUT:   }
// OUT: }
// -----

func.func @rounded(%a: f32, %b: f32, %v: vector<4xf64>) {
  %0 = arith.addf %a, %b to_nearest_even : f32
  %1 = arith.subf %a, %b downward : f32
  %2 = arith.mulf %a, %b upward fastmath<nnan> : f32
  %3 = arith.divf %v, %v toward_zero : vector<4xf64>
  %4 = math.fma %a, %b, %0 to_nearest_away fastmath<fast> : f32
  return
}

// OUT: module {
// OUT:   func.func @rounded(%arg0: f32, %arg1: f32, %arg2: vector<4xf64>) {
// OUT:     %0 = arith.addf %arg0, %arg1 to_nearest_even : f32
// OUT:     %1 = arith.subf %arg0, %arg1 downward : f32
// OUT:     %2 = arith.mulf %arg0, %arg1 upward fastmath<nnan> : f32
// OUT:     %3 = arith.divf %arg2, %arg2 toward_zero : vector<4xf64>
// OUT:     %4 = math.fma %arg0, %arg1, %0 to_nearest_away fastmath<fast> : f32
// OUT:     return
// OUT:   }
// OUT: }
