// RUN: compile --target=gfx1100 --emit=asm
// RUN: compile --target=gfx1201 --emit=asm
// RUN: compile --target=gfx942 --emit=asm
// RUN: compile --target=gfx90a --emit=asm

// What differs between chips: the registers of the block ids, masks of one or two words, waits and barriers, the base of
// private memory, constants in long instructions, exchanges between lanes, and tuples at even registers.
gpu.module @kernels {
  gpu.func @turn(%m: memref<?x64xf32>, %n: index) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>)
      private(%p: memref<2xf64, #gpu.address_space<private>>) kernel {
    %x = gpu.thread_id x
    %y = gpu.block_id y
    %z = gpu.block_id z
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c63 = arith.constant 63 : index
    %bits = arith.constant 4 : i32
    %lanes = gpu.subgroup_size : index
    %width = arith.index_cast %lanes : index to i32
    %scale = arith.constant 3.14159274 : f32
    %row = arith.addi %y, %z : index
    %v = memref.load %m[%row, %x] : memref<?x64xf32>
    memref.store %v, %s[%x] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c63, %x : index
    %w = memref.load %s[%other] : memref<64xf32, #gpu.address_space<workgroup>>
    %e, %valid = gpu.shuffle xor %w, %bits, %width : f32
    %is_near = arith.cmpi ult, %x, %n : index
    scf.if %is_near {
      %k = math.fma %e, %v, %scale : f32
      %d = arith.extf %k : f32 to f64
      memref.store %d, %p[%c1] : memref<2xf64, #gpu.address_space<private>>
      memref.store %d, %p[%c0] : memref<2xf64, #gpu.address_space<private>>
      %j = arith.andi %x, %c1 : index
      %r = memref.load %p[%j] : memref<2xf64, #gpu.address_space<private>>
      %f = arith.truncf %r : f64 to f32
      memref.store %f, %m[%row, %x] : memref<?x64xf32>
    }
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	turn
// OUT: 	.protected	turn
// OUT: 	.type	turn,@function
// OUT: 	.size	turn, 220
// OUT: turn:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_add_i32 s4, s14, s15
// OUT: 	s_load_b64 s[6:7], s[0:1], 0x10
// OUT: 	s_lshl_b32 s0, s4, 6
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instid1(SALU_CYCLE_1)
// OUT: 	v_add_lshl_u32 v2, s0, v0, 2
// OUT: 	v_lshlrev_b32 v3, 2, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v4, v2, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	ds_store_b32 v3, v4
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_barrier
// OUT: 	buffer_gl0_inv
// OUT: 	v_mul_lo_u32 v3, v0, -4
// OUT: 	v_mov_b32 v1, 0
// OUT: 	v_and_b32 v5, 1, v0
// OUT: 	ds_load_b32 v3, v3 offset:252
// OUT: 	v_cmp_lt_u64 vcc_lo, v[0:1], s[6:7]
// OUT: 	v_lshlrev_b32 v0, 3, v5
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	v_mov_b32_dpp v3, v3 row_xmask:4 row_mask:0xf bank_mask:0xf
// OUT: 	s_delay_alu instid0(VALU_DEP_3)
// OUT: 	s_and_saveexec_b32 s0, vcc_lo
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_fma_f32 v1, v3, v4, 0x40490fdb
// OUT: 	v_cvt_f64_f32 v[3:4], v1
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instid1(VALU_DEP_1)
// OUT: 	v_dual_mov_b32 v5, v3 :: v_dual_mov_b32 v6, v4
// OUT: 	scratch_store_b128 off, v[3:6], off
// OUT: 	scratch_load_b64 v[0:1], v0, off
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_cvt_f32_f64 v0, v[0:1]
// OUT: 	global_store_b32 v2, v0, s[2:3]
// OUT: .L0_0:
// OUT: 	s_mov_b32 exec_lo, s0
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel turn
// OUT: 		.amdhsa_group_segment_fixed_size 256
// OUT: 		.amdhsa_private_segment_fixed_size 16
// OUT: 		.amdhsa_kernarg_size 24
// OUT: 		.amdhsa_user_sgpr_count 13
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_wavefront_size32 1
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_enable_private_segment 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 1
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 7
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
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 256
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           turn
// OUT:     .private_segment_fixed_size: 16
// OUT:     .sgpr_count:     18
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         turn.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     7
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
// OUT: 	.globl	turn
// OUT: 	.protected	turn
// OUT: 	.type	turn,@function
// OUT: 	.size	turn, 260
// OUT: turn:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	s_and_b32 s4, 0xffff, ttmp7
// OUT: 	s_lshr_b32 s5, ttmp7, 16
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_add_co_i32 s4, s4, s5
// OUT: 	s_load_b64 s[6:7], s[0:1], 0x10
// OUT: 	s_lshl_b32 s0, s4, 6
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instid1(SALU_CYCLE_1)
// OUT: 	v_add_lshl_u32 v2, s0, v0, 2
// OUT: 	v_lshlrev_b32 v3, 2, v0
// OUT: 	s_wait_kmcnt 0
// OUT: 	global_load_b32 v4, v2, s[2:3]
// OUT: 	s_wait_loadcnt 0
// OUT: 	ds_store_b32 v3, v4
// OUT: 	s_wait_dscnt 0
// OUT: 	s_barrier_signal -1
// OUT: 	s_barrier_wait -1
// OUT: 	global_inv scope:SCOPE_SE
// OUT: 	v_mul_lo_u32 v3, v0, -4
// OUT: 	v_mov_b32 v1, 0
// OUT: 	v_and_b32 v5, 1, v0
// OUT: 	ds_load_b32 v3, v3 offset:252
// OUT: 	v_cmp_lt_u64 vcc_lo, v[0:1], s[6:7]
// OUT: 	v_lshlrev_b32 v0, 3, v5
// OUT: 	s_wait_dscnt 0
// OUT: 	v_mov_b32_dpp v3, v3 row_xmask:4 row_mask:0xf bank_mask:0xf
// OUT: 	s_delay_alu instid0(VALU_DEP_3)
// OUT: 	s_and_saveexec_b32 s0, vcc_lo
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_fma_f32 v1, v3, v4, 0x40490fdb
// OUT: 	v_cvt_f64_f32 v[3:4], v1
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instid1(VALU_DEP_1)
// OUT: 	v_dual_mov_b32 v5, v3 :: v_dual_mov_b32 v6, v4
// OUT: 	scratch_store_b128 off, v[3:6], off
// OUT: 	scratch_load_b64 v[0:1], v0, off
// OUT: 	s_wait_loadcnt 0
// OUT: 	v_cvt_f32_f64 v0, v[0:1]
// OUT: 	global_store_b32 v2, v0, s[2:3]
// OUT: .L0_0:
// OUT: 	s_wait_alu depctr_sa_sdst(0)
// OUT: 	s_mov_b32 exec_lo, s0
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel turn
// OUT: 		.amdhsa_group_segment_fixed_size 256
// OUT: 		.amdhsa_private_segment_fixed_size 16
// OUT: 		.amdhsa_kernarg_size 24
// OUT: 		.amdhsa_user_sgpr_count 2
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_wavefront_size32 1
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_enable_private_segment 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 1
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 7
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
// OUT: 		.amdhsa_inst_pref_size 3
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
// OUT:       - .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 256
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           turn
// OUT:     .private_segment_fixed_size: 16
// OUT:     .sgpr_count:     10
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         turn.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     7
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
// OUT: 	.globl	turn
// OUT: 	.protected	turn
// OUT: 	.type	turn,@function
// OUT: 	.size	turn, 204
// OUT: turn:
// OUT: 	s_load_dwordx2 s[6:7], s[0:1], 0x0
// OUT: 	s_add_i32 s2, s3, s4
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_lshl_b32 s2, s2, 6
// OUT: 	s_load_dwordx2 s[4:5], s[0:1], 0x10
// OUT: 	v_add_lshl_u32 v2, s2, v0, 2
// OUT: 	v_lshlrev_b32 v3, 2, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dword v4, v2, s[6:7]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	ds_write_b32 v3, v4
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_barrier
// OUT: 	v_mul_lo_u32 v3, v0, -4
// OUT: 	ds_read_b32 v3, v3 offset:252
// OUT: 	v_mov_b32 v1, 0
// OUT: 	v_cmp_lt_u64 vcc, v[0:1], s[4:5]
// OUT: 	v_and_b32 v0, 1, v0
// OUT: 	v_lshlrev_b32 v0, 3, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	ds_swizzle_b32 v1, v3 offset:4127
// OUT: 	s_and_saveexec_b64 s[0:1], vcc
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	v_mov_b32 v3, 0x40490fdb
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	v_fma_f32 v1, v1, v4, v3
// OUT: 	v_cvt_f64_f32 v[4:5], v1
// OUT: 	v_mov_b32 v6, v4
// OUT: 	v_mov_b32 v7, v5
// OUT: 	scratch_store_dwordx4 off, v[4:7], off
// OUT: 	scratch_load_dwordx2 v[0:1], v0, off
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_cvt_f32_f64 v0, v[0:1]
// OUT: 	global_store_dword v2, v0, s[6:7]
// OUT: .L0_0:
// OUT: 	s_mov_b64 exec, s[0:1]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel turn
// OUT: 		.amdhsa_group_segment_fixed_size 256
// OUT: 		.amdhsa_private_segment_fixed_size 16
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
// OUT: 		.amdhsa_enable_private_segment 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 1
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 8
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
// OUT:       - .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 256
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           turn
// OUT:     .private_segment_fixed_size: 16
// OUT:     .sgpr_count:     14
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         turn.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     8
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
// OUT: 	.globl	turn
// OUT: 	.protected	turn
// OUT: 	.type	turn,@function
// OUT: 	.size	turn, 216
// OUT: turn:
// OUT: 	s_load_dwordx2 s[8:9], s[0:1], 0x0
// OUT: 	s_load_dwordx2 s[10:11], s[0:1], 0x10
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_add_u32 flat_scratch_lo, s2, s7
// OUT: 	s_addc_u32 flat_scratch_hi, s3, 0
// OUT: 	s_add_i32 s0, s5, s6
// OUT: 	v_lshlrev_b32 v2, 2, v0
// OUT: 	s_lshl_b32 s0, s0, 6
// OUT: 	v_add_lshl_u32 v3, s0, v0, 2
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dword v4, v3, s[8:9]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	ds_write_b32 v2, v4
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_barrier
// OUT: 	v_mul_lo_u32 v2, v0, -4
// OUT: 	ds_read_b32 v2, v2 offset:252
// OUT: 	v_mov_b32 v1, 0
// OUT: 	v_cmp_lt_u64 vcc, v[0:1], s[10:11]
// OUT: 	v_and_b32 v0, 1, v0
// OUT: 	v_lshlrev_b32 v0, 3, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	ds_swizzle_b32 v1, v2 offset:4127
// OUT: 	s_and_saveexec_b64 s[0:1], vcc
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	v_mov_b32 v2, 0x40490fdb
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	v_fma_f32 v1, v1, v4, v2
// OUT: 	v_cvt_f64_f32 v[4:5], v1
// OUT: 	v_mov_b32 v6, v4
// OUT: 	v_mov_b32 v7, v5
// OUT: 	s_mov_b32 s2, 0
// OUT: 	scratch_store_dwordx4 off, v[4:7], s2
// OUT: 	scratch_load_dwordx2 v[0:1], v0, off
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_cvt_f32_f64 v0, v[0:1]
// OUT: 	global_store_dword v3, v0, s[8:9]
// OUT: .L0_0:
// OUT: 	s_mov_b64 exec, s[0:1]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel turn
// OUT: 		.amdhsa_group_segment_fixed_size 256
// OUT: 		.amdhsa_private_segment_fixed_size 16
// OUT: 		.amdhsa_kernarg_size 24
// OUT: 		.amdhsa_user_sgpr_count 4
// OUT: 		.amdhsa_user_sgpr_private_segment_buffer 0
// OUT: 		.amdhsa_user_sgpr_dispatch_ptr 0
// OUT: 		.amdhsa_user_sgpr_queue_ptr 0
// OUT: 		.amdhsa_user_sgpr_kernarg_segment_ptr 1
// OUT: 		.amdhsa_user_sgpr_dispatch_id 0
// OUT: 		.amdhsa_user_sgpr_flat_scratch_init 1
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_length 0
// OUT: 		.amdhsa_user_sgpr_kernarg_preload_offset 0
// OUT: 		.amdhsa_user_sgpr_private_segment_size 0
// OUT: 		.amdhsa_uses_dynamic_stack 0
// OUT: 		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 1
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 8
// OUT: 		.amdhsa_next_free_sgpr 12
// OUT: 		.amdhsa_accum_offset 8
// OUT: 		.amdhsa_reserve_vcc 1
// OUT: 		.amdhsa_reserve_flat_scratch 1
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
// OUT:       - .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     by_value
// OUT:     .group_segment_fixed_size: 256
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           turn
// OUT:     .private_segment_fixed_size: 16
// OUT:     .sgpr_count:     18
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         turn.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     8
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
