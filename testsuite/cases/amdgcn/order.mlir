// RUN: compile --target=gfx1100 --emit=asm
// RUN: compile --target=gfx942 --emit=asm

// The loads come first, and each wait is for what is needed next.
gpu.module @kernels {
  gpu.func @loads(%a: memref<4x64xf32>, %b: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %half = arith.constant 0.5 : f32
    %0 = memref.load %a[%c0, %t] : memref<4x64xf32>
    %1 = arith.mulf %0, %half : f32
    %2 = memref.load %a[%c1, %t] : memref<4x64xf32>
    %3 = arith.mulf %2, %half : f32
    %4 = memref.load %a[%c2, %t] : memref<4x64xf32>
    %5 = arith.addf %4, %1 : f32
    %6 = memref.load %a[%c3, %t] : memref<4x64xf32>
    %7 = arith.subf %6, %3 : f32
    %8 = arith.mulf %5, %7 : f32
    memref.store %8, %b[%t] : memref<64xf32>
    gpu.return
  }

  // The places of the lanes in a matrix are computed before the loop, and its rows are loaded as a whole. On gfx11 two
  // copies are one instruction.
  gpu.func @rows(%a: memref<16x64xf16> {llvm.align = 256 : i32}, %c: memref<16x16xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f16
    %none = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %ones = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<16x16xf16, "BOp">
    %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%s = %none) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %k] {leadDimension = 64 : index}
          : memref<16x64xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %next = gpu.subgroup_mma_compute %x, %ones, %s
          : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      scf.yield %next : !gpu.mma_matrix<16x16xf32, "COp">
    }
    gpu.subgroup_mma_store_matrix %sum, %c[%c0, %c0] {leadDimension = 16 : index}
        : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	loads
// OUT: 	.protected	loads
// OUT: 	.type	loads,@function
// OUT: 	.size	loads, 116
// OUT: loads:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v1, v0, s[4:5]
// OUT: 	global_load_b32 v2, v0, s[4:5] offset:256
// OUT: 	global_load_b32 v3, v0, s[4:5] offset:512
// OUT: 	global_load_b32 v4, v0, s[4:5] offset:768
// OUT: 	s_waitcnt vmcnt(3)
// OUT: 	v_mul_f32 v1, 0x3f000000, v1
// OUT: 	s_waitcnt vmcnt(2)
// OUT: 	v_mul_f32 v2, 0x3f000000, v2
// OUT: 	s_waitcnt vmcnt(1)
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
// OUT: 	v_add_f32 v1, v3, v1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_sub_f32 v2, v4, v2
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_mul_f32 v1, v1, v2
// OUT: 	global_store_b32 v0, v1, s[6:7]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel loads
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
// OUT: 	.globl	rows
// OUT: 	.protected	rows
// OUT: 	.type	rows,@function
// OUT: 	.size	rows, 288
// OUT: rows:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 0
// OUT: 	v_dual_mov_b32 v2, 0 :: v_dual_mov_b32 v3, 0
// OUT: 	v_dual_mov_b32 v4, 0 :: v_dual_mov_b32 v5, 0
// OUT: 	v_dual_mov_b32 v6, 0 :: v_dual_mov_b32 v7, 0
// OUT: 	v_dual_mov_b32 v8, 0x3c003c00 :: v_dual_mov_b32 v9, 0x3c003c00
// OUT: 	v_dual_mov_b32 v10, 0x3c003c00 :: v_dual_mov_b32 v11, 0x3c003c00
// OUT: 	v_dual_mov_b32 v12, 0x3c003c00 :: v_dual_mov_b32 v13, 0x3c003c00
// OUT: 	v_dual_mov_b32 v14, 0x3c003c00 :: v_dual_mov_b32 v15, 0x3c003c00
// OUT: 	s_mov_b32 s0, 0
// OUT: 	v_mbcnt_lo_u32_b32 v16, -1, 0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_and_b32 v16, 15, v16
// OUT: 	v_lshlrev_b32 v16, 6, v16
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v16, 1, v16
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_mov_b32 s2, s4
// OUT: 	s_mov_b32 s3, s5
// OUT: .L1_0:
// OUT: 	global_load_b128 v[17:20], v16, s[2:3]
// OUT: 	global_load_b128 v[21:24], v16, s[2:3] offset:16
// OUT: 	s_add_u32 s2, s2, 32
// OUT: 	s_addc_u32 s3, s3, 0
// OUT: 	s_add_i32 s0, s0, 16
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1)
// OUT: 	s_cmp_lt_i32 s0, 64
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_wmma_f32_16x16x16_f16 v[0:7], v[17:24], v[8:15], v[0:7]
// OUT: 	s_cbranch_scc1 .L1_0
// OUT: .L1_1:
// OUT: 	v_mbcnt_lo_u32_b32 v8, -1, 0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
// OUT: 	v_and_b32 v9, 15, v8
// OUT: 	v_lshrrev_b32 v8, 4, v8
// OUT: 	v_lshl_add_u32 v8, v8, 4, v9
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v8, 2, v8
// OUT: 	global_store_b32 v8, v0, s[6:7]
// OUT: 	global_store_b32 v8, v1, s[6:7] offset:128
// OUT: 	global_store_b32 v8, v2, s[6:7] offset:256
// OUT: 	global_store_b32 v8, v3, s[6:7] offset:384
// OUT: 	global_store_b32 v8, v4, s[6:7] offset:512
// OUT: 	global_store_b32 v8, v5, s[6:7] offset:640
// OUT: 	global_store_b32 v8, v6, s[6:7] offset:768
// OUT: 	global_store_b32 v8, v7, s[6:7] offset:896
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel rows
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
// OUT: 		.amdhsa_next_free_vgpr 25
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
// OUT: 		.amdhsa_inst_pref_size 3
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
// OUT:     .name:           loads
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     8
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         loads.kd
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
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 64
// OUT:     .name:           rows
// OUT:     .private_segment_fixed_size: 0
// OUT:     .reqd_workgroup_size:
// OUT:       - 64
// OUT:       - 1
// OUT:       - 1
// OUT:     .sgpr_count:     8
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         rows.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     25
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
// OUT: 	.globl	loads
// OUT: 	.protected	loads
// OUT: 	.type	loads,@function
// OUT: 	.size	loads, 104
// OUT: loads:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_dword v1, v0, s[4:5]
// OUT: 	global_load_dword v2, v0, s[4:5] offset:256
// OUT: 	global_load_dword v3, v0, s[4:5] offset:512
// OUT: 	global_load_dword v4, v0, s[4:5] offset:768
// OUT: 	s_waitcnt vmcnt(3)
// OUT: 	v_mul_f32 v1, 0x3f000000, v1
// OUT: 	s_waitcnt vmcnt(2)
// OUT: 	v_mul_f32 v2, 0x3f000000, v2
// OUT: 	s_waitcnt vmcnt(1)
// OUT: 	v_add_f32 v1, v3, v1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_sub_f32 v2, v4, v2
// OUT: 	v_mul_f32 v1, v1, v2
// OUT: 	global_store_dword v0, v1, s[6:7]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel loads
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
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
// OUT: 		.amdhsa_enable_private_segment 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 5
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 8
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
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	rows
// OUT: 	.protected	rows
// OUT: 	.type	rows,@function
// OUT: 	.size	rows, 212
// OUT: rows:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 0
// OUT: 	v_mov_b32 v1, 0
// OUT: 	v_mov_b32 v2, 0
// OUT: 	v_mov_b32 v3, 0
// OUT: 	v_mov_b32 v4, 0x3c003c00
// OUT: 	v_mov_b32 v5, 0x3c003c00
// OUT: 	s_mov_b32 s0, 0
// OUT: 	v_mbcnt_lo_u32_b32 v6, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v6, -1, v6
// OUT: 	v_and_b32 v7, 15, v6
// OUT: 	v_lshrrev_b32 v6, 4, v6
// OUT: 	v_lshlrev_b32 v6, 2, v6
// OUT: 	v_lshl_add_u32 v6, v7, 6, v6
// OUT: 	v_lshlrev_b32 v6, 1, v6
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_mov_b32 s2, s4
// OUT: 	s_mov_b32 s3, s5
// OUT: .L1_0:
// OUT: 	global_load_dwordx2 v[8:9], v6, s[2:3]
// OUT: 	s_add_u32 s2, s2, 32
// OUT: 	s_addc_u32 s3, s3, 0
// OUT: 	s_add_i32 s0, s0, 16
// OUT: 	s_cmp_lt_i32 s0, 64
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_mfma_f32_16x16x16_f16 v[0:3], v[8:9], v[4:5], v[0:3]
// OUT: 	s_cbranch_scc1 .L1_0
// OUT: .L1_1:
// OUT: 	v_mbcnt_lo_u32_b32 v4, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v4, -1, v4
// OUT: 	v_and_b32 v5, 15, v4
// OUT: 	v_lshrrev_b32 v4, 4, v4
// OUT: 	v_lshlrev_b32 v4, 2, v4
// OUT: 	v_lshl_add_u32 v4, v4, 4, v5
// OUT: 	v_lshlrev_b32 v4, 2, v4
// OUT: 	global_store_dword v4, v0, s[6:7]
// OUT: 	global_store_dword v4, v1, s[6:7] offset:64
// OUT: 	global_store_dword v4, v2, s[6:7] offset:128
// OUT: 	global_store_dword v4, v3, s[6:7] offset:192
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel rows
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
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
// OUT: 		.amdhsa_enable_private_segment 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_x 1
// OUT: 		.amdhsa_system_sgpr_workgroup_id_y 0
// OUT: 		.amdhsa_system_sgpr_workgroup_id_z 0
// OUT: 		.amdhsa_system_sgpr_workgroup_info 0
// OUT: 		.amdhsa_system_vgpr_workitem_id 0
// OUT: 		.amdhsa_next_free_vgpr 10
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 12
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
// OUT:       - .address_space:  global
// OUT:         .offset:         8
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           loads
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     14
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         loads.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     5
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
// OUT:     .max_flat_workgroup_size: 64
// OUT:     .name:           rows
// OUT:     .private_segment_fixed_size: 0
// OUT:     .reqd_workgroup_size:
// OUT:       - 64
// OUT:       - 1
// OUT:       - 1
// OUT:     .sgpr_count:     14
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         rows.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     10
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx942
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
