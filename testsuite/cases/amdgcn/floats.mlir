// RUN: compile --target=gfx1100 --emit=asm

// Quotients and square roots are refined to the nearest number; a difference of f64 is a sum with the opposite.
gpu.module @kernels {
  gpu.func @quotient(%m: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %c1 = arith.constant 1.0 : f32
    %v = memref.load %m[%t] : memref<64xf32>
    %q = arith.divf %c1, %v : f32
    memref.store %q, %m[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @difference(%m: memref<64xf64>) kernel {
    %t = gpu.thread_id x
    %c = arith.constant 0.1 : f64
    %v = memref.load %m[%t] : memref<64xf64>
    %d = arith.subf %v, %c : f64
    %s = arith.subf %d, %v : f64
    memref.store %s, %m[%t] : memref<64xf64>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	quotient
// OUT: 	.protected	quotient
// OUT: 	.type	quotient,@function
// OUT: 	.size	quotient, 152
// OUT: quotient:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v1, v0, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_div_scale_f32 v2, vcc_lo, v1, v1, 0x3f800000
// OUT: 	v_div_scale_f32 v3, vcc_lo, 0x3f800000, v1, 0x3f800000
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
// OUT: 	v_rcp_f32 v4, v2
// OUT: 	s_waitcnt_depctr depctr_va_vdst(0)
// OUT: 	v_fma_f32 v5, -v2, v4, 0x3f800000
// OUT: 	v_fma_f32 v4, v5, v4, v4
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_mul_f32 v5, v3, v4
// OUT: 	v_fma_f32 v6, -v2, v5, v3
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_fma_f32 v5, v6, v4, v5
// OUT: 	v_fma_f32 v2, -v2, v5, v3
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_div_fmas_f32 v2, v2, v4, v5
// OUT: 	v_div_fixup_f32 v1, v2, v1, 0x3f800000
// OUT: 	global_store_b32 v0, v1, s[2:3]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel quotient
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 8
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
// OUT: 		.amdhsa_next_free_vgpr 7
// OUT: 		.amdhsa_next_free_sgpr 4
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
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	difference
// OUT: 	.protected	difference
// OUT: 	.type	difference,@function
// OUT: 	.size	difference, 88
// OUT: difference:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_mov_b32 s0, 0x9999999a
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v0, 3, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b64 v[1:2], v0, s[2:3]
// OUT: 	s_mov_b32 s1, 0x3fb99999
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_add_f64 v[3:4], v[1:2], -s[0:1]
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_add_f64 v[1:2], v[3:4], -v[1:2]
// OUT: 	global_store_b64 v0, v[1:2], s[2:3]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel difference
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 8
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
// OUT: 		.amdhsa_inst_pref_size 1
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
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 8
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           quotient
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     6
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         quotient.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     7
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT:   - .args:
// OUT:       - .address_space:  global
// OUT:         .offset:         0
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 8
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           difference
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     4
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         difference.kd
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
