// RUN: compile --target=gfx1100 --emit=asm
// RUN: compile --target=gfx1201 --emit=asm
// RUN: compile --target=gfx942 --emit=asm
// RUN: compile --target=gfx90a --emit=asm

// What the hardware does not order by itself: a reciprocal and its use, a mask and its use, a word and its exchange
// between lanes, a scalar that the vector unit has read and its next value, and data that is stored and overwritten.
gpu.module @kernels {
  gpu.func @distances(%m: memref<64xf32>, %q: memref<64x4xf32>, %n: i32) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %lanes = gpu.subgroup_size : index
    %width = arith.index_cast %lanes : index to i32
    %x = memref.load %m[%t] : memref<64xf32>
    %y = scf.for %i = %zero to %n step %one iter_args(%y = %x) -> (f32) : i32 {
      %f = arith.sitofp %i : i32 to f32
      %r = arith.divf %f, %y fastmath<fast> : f32
      %e, %valid = gpu.shuffle xor %r, %one, %width : f32
      %is_less = arith.cmpf olt, %e, %y : f32
      %next = arith.select %is_less, %e, %r : f32
      %v = vector.broadcast %next : f32 to vector<4xf32>
      vector.store %v, %q[%t, %c0] : memref<64x4xf32>, vector<4xf32>
      scf.yield %next : f32
    }
    memref.store %y, %m[%t] : memref<64xf32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	distances
// OUT: 	.protected	distances
// OUT: 	.type	distances,@function
// OUT: 	.size	distances, 164
// OUT: distances:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	s_load_b32 s0, s[0:1], 0x10
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(SALU_CYCLE_1)
// OUT: 	v_lshlrev_b32 v1, 2, v0
// OUT: 	v_lshlrev_b32 v0, 4, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v2, v1, s[4:5]
// OUT: 	s_mov_b32 s1, 0
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	s_cbranch_scc0 .L0_1
// OUT: .L0_0:
// OUT: 	v_cvt_f32_i32 v3, s1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_rcp_f32 v4, v2
// OUT: 	s_add_i32 s1, s1, 1
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_2) | instid1(VALU_DEP_1)
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	s_waitcnt_depctr depctr_va_vdst(0)
// OUT: 	v_mul_f32 v3, v3, v4
// OUT: 	v_mov_b32_dpp v4, v3 row_xmask:1 row_mask:0xf bank_mask:0xf
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_cmp_lt_f32 vcc_lo, v4, v2
// OUT: 	v_cndmask_b32 v2, v3, v4, vcc_lo
// OUT: 	global_store_b32 v0, v2, s[6:7]
// OUT: 	global_store_b32 v0, v2, s[6:7] offset:4
// OUT: 	global_store_b32 v0, v2, s[6:7] offset:8
// OUT: 	global_store_b32 v0, v2, s[6:7] offset:12
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v1, v2, s[4:5]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel distances
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 24
// OUT: 		.amdhsa_user_sgpr_count 15
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_wavefront_size32 1
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_enable_private_segment 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 5
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_reserve_vcc 1
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
// OUT: 		.amdhsa_inst_pref_size 2
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
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           distances
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     10
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         distances.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     5
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	distances
// OUT: 	.protected	distances
// OUT: 	.type	distances,@function
// OUT: 	.size	distances, 192
// OUT: distances:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	s_load_b32 s0, s[0:1], 0x10
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(SALU_CYCLE_1)
// OUT: 	v_lshlrev_b32 v1, 2, v0
// OUT: 	v_lshlrev_b32 v0, 4, v0
// OUT: 	s_wait_kmcnt 0
// OUT: 	global_load_b32 v2, v1, s[4:5]
// OUT: 	s_mov_b32 s1, 0
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	s_cbranch_scc0 .L0_1
// OUT: .L0_0:
// OUT: 	v_cvt_f32_i32 v3, s1
// OUT: 	s_wait_loadcnt 0
// OUT: 	v_rcp_f32 v4, v2
// OUT: 	s_add_co_i32 s1, s1, 1
// OUT: 	s_wait_alu depctr_sa_sdst(0)
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	s_delay_alu instid0(TRANS32_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_mul_f32 v3, v3, v4
// OUT: 	v_mov_b32_dpp v4, v3 row_xmask:1 row_mask:0xf bank_mask:0xf
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
// OUT: 	v_cmp_lt_f32 vcc_lo, v4, v2
// OUT: 	s_wait_alu depctr_va_vcc(0)
// OUT: 	v_cndmask_b32 v2, v3, v4, vcc_lo
// OUT: 	global_store_b32 v0, v2, s[6:7]
// OUT: 	global_store_b32 v0, v2, s[6:7] offset:4
// OUT: 	global_store_b32 v0, v2, s[6:7] offset:8
// OUT: 	global_store_b32 v0, v2, s[6:7] offset:12
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	s_wait_loadcnt 0
// OUT: 	global_store_b32 v1, v2, s[4:5]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel distances
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 24
// OUT: 		.amdhsa_user_sgpr_count 2
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_wavefront_size32 1
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_enable_private_segment 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 5
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_reserve_vcc 1
// OUT: 		.amdhsa_float_round_mode_32 0
// OUT: 		.amdhsa_float_round_mode_16_64 0
// OUT: 		.amdhsa_float_denorm_mode_32 3
// OUT: 		.amdhsa_float_denorm_mode_16_64 3
// OUT: 		.amdhsa_fp16_overflow 0
// OUT: 		.amdhsa_workgroup_processor_mode 1
// OUT: 		.amdhsa_memory_ordered 1
// OUT: 		.amdhsa_forward_progress 1
// OUT: 		.amdhsa_inst_pref_size 2
// OUT: 		.amdhsa_round_robin_scheduling 0
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
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           distances
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     10
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         distances.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     5
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	distances
// OUT: 	.protected	distances
// OUT: 	.type	distances,@function
// OUT: 	.size	distances, 160
// OUT: distances:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	s_nop 0
// OUT: 	s_load_dword s0, s[0:1], 0x10
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	v_lshlrev_b32 v1, 2, v0
// OUT: 	v_lshlrev_b32 v0, 4, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dword v2, v1, s[4:5]
// OUT: 	s_mov_b32 s1, 0
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	s_cbranch_scc0 .L0_1
// OUT: .L0_0:
// OUT: 	v_cvt_f32_i32 v3, s1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_rcp_f32 v4, v2
// OUT: 	s_add_i32 s1, s1, 1
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	v_mul_f32 v3, v3, v4
// OUT: 	s_nop 1
// OUT: 	v_mov_b32_dpp v4, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
// OUT: 	v_cmp_lt_f32 vcc, v4, v2
// OUT: 	s_nop 1
// OUT: 	v_cndmask_b32 v2, v3, v4, vcc
// OUT: 	global_store_dword v0, v2, s[6:7]
// OUT: 	global_store_dword v0, v2, s[6:7] offset:4
// OUT: 	global_store_dword v0, v2, s[6:7] offset:8
// OUT: 	global_store_dword v0, v2, s[6:7] offset:12
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v1, v2, s[4:5]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel distances
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 24
// OUT: 		.amdhsa_user_sgpr_count 2
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_length 0
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_offset 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_enable_private_segment 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 5
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 8
// OUT: 		.amdhsa_reserve_vcc 1
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
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           distances
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     14
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         distances.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     5
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx942
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	distances
// OUT: 	.protected	distances
// OUT: 	.type	distances,@function
// OUT: 	.size	distances, 156
// OUT: distances:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	s_nop 0
// OUT: 	s_load_dword s0, s[0:1], 0x10
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	v_lshlrev_b32 v1, 2, v0
// OUT: 	v_lshlrev_b32 v0, 4, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dword v2, v1, s[4:5]
// OUT: 	s_mov_b32 s1, 0
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	s_cbranch_scc0 .L0_1
// OUT: .L0_0:
// OUT: 	v_cvt_f32_i32 v3, s1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_rcp_f32 v4, v2
// OUT: 	s_add_i32 s1, s1, 1
// OUT: 	s_cmp_lt_i32 s1, s0
// OUT: 	v_mul_f32 v3, v3, v4
// OUT: 	s_nop 1
// OUT: 	v_mov_b32_dpp v4, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
// OUT: 	v_cmp_lt_f32 vcc, v4, v2
// OUT: 	v_cndmask_b32 v2, v3, v4, vcc
// OUT: 	global_store_dword v0, v2, s[6:7]
// OUT: 	global_store_dword v0, v2, s[6:7] offset:4
// OUT: 	global_store_dword v0, v2, s[6:7] offset:8
// OUT: 	global_store_dword v0, v2, s[6:7] offset:12
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v1, v2, s[4:5]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel distances
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 24
// OUT: 		.amdhsa_user_sgpr_count 2
// OUT: 		.amdhsa_user_sgpr_private_segment_buffer 0
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_flat_scratch_init 0
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_length 0
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_offset 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 5
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 8
// OUT: 		.amdhsa_reserve_vcc 1
// OUT: 		.amdhsa_reserve_flat_scratch 0
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
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           distances
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     12
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         distances.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     5
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
