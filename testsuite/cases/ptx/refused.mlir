// RUN: not compile --target=sm_75 --emit=ptx

// A feature that a chip lacks is named with the first chip that has it.
gpu.module @kernels {
  gpu.func @cluster(%m: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %id = gpu.cluster_id x
    memref.store %id, %m[%c0] : memref<1xindex>
    gpu.return
  }
}

// OUT: refused.mlir:7:11: error[E0301]: 'gpu.cluster_id' cannot be compiled for sm_75: a cluster needs sm_90 or later
// -----

gpu.module @kernels {
  gpu.func @fp8(%x: f32, %m: memref<1xf8E4M3FN>) kernel {
    %c0 = arith.constant 0 : index
    %y = arith.truncf %x upward : f32 to f8E4M3FN
    memref.store %y, %m[%c0] : memref<1xf8E4M3FN>
    gpu.return
  }
}

// OUT: refused.mlir:5:10: error[E0301]: 'arith.truncf' cannot be compiled for sm_75: only rounding to nearest even is supported, but found upward
// -----

gpu.module @kernels {
  func.func @even(%n: i32) -> i1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %is_zero = arith.cmpi eq, %n, %c0 : i32
    %result = scf.if %is_zero -> (i1) {
      %true = arith.constant true
      scf.yield %true : i1
    } else {
      %less = arith.subi %n, %c1 : i32
      %odd = func.call @odd(%less) : (i32) -> i1
      scf.yield %odd : i1
    }
    return %result : i1
  }
  func.func @odd(%n: i32) -> i1 {
    %c1 = arith.constant 1 : i32
    %less = arith.subi %n, %c1 : i32
    %even = func.call @even(%less) : (i32) -> i1
    return %even : i1
  }
  gpu.func @parity(%n: i32, %m: memref<1xi1>) kernel {
    %c0 = arith.constant 0 : index
    %even = func.call @even(%n) : (i32) -> i1
    memref.store %even, %m[%c0] : memref<1xi1>
    gpu.return
  }
}

// OUT: refused.mlir:25:13: error[E0301]: 'func.call' cannot be compiled for sm_75: the function calls itself, and the stack of a thread is bounded; write a loop
// -----

// Factors of f32 would be multiplied with the precision of tf32.
gpu.module @kernels {
  gpu.func @cut(%a: memref<16x8xf32>, %b: memref<8x16xf32>, %c: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %z = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 8 : index} : memref<16x8xf32> -> !gpu.mma_matrix<16x8xf32, "AOp">
    %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index} : memref<8x16xf32> -> !gpu.mma_matrix<8x16xf32, "BOp">
    %r = gpu.subgroup_mma_compute %x, %y, %z : !gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %r, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }
}

// OUT: refused.mlir:8:10: error[E0301]: 'gpu.subgroup_mma_load_matrix' cannot be compiled for sm_75: the chip would cut factors of f32 to tf32, which has 13 bits less; use f16 or f64
// OUT: refused.mlir:9:10: error[E0301]: 'gpu.subgroup_mma_load_matrix' cannot be compiled for sm_75: the chip would cut factors of f32 to tf32, which has 13 bits less; use f16 or f64
// OUT: refused.mlir:10:10: error[E0301]: 'gpu.subgroup_mma_compute' cannot be compiled for sm_75: the chip would cut factors of f32 to tf32, which has 13 bits less; use f16 or f64
