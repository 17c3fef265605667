// RUN: compile --target=gfx1100 --emit=asm
// RUN: compile --target=gfx90a --emit=asm

// Halves are computed in pairs, which stay words from load to store; on CDNA words are, too, in pairs of registers. The
// parts of a store are computed in its registers.
gpu.module @kernels {
  gpu.func @halves(%a: memref<4xf16> {llvm.align = 16 : i32}, %b: memref<4xf16> {llvm.align = 16 : i32}) kernel {
    %c0 = arith.constant 0 : index
    %k = arith.constant dense<[1.5, 0.1, -2.0, 3.0]> : vector<4xf16>
    %x = vector.load %a[%c0] : memref<4xf16>, vector<4xf16>
    %y = vector.load %b[%c0] : memref<4xf16>, vector<4xf16>
    %0 = arith.mulf %x, %y : vector<4xf16>
    %1 = math.fma %0, %x, %k : vector<4xf16>
    %2 = arith.subf %1, %x : vector<4xf16>
    vector.store %2, %b[%c0] : memref<4xf16>, vector<4xf16>
    gpu.return
  }
  gpu.func @swapped(%a: memref<2xf16> {llvm.align = 16 : i32}) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<2xf16>, vector<2xf16>
    %y = vector.shuffle %x, %x [1, 0] : vector<2xf16>, vector<2xf16>
    %0 = arith.addf %x, %y : vector<2xf16>
    vector.store %0, %a[%c0] : memref<2xf16>, vector<2xf16>
    gpu.return
  }
  gpu.func @words(%a: memref<4xf32> {llvm.align = 16 : i32}, %b: memref<4xf32> {llvm.align = 16 : i32}) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<4xf32>, vector<4xf32>
    %y = vector.load %b[%c0] : memref<4xf32>, vector<4xf32>
    %0 = math.fma %x, %y, %y : vector<4xf32>
    %1 = arith.subf %0, %x : vector<4xf32>
    vector.store %1, %b[%c0] : memref<4xf32>, vector<4xf32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	halves
// OUT: 	.protected	halves
// OUT: 	.type	halves,@function
// OUT: 	.size	halves, 132
// OUT: halves:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b64 v[0:1], v0, s[4:5]
// OUT: 	v_mov_b32 v2, 0
// OUT: 	global_load_b64 v[2:3], v2, s[6:7]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_pk_mul_f16 v4, v0, v2
// OUT: 	v_pk_mul_f16 v2, v1, v3
// OUT: 	s_mov_b32 s0, 0x2e663e00
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instid1(SALU_CYCLE_1)
// OUT: 	v_pk_fma_f16 v3, v4, v0, s0
// OUT: 	s_mov_b32 s0, 0x4200c000
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instid1(SALU_CYCLE_1)
// OUT: 	v_pk_fma_f16 v2, v2, v1, s0
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
// OUT: 	v_pk_add_f16 v3, v3, v0 neg_lo:[0,1] neg_hi:[0,1]
// OUT: 	v_pk_add_f16 v4, v2, v1 neg_lo:[0,1] neg_hi:[0,1]
// OUT: 	v_mov_b32 v0, 0
// OUT: 	global_store_b64 v0, v[3:4], s[6:7]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel halves
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 16
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
// OUT: 	.globl	swapped
// OUT: 	.protected	swapped
// OUT: 	.type	swapped,@function
// OUT: 	.size	swapped, 72
// OUT: swapped:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v0, v0, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_lshrrev_b32 v1, 16, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_perm_b32 v1, v0, v1, 0x5040100
// OUT: 	v_pk_add_f16 v0, v0, v1
// OUT: 	v_mov_b32 v1, 0
// OUT: 	global_store_b32 v1, v0, s[2:3]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel swapped
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
// OUT: 		.amdhsa_next_free_vgpr 2
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
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	words
// OUT: 	.protected	words
// OUT: 	.type	words,@function
// OUT: 	.size	words, 112
// OUT: words:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b128 v[0:3], v0, s[4:5]
// OUT: 	v_mov_b32 v4, 0
// OUT: 	global_load_b128 v[4:7], v4, s[6:7]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_fma_f32 v8, v0, v4, v4
// OUT: 	v_fma_f32 v9, v1, v5, v5
// OUT: 	v_fma_f32 v10, v2, v6, v6
// OUT: 	v_fma_f32 v4, v3, v7, v7
// OUT: 	s_delay_alu instid0(VALU_DEP_4) | instid1(VALU_DEP_3)
// OUT: 	v_dual_sub_f32 v5, v8, v0 :: v_dual_sub_f32 v6, v9, v1
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instid1(VALU_DEP_2)
// OUT: 	v_dual_sub_f32 v7, v10, v2 :: v_dual_sub_f32 v8, v4, v3
// OUT: 	v_mov_b32 v0, 0
// OUT: 	global_store_b128 v0, v[5:8], s[6:7]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel words
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 16
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
// OUT: 		.amdhsa_next_free_vgpr 11
// OUT: 		.amdhsa_next_free_sgpr 8
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
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           halves
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     8
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         halves.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     5
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
// OUT:     .name:           swapped
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     4
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         swapped.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     2
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT:   - .args:
// OUT:       - .address_space:  global
// OUT:         .offset:         0
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           words
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     8
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         words.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     11
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	halves
// OUT: 	.protected	halves
// OUT: 	.type	halves,@function
// OUT: 	.size	halves, 120
// OUT: halves:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dwordx2 v[0:1], v0, s[4:5]
// OUT: 	v_mov_b32 v2, 0
// OUT: 	global_load_dwordx2 v[2:3], v2, s[6:7]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_pk_mul_f16 v4, v0, v2
// OUT: 	v_pk_mul_f16 v2, v1, v3
// OUT: 	s_mov_b32 s0, 0x2e663e00
// OUT: 	s_mov_b32 s1, 0x4200c000
// OUT: 	v_pk_fma_f16 v3, v4, v0, s0
// OUT: 	v_pk_fma_f16 v2, v2, v1, s1
// OUT: 	v_pk_add_f16 v4, v3, v0 neg_lo:[0,1] neg_hi:[0,1]
// OUT: 	v_pk_add_f16 v5, v2, v1 neg_lo:[0,1] neg_hi:[0,1]
// OUT: 	v_mov_b32 v0, 0
// OUT: 	global_store_dwordx2 v0, v[4:5], s[6:7]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel halves
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 16
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
// OUT: 		.amdhsa_next_free_vgpr 6
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 8
// OUT: 		.amdhsa_reserve_vcc 0
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
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	swapped
// OUT: 	.protected	swapped
// OUT: 	.type	swapped,@function
// OUT: 	.size	swapped, 72
// OUT: swapped:
// OUT: 	s_load_dwordx2 s[2:3], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dword v0, v0, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_lshrrev_b32 v1, 16, v0
// OUT: 	s_mov_b32 s0, 0x5040100
// OUT: 	v_perm_b32 v1, v0, v1, s0
// OUT: 	v_pk_add_f16 v0, v0, v1
// OUT: 	v_mov_b32 v1, 0
// OUT: 	global_store_dword v1, v0, s[2:3]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel swapped
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 8
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
// OUT: 		.amdhsa_next_free_vgpr 2
// OUT: 		.amdhsa_next_free_sgpr 4
// OUT: 		.amdhsa_accum_offset 4
// OUT: 		.amdhsa_reserve_vcc 0
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
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	words
// OUT: 	.protected	words
// OUT: 	.type	words,@function
// OUT: 	.size	words, 88
// OUT: words:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dwordx4 v[0:3], v0, s[4:5]
// OUT: 	v_mov_b32 v4, 0
// OUT: 	global_load_dwordx4 v[4:7], v4, s[6:7]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_pk_fma_f32 v[8:9], v[0:1], v[4:5], v[4:5]
// OUT: 	v_pk_fma_f32 v[4:5], v[2:3], v[6:7], v[6:7]
// OUT: 	v_pk_add_f32 v[6:7], v[8:9], v[0:1] neg_lo:[0,1] neg_hi:[0,1]
// OUT: 	v_pk_add_f32 v[8:9], v[4:5], v[2:3] neg_lo:[0,1] neg_hi:[0,1]
// OUT: 	v_mov_b32 v0, 0
// OUT: 	global_store_dwordx4 v0, v[6:9], s[6:7]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel words
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 16
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
// OUT: 		.amdhsa_next_free_vgpr 10
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 12
// OUT: 		.amdhsa_reserve_vcc 0
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
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           halves
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     12
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         halves.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     6
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
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
// OUT:     .name:           swapped
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     8
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         swapped.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     2
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
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
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           words
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     12
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         words.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     10
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
