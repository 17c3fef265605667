// RUN: compile --target=gfx1100 --emit=asm

// The scalar unit computes what is the same in all lanes; lanes out of range are switched off.
gpu.module @kernels {
  gpu.func @saxpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) kernel {
    %i = gpu.global_id x
    %in = arith.cmpi ult, %i, %n : index
    scf.if %in {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = memref.load %y[%i] : memref<?xf32>
      %p = arith.mulf %v, %a : f32
      %s = arith.addf %p, %w : f32
      memref.store %s, %y[%i] : memref<?xf32>
    }
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	saxpy
// OUT: 	.protected	saxpy
// OUT: 	.type	saxpy,@function
// OUT: 	.size	saxpy, 200
// OUT: saxpy:
// OUT: 	s_load_b32 s2, s[0:1], 0x30
// OUT: 	s_load_b64 s[4:5], s[0:1], 0x0
// OUT: 	s_load_b64 s[6:7], s[0:1], 0x10
// OUT: 	s_load_b128 s[8:11], s[0:1], 0x20
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_and_b32 s0, s2, 0xffff
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_2) | instid1(VALU_DEP_1)
// OUT: 	s_mul_i32 s1, s15, s0
// OUT: 	s_mul_hi_u32 s0, s15, s0
// OUT: 	v_add_co_u32 v0, vcc_lo, s1, v0
// OUT: 	v_add_co_ci_u32 v1, vcc_lo, s0, 0, vcc_lo
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
// OUT: 	v_lshrrev_b32 v2, 30, v0
// OUT: 	v_lshlrev_b32 v3, 2, v0
// OUT: 	v_cmp_lt_u64 vcc_lo, v[0:1], s[10:11]
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
// OUT: 	v_add_co_u32 v0, s0, s4, v3
// OUT: 	v_add_co_u32 v3, s1, s6, v3
// OUT: 	v_add_co_ci_u32 v1, s0, s5, v2, s0
// OUT: 	s_delay_alu instid0(VALU_DEP_2)
// OUT: 	v_add_co_ci_u32 v4, s0, s7, v2, s1
// OUT: 	s_and_saveexec_b32 vcc_lo, vcc_lo
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	global_load_b32 v0, v[0:1], off
// OUT: 	global_load_b32 v1, v[3:4], off
// OUT: 	s_waitcnt vmcnt(1)
// OUT: 	v_mul_f32 v0, s8, v0
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_add_f32 v0, v0, v1
// OUT: 	global_store_b32 v[3:4], v0, off
// OUT: .L0_0:
// OUT: 	s_mov_b32 exec_lo, vcc_lo
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel saxpy
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 56
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
// OUT: 		.amdhsa_next_free_sgpr 16
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
// OUT:       - .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:       - .address_space:  global
// OUT:         .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .offset:         24
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:       - .offset:         32
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:       - .offset:         40
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:       - .offset:         48
// OUT:         .size:           2
// OUT:         .value_kind:     hidden_group_size_x
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 56
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           saxpy
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     18
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         saxpy.kd
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
