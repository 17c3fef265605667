// RUN: compile --target=gfx1100 --emit=asm
// RUN: compile --target=gfx942 --emit=asm

// Each active lane appends a record to the ring of the host: the first one claims the bytes for all of them.
gpu.module @kernels {
  gpu.func @print(%m: memref<64xi16>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %m[%t] : memref<64xi16>
    %zero = arith.constant 0 : i16
    %c = arith.cmpi sgt, %v, %zero : i16
    scf.if %c {
      gpu.printf "thread %lld has %d\n", %t, %v : index, i16
    }
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	print
// OUT: 	.protected	print
// OUT: 	.type	print,@function
// OUT: 	.size	print, 536
// OUT: print:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v1, 1, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_i16 v1, v1, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_cmp_gt_i32 vcc_lo, v1, 0
// OUT: 	s_and_saveexec_b32 s0, vcc_lo
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	s_getpc_b64 s[2:3]
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1)
// OUT: 	s_add_u32 s2, s2, warpline$printed@rel32@lo+8
// OUT: 	s_addc_u32 s3, s3, 0
// OUT: 	s_load_b64 s[4:5], s[2:3], 0x0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_cmp_eq_u64 s[4:5], 0
// OUT: 	s_cbranch_scc1 .L0_2
// OUT: 	s_load_b64 s[6:7], s[2:3], 0x8
// OUT: 	s_load_b32 s1, s[2:3], 0x10
// OUT: 	s_mov_b32 s2, exec_lo
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
// OUT: 	s_bcnt1_i32_b32 s3, s2
// OUT: 	s_mul_i32 s3, s3, 24
// OUT: 	s_ctz_i32_b32 s8, exec_lo
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1)
// OUT: 	s_lshl_b32 exec_lo, 1, s8
// OUT: 	v_dual_mov_b32 v2, 0 :: v_dual_mov_b32 v3, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b64 v[4:5], v2, s[6:7] glc
// OUT: 	global_load_b64 v[6:7], v3, s[4:5] glc
// OUT: 	s_waitcnt vmcnt(1)
// OUT: 	v_readfirstlane_b32 s8, v4
// OUT: 	v_readfirstlane_b32 s9, v5
// OUT: 	s_mov_b32 s10, exec_lo
// OUT: .L0_3:
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_dual_mov_b32 v4, v6 :: v_dual_mov_b32 v5, v7
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instid1(VALU_DEP_1)
// OUT: 	v_dual_mov_b32 v10, v4 :: v_dual_mov_b32 v11, v5
// OUT: 	v_add_co_u32 v12, vcc_lo, v4, 8
// OUT: 	v_add_co_u32 v14, s11, v4, s3
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
// OUT: 	v_add_co_ci_u32 v13, vcc_lo, v5, 0, vcc_lo
// OUT: 	v_add_co_ci_u32 v15, vcc_lo, v5, 0, s11
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_4)
// OUT: 	v_cmp_le_u64 vcc_lo, v[12:13], s[8:9]
// OUT: 	v_add_co_u32 v16, s11, v14, 8
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
// OUT: 	v_dual_cndmask_b32 v18, v4, v12 :: v_dual_cndmask_b32 v19, v5, v13
// OUT: 	v_add_co_ci_u32 v17, s11, v15, 0, s11
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_cmp_le_u64 vcc_lo, v[16:17], s[8:9]
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_1)
// OUT: 	v_dual_cndmask_b32 v8, v18, v14 :: v_dual_cndmask_b32 v9, v19, v15
// OUT: 	global_atomic_cmpswap_b64 v[8:9], v3, v[8:11], s[4:5] glc
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_dual_mov_b32 v6, v8 :: v_dual_mov_b32 v7, v9
// OUT: 	v_cmp_ne_u64 vcc_lo, v[8:9], v[4:5]
// OUT: 	s_and_b32 exec_lo, exec_lo, vcc_lo
// OUT: 	s_cbranch_execnz .L0_3
// OUT: .L0_4:
// OUT: 	s_mov_b32 exec_lo, s10
// OUT: 	v_readfirstlane_b32 s4, v4
// OUT: 	v_readfirstlane_b32 s5, v5
// OUT: 	s_mov_b32 exec_lo, s2
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	s_add_u32 s10, s4, s3
// OUT: 	s_addc_u32 s11, s5, 0
// OUT: 	s_add_u32 s12, s10, 8
// OUT: 	s_addc_u32 s13, s11, 0
// OUT: 	s_sub_u32 s3, s8, s12
// OUT: 	s_subb_u32 s3, s9, s13
// OUT: 	s_cbranch_scc1 .L0_1
// OUT: 	v_mbcnt_lo_u32_b32 v2, s2, 0
// OUT: 	v_dual_mov_b32 v3, v0 :: v_dual_mov_b32 v0, v1
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_mul_lo_u32 v2, v2, 24
// OUT: 	v_dual_mov_b32 v1, 0 :: v_dual_add_nc_u32 v2, s4, v2
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_and_b32 v2, 0xfffff, v2
// OUT: 	v_mov_b32 v4, 0
// OUT: 	global_store_b64 v2, v[3:4], s[6:7] offset:16
// OUT: 	global_store_b64 v2, v[0:1], s[6:7] offset:24
// OUT: 	s_waitcnt_vscnt null, 0
// OUT: 	v_dual_mov_b32 v0, s1 :: v_dual_mov_b32 v1, 0
// OUT: 	global_store_b64 v2, v[0:1], s[6:7] offset:8
// OUT: 	s_branch .L0_2
// OUT: .L0_1:
// OUT: 	s_add_u32 s2, s4, 8
// OUT: 	s_addc_u32 s3, s5, 0
// OUT: 	s_sub_u32 s1, s8, s2
// OUT: 	s_subb_u32 s1, s9, s3
// OUT: 	s_cbranch_scc1 .L0_2
// OUT: 	s_and_b32 s1, s4, 0xfffff
// OUT: 	v_dual_mov_b32 v0, -1 :: v_dual_mov_b32 v1, -1
// OUT: 	v_mov_b32 v2, s1
// OUT: 	global_store_b64 v2, v[0:1], s[6:7] offset:8
// OUT: .L0_2:
// OUT: .L0_0:
// OUT: 	s_mov_b32 exec_lo, s0
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel print
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
// OUT: 		.amdhsa_next_free_vgpr 20
// OUT: 		.amdhsa_next_free_sgpr 14
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
// OUT: 		.amdhsa_inst_pref_size 5
// OUT: 		.amdhsa_exception_fp_ieee_invalid_op 0
// OUT: 		.amdhsa_exception_fp_denorm_src 0
// OUT: 		.amdhsa_exception_fp_ieee_div_zero 0
// OUT: 		.amdhsa_exception_fp_ieee_overflow 0
// OUT: 		.amdhsa_exception_fp_ieee_underflow 0
// OUT: 		.amdhsa_exception_fp_ieee_inexact 0
// OUT: 		.amdhsa_exception_int_div_zero 0
// OUT: 	.end_amdhsa_kernel
// OUT: 	.data
// OUT: 	.p2align	4
// OUT: 	.globl	warpline$report
// OUT: 	.protected	warpline$report
// OUT: 	.type	warpline$report,@object
// OUT: 	.size	warpline$report, 16
// OUT: warpline$report:
// OUT: 	.zero	16
// OUT: 	.globl	warpline$printed
// OUT: 	.protected	warpline$printed
// OUT: 	.type	warpline$printed,@object
// OUT: 	.size	warpline$printed, 24
// OUT: warpline$printed:
// OUT: 	.zero	24
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
// OUT:     .name:           print
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     16
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         print.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     20
// OUT:     .vgpr_spill_count: 0
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
// OUT: 	.globl	print
// OUT: 	.protected	print
// OUT: 	.type	print,@function
// OUT: 	.size	print, 512
// OUT: print:
// OUT: 	s_load_dwordx2 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	v_lshlrev_b32 v1, 1, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_sshort v1, v1, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_cmp_gt_i32 vcc, v1, 0
// OUT: 	s_and_saveexec_b64 s[0:1], vcc
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	s_getpc_b64 s[2:3]
// OUT: 	s_add_u32 s2, s2, warpline$printed@rel32@lo+4
// OUT: 	s_addc_u32 s3, s3, 0
// OUT: 	s_load_dwordx2 s[4:5], s[2:3], 0x0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_cmp_eq_u64 s[4:5], 0
// OUT: 	s_cbranch_scc1 .L0_2
// OUT: 	s_load_dwordx2 s[6:7], s[2:3], 0x8
// OUT: 	s_nop 0
// OUT: 	s_load_dword s2, s[2:3], 0x10
// OUT: 	s_mov_b64 s[8:9], exec
// OUT: 	s_bcnt1_i32_b64 s3, s[8:9]
// OUT: 	s_mul_i32 s3, s3, 24
// OUT: 	s_ff1_i32_b64 s10, exec
// OUT: 	s_lshl_b64 exec, 1, s10
// OUT: 	v_mov_b32 v2, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dwordx2 v[2:3], v2, s[6:7] sc1
// OUT: 	v_mov_b32 v4, 0
// OUT: 	global_load_dwordx2 v[6:7], v4, s[4:5] sc1
// OUT: 	s_waitcnt vmcnt(1)
// OUT: 	v_readfirstlane_b32 s10, v2
// OUT: 	v_readfirstlane_b32 s11, v3
// OUT: 	s_mov_b64 s[12:13], exec
// OUT: .L0_3:
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v2, v6
// OUT: 	v_mov_b32 v3, v7
// OUT: 	v_add_co_u32 v8, vcc, v2, s3
// OUT: 	v_add_co_u32 v10, s[14:15], v2, 8
// OUT: 	v_mov_b32 v14, v2
// OUT: 	v_addc_co_u32 v9, vcc, v3, 0, vcc
// OUT: 	v_addc_co_u32 v11, vcc, v3, 0, s[14:15]
// OUT: 	v_add_co_u32 v16, vcc, v8, 8
// OUT: 	v_mov_b32 v15, v3
// OUT: 	v_cmp_le_u64 s[14:15], v[10:11], s[10:11]
// OUT: 	v_addc_co_u32 v17, vcc, v9, 0, vcc
// OUT: 	s_nop 0
// OUT: 	v_cndmask_b32 v18, v2, v10, s[14:15]
// OUT: 	v_cndmask_b32 v19, v3, v11, s[14:15]
// OUT: 	v_cmp_le_u64 vcc, v[16:17], s[10:11]
// OUT: 	s_nop 1
// OUT: 	v_cndmask_b32 v12, v18, v8, vcc
// OUT: 	v_cndmask_b32 v13, v19, v9, vcc
// OUT: 	global_atomic_cmpswap_x2 v[8:9], v4, v[12:15], s[4:5] sc0
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v6, v8
// OUT: 	v_mov_b32 v7, v9
// OUT: 	v_cmp_ne_u64 vcc, v[8:9], v[2:3]
// OUT: 	s_and_b64 exec, exec, vcc
// OUT: 	s_cbranch_execnz .L0_3
// OUT: .L0_4:
// OUT: 	s_mov_b64 exec, s[12:13]
// OUT: 	v_readfirstlane_b32 s4, v2
// OUT: 	v_readfirstlane_b32 s5, v3
// OUT: 	s_mov_b64 exec, s[8:9]
// OUT: 	s_add_u32 s12, s4, s3
// OUT: 	s_addc_u32 s13, s5, 0
// OUT: 	s_add_u32 s14, s12, 8
// OUT: 	s_addc_u32 s15, s13, 0
// OUT: 	s_sub_u32 s3, s10, s14
// OUT: 	s_subb_u32 s3, s11, s15
// OUT: 	s_cbranch_scc1 .L0_1
// OUT: 	v_mbcnt_lo_u32_b32 v2, s8, 0
// OUT: 	v_mbcnt_hi_u32_b32 v2, s9, v2
// OUT: 	v_mul_lo_u32 v2, v2, 24
// OUT: 	v_add_u32 v2, s4, v2
// OUT: 	v_and_b32 v2, 0xfffff, v2
// OUT: 	v_mov_b32 v4, v0
// OUT: 	v_mov_b32 v5, 0
// OUT: 	global_store_dwordx2 v2, v[4:5], s[6:7] offset:16
// OUT: 	v_mov_b32 v0, v1
// OUT: 	v_mov_b32 v1, 0
// OUT: 	global_store_dwordx2 v2, v[0:1], s[6:7] offset:24
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mov_b32 v0, s2
// OUT: 	v_mov_b32 v1, 0
// OUT: 	global_store_dwordx2 v2, v[0:1], s[6:7] offset:8
// OUT: 	s_branch .L0_2
// OUT: .L0_1:
// OUT: 	s_add_u32 s2, s4, 8
// OUT: 	s_addc_u32 s3, s5, 0
// OUT: 	s_sub_u32 s8, s10, s2
// OUT: 	s_subb_u32 s2, s11, s3
// OUT: 	s_cbranch_scc1 .L0_2
// OUT: 	s_and_b32 s2, s4, 0xfffff
// OUT: 	v_mov_b32 v0, -1
// OUT: 	v_mov_b32 v2, s2
// OUT: 	v_mov_b32 v1, -1
// OUT: 	global_store_dwordx2 v2, v[0:1], s[6:7] offset:8
// OUT: .L0_2:
// OUT: .L0_0:
// OUT: 	s_mov_b64 exec, s[0:1]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel print
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 8
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
// OUT: 		.amdhsa_next_free_vgpr 20
// OUT: 		.amdhsa_next_free_sgpr 16
// OUT: 		.amdhsa_accum_offset 20
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
// OUT: 	.data
// OUT: 	.p2align	4
// OUT: 	.globl	warpline$report
// OUT: 	.protected	warpline$report
// OUT: 	.type	warpline$report,@object
// OUT: 	.size	warpline$report, 16
// OUT: warpline$report:
// OUT: 	.zero	16
// OUT: 	.globl	warpline$printed
// OUT: 	.protected	warpline$printed
// OUT: 	.type	warpline$printed,@object
// OUT: 	.size	warpline$printed, 24
// OUT: warpline$printed:
// OUT: 	.zero	24
// OUT: 	.amdgpu_metadata
// OUT: ---
// OUT: amdhsa.kernels:
// OUT:   - .agpr_count:     0
// OUT:     .args:
// OUT:       - .address_space:  global
// OUT:         .offset:         0
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 8
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           print
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     22
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         print.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     20
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx942
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
