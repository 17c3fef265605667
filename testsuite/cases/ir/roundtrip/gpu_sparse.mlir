// RUN: roundtrip --allow-unregistered-dialect

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.create_dn_tensor %m, %n : index into memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %dnTensor = gpu.create_dn_tensor  %arg0, %arg2 : index into memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a, %b = gpu.create_dn_tensor async [%t] %m, %n, %n {t.mark} : index, index into memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %dnTensor, %asyncToken = gpu.create_dn_tensor async [%arg6] %arg0, %arg2, %arg2 {t.mark} : index, index into memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.create_coo %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %spmat = gpu.create_coo  %arg2, %arg2, %arg2, %arg1, %arg1, %arg0 : memref<?xindex>, memref<?xindex>, memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.create_coo_aos %n, %n, %n, %i, %m : memref<?xindex>, memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %spmat = gpu.create_coo_aos  %arg2, %arg2, %arg2, %arg1, %arg0 : memref<?xindex>, memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a, %b = gpu.create_csr async %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %spmat, %asyncToken = gpu.create_csr async %arg2, %arg2, %arg2, %arg1, %arg1, %arg0 : memref<?xindex>, memref<?xindex>, memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.create_csc %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %spmat = gpu.create_csc  %arg2, %arg2, %arg2, %arg1, %arg1, %arg0 : memref<?xindex>, memref<?xindex>, memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.create_bsr %n, %n, %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %spmat = gpu.create_bsr  %arg2, %arg2, %arg2, %arg2, %arg2, %arg1, %arg1, %arg0 : memref<?xindex>, memref<?xindex>, memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.create_2to4_spmat {PRUNE_AND_CHECK} %n, %n, %m : memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %spMat = gpu.create_2to4_spmat { PRUNE_AND_CHECK} %arg2, %arg2, %arg0 : memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a, %b = gpu.create_2to4_spmat async {NONE} %n, %n, %m : memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %spMat, %asyncToken = gpu.create_2to4_spmat async{ NONE} %arg2, %arg2, %arg0 : memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  gpu.destroy_sp_mat %s
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     gpu.destroy_sp_mat  %arg3
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  gpu.destroy_dn_tensor %v
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     gpu.destroy_dn_tensor  %arg4
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.spmv_buffer_size %s {TRANSPOSE}, %v, %v into f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %bufferSz = gpu.spmv_buffer_size  %arg3{ TRANSPOSE}, %arg4, %arg4 into f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.spmv async [%t] %s {NON_TRANSPOSE}, %v, %v, %m : memref<?xf32> into f64
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %0 = gpu.spmv async [%arg6] %arg3, %arg4, %arg4, %arg0 : memref<?xf32> into f64
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a:2 = gpu.spmm_buffer_size %s, %v {TRANSPOSE}, %v : index, index into f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %bufferSzs:2 = gpu.spmm_buffer_size  %arg3, %arg4{ TRANSPOSE}, %arg4 : index, index into f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a, %b = gpu.spmm_buffer_size async %s, %v, %v : index into f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %bufferSzs, %asyncToken = gpu.spmm_buffer_size async %arg3, %arg4, %arg4 : index into f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  gpu.spmm %s {CONJUGATE_TRANSPOSE}, %v, %v, %m, %m : memref<?xf32>, memref<?xf32> into f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     gpu.spmm  %arg3{ CONJUGATE_TRANSPOSE}, %arg4, %arg4, %arg0, %arg0 : memref<?xf32>, memref<?xf32> into f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.sddmm_buffer_size %v, %v {TRANSPOSE}, %s into f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %bufferSz = gpu.sddmm_buffer_size  %arg4, %arg4{ TRANSPOSE}, %arg3 into f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  gpu.sddmm %v, %v, %s, %m {t.mark} : memref<?xf32> into f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     gpu.sddmm  %arg4, %arg4, %arg3, %arg0 {t.mark} : memref<?xf32> into f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a, %b = gpu.spgemm_create_descr async [%t]
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %desc, %asyncToken = gpu.spgemm_create_descr async [%arg6]
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a = gpu.spgemm_work_estimation_or_compute {COMPUTE} %s, %s {TRANSPOSE}, %s, %p, %n, %m : f32 into memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %bufferSzNew = gpu.spgemm_work_estimation_or_compute { COMPUTE} %arg3, %arg3{ TRANSPOSE}, %arg3, %arg5, %arg2, %arg0 : f32 into memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  gpu.spgemm_copy %s, %s, %s, %p : f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     gpu.spgemm_copy  %arg3, %arg3, %arg3, %arg5 : f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  gpu.spgemm_destroy_descr %p
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     gpu.spgemm_destroy_descr  %arg5
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  %a, %b, %c, %d = gpu.spmat_get_size async %s
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     %rows, %cols, %nnz, %asyncToken = gpu.spmat_get_size async %arg3
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %i: memref<?xindex>, %n: index, %s: !gpu.sparse.spmat_handle, %v: !gpu.sparse.dntensor_handle, %p: !gpu.sparse.spgemmop_handle, %t: !gpu.async.token) {
  gpu.set_csr_pointers %s, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: !gpu.sparse.spmat_handle, %arg4: !gpu.sparse.dntensor_handle, %arg5: !gpu.sparse.spgemmop_handle, %arg6: !gpu.async.token) {
// OUT:     gpu.set_csr_pointers  %arg3, %arg1, %arg1, %arg0 : memref<?xindex>, memref<?xindex>, memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
