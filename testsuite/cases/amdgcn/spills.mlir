// RUN: compile --target=gfx1100+vgprs=32 --emit=asm
// RUN: compile --target=gfx942+vgprs=32 --emit=asm

// More values than registers: those with the fewest uses for their length are in private memory, or on CDNA in
// accumulation registers; the address of the results is not among them.
gpu.module @kernels {
  gpu.func @many(%m: memref<64x32xf32>, %n: i32) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %a = vector.load %m[%t, %c0] : memref<64x32xf32>, vector<16xf32>
    %b = vector.load %m[%t, %c16] : memref<64x32xf32>, vector<16xf32>
    gpu.barrier
    %sum = arith.addf %a, %b : vector<16xf32>
    %product = arith.mulf %a, %b : vector<16xf32>
    vector.store %product, %m[%t, %c0] : memref<64x32xf32>, vector<16xf32>
    vector.store %sum, %m[%t, %c16] : memref<64x32xf32>, vector<16xf32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	many
// OUT: 	.protected	many
// OUT: 	.type	many,@function
// OUT: 	.size	many, 1080
// OUT: many:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v0, 7, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v1, v0, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_b32 off, v1, off
// OUT: 	global_load_b32 v1, v0, s[2:3] offset:4
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_b32 off, v1, off offset:68
// OUT: 	global_load_b32 v1, v0, s[2:3] offset:8
// OUT: 	global_load_b32 v2, v0, s[2:3] offset:12
// OUT: 	global_load_b32 v3, v0, s[2:3] offset:16
// OUT: 	global_load_b32 v4, v0, s[2:3] offset:20
// OUT: 	global_load_b32 v5, v0, s[2:3] offset:24
// OUT: 	global_load_b32 v6, v0, s[2:3] offset:28
// OUT: 	global_load_b32 v7, v0, s[2:3] offset:32
// OUT: 	global_load_b32 v8, v0, s[2:3] offset:36
// OUT: 	global_load_b32 v9, v0, s[2:3] offset:40
// OUT: 	global_load_b32 v10, v0, s[2:3] offset:44
// OUT: 	global_load_b32 v11, v0, s[2:3] offset:48
// OUT: 	global_load_b32 v12, v0, s[2:3] offset:52
// OUT: 	global_load_b32 v13, v0, s[2:3] offset:56
// OUT: 	global_load_b32 v14, v0, s[2:3] offset:60
// OUT: 	global_load_b32 v15, v0, s[2:3] offset:64
// OUT: 	global_load_b32 v16, v0, s[2:3] offset:68
// OUT: 	global_load_b32 v17, v0, s[2:3] offset:72
// OUT: 	global_load_b32 v18, v0, s[2:3] offset:76
// OUT: 	global_load_b32 v19, v0, s[2:3] offset:80
// OUT: 	global_load_b32 v20, v0, s[2:3] offset:84
// OUT: 	global_load_b32 v21, v0, s[2:3] offset:88
// OUT: 	global_load_b32 v22, v0, s[2:3] offset:92
// OUT: 	global_load_b32 v23, v0, s[2:3] offset:96
// OUT: 	global_load_b32 v24, v0, s[2:3] offset:100
// OUT: 	global_load_b32 v25, v0, s[2:3] offset:104
// OUT: 	global_load_b32 v26, v0, s[2:3] offset:108
// OUT: 	global_load_b32 v27, v0, s[2:3] offset:112
// OUT: 	global_load_b32 v28, v0, s[2:3] offset:116
// OUT: 	global_load_b32 v29, v0, s[2:3] offset:120
// OUT: 	global_load_b32 v30, v0, s[2:3] offset:124
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	s_barrier
// OUT: 	buffer_gl0_inv
// OUT: 	scratch_load_b32 v31, off, off
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_add_f32 v31, v31, v15
// OUT: 	scratch_store_b32 off, v31, off offset:4
// OUT: 	scratch_load_b32 v31, off, off offset:68
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_add_f32 v31, v31, v16
// OUT: 	scratch_store_b32 off, v31, off offset:8
// OUT: 	v_add_f32 v31, v1, v17
// OUT: 	scratch_store_b32 off, v31, off offset:12
// OUT: 	v_add_f32 v31, v2, v18
// OUT: 	scratch_store_b32 off, v31, off offset:16
// OUT: 	v_add_f32 v31, v3, v19
// OUT: 	scratch_store_b32 off, v31, off offset:20
// OUT: 	v_add_f32 v31, v4, v20
// OUT: 	scratch_store_b32 off, v31, off offset:24
// OUT: 	v_add_f32 v31, v5, v21
// OUT: 	scratch_store_b32 off, v31, off offset:28
// OUT: 	v_add_f32 v31, v6, v22
// OUT: 	scratch_store_b32 off, v31, off offset:32
// OUT: 	v_add_f32 v31, v7, v23
// OUT: 	scratch_store_b32 off, v31, off offset:36
// OUT: 	v_add_f32 v31, v8, v24
// OUT: 	scratch_store_b32 off, v31, off offset:40
// OUT: 	v_add_f32 v31, v9, v25
// OUT: 	scratch_store_b32 off, v31, off offset:44
// OUT: 	v_add_f32 v31, v10, v26
// OUT: 	scratch_store_b32 off, v31, off offset:48
// OUT: 	v_add_f32 v31, v11, v27
// OUT: 	scratch_store_b32 off, v31, off offset:52
// OUT: 	v_add_f32 v31, v12, v28
// OUT: 	scratch_store_b32 off, v31, off offset:56
// OUT: 	v_add_f32 v31, v13, v29
// OUT: 	scratch_store_b32 off, v31, off offset:60
// OUT: 	v_add_f32 v31, v14, v30
// OUT: 	scratch_store_b32 off, v31, off offset:64
// OUT: 	scratch_load_b32 v31, off, off
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_dual_mul_f32 v15, v31, v15 :: v_dual_mul_f32 v2, v2, v18
// OUT: 	scratch_load_b32 v31, off, off offset:68
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_dual_mul_f32 v16, v31, v16 :: v_dual_mul_f32 v1, v1, v17
// OUT: 	v_dual_mul_f32 v3, v3, v19 :: v_dual_mul_f32 v4, v4, v20
// OUT: 	v_dual_mul_f32 v5, v5, v21 :: v_dual_mul_f32 v6, v6, v22
// OUT: 	v_dual_mul_f32 v7, v7, v23 :: v_dual_mul_f32 v8, v8, v24
// OUT: 	v_dual_mul_f32 v9, v9, v25 :: v_dual_mul_f32 v10, v10, v26
// OUT: 	v_dual_mul_f32 v11, v11, v27 :: v_dual_mul_f32 v12, v12, v28
// OUT: 	v_dual_mul_f32 v13, v13, v29 :: v_dual_mul_f32 v14, v14, v30
// OUT: 	global_store_b32 v0, v15, s[2:3]
// OUT: 	global_store_b32 v0, v16, s[2:3] offset:4
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:8
// OUT: 	global_store_b32 v0, v2, s[2:3] offset:12
// OUT: 	global_store_b32 v0, v3, s[2:3] offset:16
// OUT: 	global_store_b32 v0, v4, s[2:3] offset:20
// OUT: 	global_store_b32 v0, v5, s[2:3] offset:24
// OUT: 	global_store_b32 v0, v6, s[2:3] offset:28
// OUT: 	global_store_b32 v0, v7, s[2:3] offset:32
// OUT: 	global_store_b32 v0, v8, s[2:3] offset:36
// OUT: 	global_store_b32 v0, v9, s[2:3] offset:40
// OUT: 	global_store_b32 v0, v10, s[2:3] offset:44
// OUT: 	global_store_b32 v0, v11, s[2:3] offset:48
// OUT: 	global_store_b32 v0, v12, s[2:3] offset:52
// OUT: 	global_store_b32 v0, v13, s[2:3] offset:56
// OUT: 	global_store_b32 v0, v14, s[2:3] offset:60
// OUT: 	scratch_load_b32 v1, off, off offset:4
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:64
// OUT: 	scratch_load_b32 v1, off, off offset:8
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:68
// OUT: 	scratch_load_b32 v1, off, off offset:12
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:72
// OUT: 	scratch_load_b32 v1, off, off offset:16
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:76
// OUT: 	scratch_load_b32 v1, off, off offset:20
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:80
// OUT: 	scratch_load_b32 v1, off, off offset:24
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:84
// OUT: 	scratch_load_b32 v1, off, off offset:28
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:88
// OUT: 	scratch_load_b32 v1, off, off offset:32
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:92
// OUT: 	scratch_load_b32 v1, off, off offset:36
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:96
// OUT: 	scratch_load_b32 v1, off, off offset:40
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:100
// OUT: 	scratch_load_b32 v1, off, off offset:44
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:104
// OUT: 	scratch_load_b32 v1, off, off offset:48
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:108
// OUT: 	scratch_load_b32 v1, off, off offset:52
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:112
// OUT: 	scratch_load_b32 v1, off, off offset:56
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:116
// OUT: 	scratch_load_b32 v1, off, off offset:60
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:120
// OUT: 	scratch_load_b32 v1, off, off offset:64
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3] offset:124
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel many
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 72
// OUT: 		.amdhsa_kernarg_size 16
// OUT: 		.amdhsa_user_sgpr_count 15
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_wavefront_size32 1
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_enable_private_segment 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 32
// OUT: 		.amdhsa_next_free_sgpr 4
// OUT: 		.amdhsa_reserve_vcc 0
// OUT: 		.amdhsa_float_round_mode_32 0
// OUT: 		.amdhsa_float_round_mode_16_64 0
// OUT: 		.amdhsa_float_denorm_mode_32 3
// OUT: 		.amdhsa_float_denorm_mode_16_64 3
// OUT: 		.amdhsa_dx10_clamp 1
// OUT: 		.amdhsa_ieee_mode 0
// OUT: 		.amdhsa_fp16_overflow 0
// OUT: 		.amdhsa_workgroup_processor_mode 1
// OUT: 		.amdhsa_memory_ordered 1
// OUT: 		.amdhsa_forward_progress 1
// OUT: 		.amdhsa_shared_vgpr_count 0
// OUT: 		.amdhsa_inst_pref_size 9
// OUT: 		.amdhsa_exception_fp_ieee_invalid_op 0
// OUT: 		.amdhsa_exception_fp_denorm_src 0
// OUT: 		.amdhsa_exception_fp_ieee_div_zero 0
// OUT: 		.amdhsa_exception_fp_ieee_overflow 0
// OUT: 		.amdhsa_exception_fp_ieee_underflow 0
// OUT: 		.amdhsa_exception_fp_ieee_inexact 0
// OUT: 		.amdhsa_exception_int_div_zero 0
// OUT: 	.end_amdhsa_kernel
// OUT: 	.amdgpu_metadata
// OUT: ---
// OUT: amdhsa.kernels:
// OUT:   - .args:
// OUT:       - .address_space:  global
// OUT:         .offset:         0
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           many
// OUT:     .private_segment_fixed_size: 72
// OUT:     .sgpr_count:     4
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         many.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     32
// OUT:     .vgpr_spill_count: 18
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	many
// OUT: 	.protected	many
// OUT: 	.type	many,@function
// OUT: 	.size	many, 1372
// OUT: many:
// OUT: 	s_load_dwordx2 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	v_lshlrev_b32 v0, 7, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dword v1, v0, s[2:3]
// OUT: 	global_load_dword v3, v0, s[2:3] offset:4
// OUT: 	global_load_dword v4, v0, s[2:3] offset:8
// OUT: 	global_load_dword v5, v0, s[2:3] offset:12
// OUT: 	global_load_dword v6, v0, s[2:3] offset:16
// OUT: 	global_load_dword v7, v0, s[2:3] offset:20
// OUT: 	global_load_dword v8, v0, s[2:3] offset:24
// OUT: 	global_load_dword v9, v0, s[2:3] offset:28
// OUT: 	global_load_dword v10, v0, s[2:3] offset:32
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off offset:72
// OUT: 	global_load_dword v10, v0, s[2:3] offset:36
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off offset:76
// OUT: 	global_load_dword v10, v0, s[2:3] offset:40
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off offset:56
// OUT: 	global_load_dword v10, v0, s[2:3] offset:44
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off offset:60
// OUT: 	global_load_dword v10, v0, s[2:3] offset:48
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off offset:16
// OUT: 	global_load_dword v10, v0, s[2:3] offset:52
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off offset:20
// OUT: 	global_load_dword v10, v0, s[2:3] offset:56
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off
// OUT: 	global_load_dword v10, v0, s[2:3] offset:60
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	scratch_store_dword off, v10, off offset:4
// OUT: 	global_load_dword v10, v0, s[2:3] offset:64
// OUT: 	s_nop 0
// OUT: 	global_load_dword v11, v0, s[2:3] offset:68
// OUT: 	global_load_dword v12, v0, s[2:3] offset:72
// OUT: 	global_load_dword v13, v0, s[2:3] offset:76
// OUT: 	global_load_dword v14, v0, s[2:3] offset:80
// OUT: 	global_load_dword v15, v0, s[2:3] offset:84
// OUT: 	global_load_dword v16, v0, s[2:3] offset:88
// OUT: 	global_load_dword v17, v0, s[2:3] offset:92
// OUT: 	global_load_dword v18, v0, s[2:3] offset:96
// OUT: 	global_load_dword v19, v0, s[2:3] offset:100
// OUT: 	global_load_dword v20, v0, s[2:3] offset:104
// OUT: 	global_load_dword v21, v0, s[2:3] offset:108
// OUT: 	global_load_dword v22, v0, s[2:3] offset:112
// OUT: 	global_load_dword v23, v0, s[2:3] offset:116
// OUT: 	global_load_dword v24, v0, s[2:3] offset:120
// OUT: 	global_load_dword v25, v0, s[2:3] offset:124
// OUT: 	s_barrier
// OUT: 	v_mov_b32 v2, v1
// OUT: 	s_waitcnt vmcnt(14)
// OUT: 	v_pk_add_f32 v[26:27], v[2:3], v[10:11]
// OUT: 	scratch_store_dword off, v26, off offset:8
// OUT: 	scratch_store_dword off, v27, off offset:12
// OUT: 	v_mov_b32 v26, v4
// OUT: 	v_mov_b32 v27, v5
// OUT: 	s_waitcnt vmcnt(14)
// OUT: 	v_pk_add_f32 v[26:27], v[26:27], v[12:13]
// OUT: 	scratch_store_dword off, v26, off offset:24
// OUT: 	scratch_store_dword off, v27, off offset:28
// OUT: 	v_mov_b32 v26, v6
// OUT: 	v_mov_b32 v27, v7
// OUT: 	s_waitcnt vmcnt(14)
// OUT: 	v_pk_add_f32 v[26:27], v[26:27], v[14:15]
// OUT: 	scratch_store_dword off, v26, off offset:32
// OUT: 	scratch_store_dword off, v27, off offset:36
// OUT: 	v_mov_b32 v26, v8
// OUT: 	v_mov_b32 v27, v9
// OUT: 	s_waitcnt vmcnt(14)
// OUT: 	v_pk_add_f32 v[26:27], v[26:27], v[16:17]
// OUT: 	scratch_store_dword off, v26, off offset:40
// OUT: 	scratch_store_dword off, v27, off offset:44
// OUT: 	scratch_load_dword v26, off, off offset:72
// OUT: 	s_nop 0
// OUT: 	scratch_load_dword v28, off, off offset:76
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v27, v28
// OUT: 	v_pk_add_f32 v[26:27], v[26:27], v[18:19]
// OUT: 	scratch_store_dword off, v26, off offset:48
// OUT: 	scratch_store_dword off, v27, off offset:52
// OUT: 	scratch_load_dword v26, off, off offset:56
// OUT: 	s_nop 0
// OUT: 	scratch_load_dword v28, off, off offset:60
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v27, v28
// OUT: 	v_mov_b32 v28, v20
// OUT: 	v_mov_b32 v29, v21
// OUT: 	v_pk_add_f32 v[26:27], v[26:27], v[28:29]
// OUT: 	scratch_store_dword off, v26, off offset:64
// OUT: 	scratch_store_dword off, v27, off offset:68
// OUT: 	scratch_load_dword v26, off, off offset:16
// OUT: 	s_nop 0
// OUT: 	scratch_load_dword v28, off, off offset:20
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v27, v28
// OUT: 	v_mov_b32 v28, v22
// OUT: 	v_mov_b32 v29, v23
// OUT: 	v_pk_add_f32 v[26:27], v[26:27], v[28:29]
// OUT: 	scratch_load_dword v28, off, off
// OUT: 	scratch_load_dword v30, off, off offset:4
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v29, v30
// OUT: 	v_mov_b32 v30, v24
// OUT: 	v_mov_b32 v31, v25
// OUT: 	v_pk_add_f32 v[28:29], v[28:29], v[30:31]
// OUT: 	v_mov_b32 v30, v1
// OUT: 	v_mov_b32 v31, v3
// OUT: 	v_pk_mul_f32 v[2:3], v[30:31], v[10:11]
// OUT: 	v_mov_b32 v10, v4
// OUT: 	v_mov_b32 v11, v5
// OUT: 	v_pk_mul_f32 v[4:5], v[10:11], v[12:13]
// OUT: 	v_mov_b32 v10, v6
// OUT: 	v_mov_b32 v11, v7
// OUT: 	v_pk_mul_f32 v[6:7], v[10:11], v[14:15]
// OUT: 	v_mov_b32 v10, v8
// OUT: 	v_mov_b32 v11, v9
// OUT: 	v_pk_mul_f32 v[8:9], v[10:11], v[16:17]
// OUT: 	scratch_load_dword v1, off, off offset:72
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v10, v1
// OUT: 	scratch_load_dword v1, off, off offset:76
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v11, v1
// OUT: 	v_pk_mul_f32 v[10:11], v[10:11], v[18:19]
// OUT: 	scratch_load_dword v1, off, off offset:56
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v12, v1
// OUT: 	scratch_load_dword v1, off, off offset:60
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v13, v1
// OUT: 	v_mov_b32 v14, v20
// OUT: 	v_mov_b32 v15, v21
// OUT: 	v_pk_mul_f32 v[12:13], v[12:13], v[14:15]
// OUT: 	scratch_load_dword v1, off, off offset:16
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v14, v1
// OUT: 	scratch_load_dword v1, off, off offset:20
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v15, v1
// OUT: 	v_mov_b32 v16, v22
// OUT: 	v_mov_b32 v17, v23
// OUT: 	v_pk_mul_f32 v[14:15], v[14:15], v[16:17]
// OUT: 	scratch_load_dword v1, off, off
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v16, v1
// OUT: 	scratch_load_dword v1, off, off offset:4
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v17, v1
// OUT: 	v_mov_b32 v18, v24
// OUT: 	v_mov_b32 v19, v25
// OUT: 	v_pk_mul_f32 v[16:17], v[16:17], v[18:19]
// OUT: 	global_store_dword v0, v2, s[2:3]
// OUT: 	global_store_dword v0, v3, s[2:3] offset:4
// OUT: 	global_store_dword v0, v4, s[2:3] offset:8
// OUT: 	global_store_dword v0, v5, s[2:3] offset:12
// OUT: 	global_store_dword v0, v6, s[2:3] offset:16
// OUT: 	global_store_dword v0, v7, s[2:3] offset:20
// OUT: 	global_store_dword v0, v8, s[2:3] offset:24
// OUT: 	global_store_dword v0, v9, s[2:3] offset:28
// OUT: 	global_store_dword v0, v10, s[2:3] offset:32
// OUT: 	global_store_dword v0, v11, s[2:3] offset:36
// OUT: 	global_store_dword v0, v12, s[2:3] offset:40
// OUT: 	global_store_dword v0, v13, s[2:3] offset:44
// OUT: 	global_store_dword v0, v14, s[2:3] offset:48
// OUT: 	global_store_dword v0, v15, s[2:3] offset:52
// OUT: 	global_store_dword v0, v16, s[2:3] offset:56
// OUT: 	global_store_dword v0, v17, s[2:3] offset:60
// OUT: 	scratch_load_dword v1, off, off offset:8
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:64
// OUT: 	scratch_load_dword v1, off, off offset:12
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:68
// OUT: 	scratch_load_dword v1, off, off offset:24
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:72
// OUT: 	scratch_load_dword v1, off, off offset:28
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:76
// OUT: 	scratch_load_dword v1, off, off offset:32
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:80
// OUT: 	scratch_load_dword v1, off, off offset:36
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:84
// OUT: 	scratch_load_dword v1, off, off offset:40
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:88
// OUT: 	scratch_load_dword v1, off, off offset:44
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:92
// OUT: 	scratch_load_dword v1, off, off offset:48
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:96
// OUT: 	scratch_load_dword v1, off, off offset:52
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:100
// OUT: 	scratch_load_dword v1, off, off offset:64
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:104
// OUT: 	scratch_load_dword v1, off, off offset:68
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v0, v1, s[2:3] offset:108
// OUT: 	global_store_dword v0, v26, s[2:3] offset:112
// OUT: 	global_store_dword v0, v27, s[2:3] offset:116
// OUT: 	global_store_dword v0, v28, s[2:3] offset:120
// OUT: 	global_store_dword v0, v29, s[2:3] offset:124
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel many
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 80
// OUT: 		.amdhsa_kernarg_size 16
// OUT: 		.amdhsa_user_sgpr_count 2
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_length 0
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_offset 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_enable_private_segment 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 32
// OUT: 		.amdhsa_next_free_sgpr 4
// OUT: 		.amdhsa_accum_offset 32
// OUT: 		.amdhsa_reserve_vcc 0
// OUT: 		.amdhsa_reserve_xnack_mask 1
// OUT: 		.amdhsa_float_round_mode_32 0
// OUT: 		.amdhsa_float_round_mode_16_64 0
// OUT: 		.amdhsa_float_denorm_mode_32 3
// OUT: 		.amdhsa_float_denorm_mode_16_64 3
// OUT: 		.amdhsa_dx10_clamp 1
// OUT: 		.amdhsa_ieee_mode 0
// OUT: 		.amdhsa_fp16_overflow 0
// OUT: 		.amdhsa_tg_split 0
// OUT: 		.amdhsa_exception_fp_ieee_invalid_op 0
// OUT: 		.amdhsa_exception_fp_denorm_src 0
// OUT: 		.amdhsa_exception_fp_ieee_div_zero 0
// OUT: 		.amdhsa_exception_fp_ieee_overflow 0
// OUT: 		.amdhsa_exception_fp_ieee_underflow 0
// OUT: 		.amdhsa_exception_fp_ieee_inexact 0
// OUT: 		.amdhsa_exception_int_div_zero 0
// OUT: 	.end_amdhsa_kernel
// OUT: 	.amdgpu_metadata
// OUT: ---
// OUT: amdhsa.kernels:
// OUT:   - .agpr_count:     0
// OUT:     .args:
// OUT:       - .address_space:  global
// OUT:         .offset:         0
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           many
// OUT:     .private_segment_fixed_size: 80
// OUT:     .sgpr_count:     10
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         many.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     32
// OUT:     .vgpr_spill_count: 20
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx942
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
