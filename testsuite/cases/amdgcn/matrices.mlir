// RUN: compile --target=gfx1100 --emit=asm
// RUN: compile --target=gfx1201 --emit=asm
// RUN: compile --target=gfx942 --emit=asm
// RUN: compile --target=gfx90a --emit=asm

// Products of halves, which every chip has: the sum stays in its registers in a loop, and is rounded after it.
gpu.module @kernels {
  gpu.func @product(%a: memref<16x64xf16>, %b: memref<64x16xf16>, %c: memref<16x16xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %start = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index}
        : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%s = %start) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %k] {leadDimension = 64 : index}
          : memref<16x64xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%k, %c0] {leadDimension = 16 : index}
          : memref<64x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %next = gpu.subgroup_mma_compute %x, %y, %s
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
// OUT: 	.globl	product
// OUT: 	.protected	product
// OUT: 	.type	product,@function
// OUT: 	.size	product, 784
// OUT: product:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x10
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	s_mov_b32 s0, 0
// OUT: 	v_mbcnt_lo_u32_b32 v1, -1, 0
// OUT: 	v_mbcnt_lo_u32_b32 v2, -1, 0
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
// OUT: 	v_and_b32 v3, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_and_b32 v1, 15, v1
// OUT: 	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
// OUT: 	v_and_b32 v2, 15, v2
// OUT: 	v_lshl_add_u32 v0, v0, 4, v3
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
// OUT: 	v_lshlrev_b32 v1, 6, v1
// OUT: 	v_lshlrev_b32 v2, 1, v2
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	v_lshlrev_b32 v1, 1, v1
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_mov_b32 s8, s4
// OUT: 	global_load_b32 v3, v0, s[2:3]
// OUT: 	global_load_b32 v4, v0, s[2:3] offset:128
// OUT: 	global_load_b32 v5, v0, s[2:3] offset:256
// OUT: 	global_load_b32 v6, v0, s[2:3] offset:384
// OUT: 	global_load_b32 v7, v0, s[2:3] offset:512
// OUT: 	global_load_b32 v8, v0, s[2:3] offset:640
// OUT: 	global_load_b32 v9, v0, s[2:3] offset:768
// OUT: 	global_load_b32 v10, v0, s[2:3] offset:896
// OUT: 	s_mov_b32 s9, s5
// OUT: 	s_mov_b32 s10, s6
// OUT: 	s_mov_b32 s11, s7
// OUT: .L0_0:
// OUT: 	global_load_u16 v0, v1, s[8:9]
// OUT: 	global_load_u16 v11, v1, s[8:9] offset:2
// OUT: 	global_load_u16 v12, v1, s[8:9] offset:4
// OUT: 	global_load_u16 v13, v1, s[8:9] offset:6
// OUT: 	global_load_u16 v14, v1, s[8:9] offset:8
// OUT: 	global_load_u16 v15, v1, s[8:9] offset:10
// OUT: 	global_load_u16 v16, v1, s[8:9] offset:12
// OUT: 	global_load_u16 v17, v1, s[8:9] offset:14
// OUT: 	global_load_u16 v18, v1, s[8:9] offset:16
// OUT: 	global_load_u16 v19, v1, s[8:9] offset:18
// OUT: 	global_load_u16 v20, v1, s[8:9] offset:20
// OUT: 	global_load_u16 v21, v1, s[8:9] offset:22
// OUT: 	global_load_u16 v22, v1, s[8:9] offset:24
// OUT: 	global_load_u16 v23, v1, s[8:9] offset:26
// OUT: 	global_load_u16 v24, v1, s[8:9] offset:28
// OUT: 	global_load_u16 v25, v1, s[8:9] offset:30
// OUT: 	global_load_u16 v26, v2, s[10:11]
// OUT: 	global_load_u16 v27, v2, s[10:11] offset:32
// OUT: 	global_load_u16 v28, v2, s[10:11] offset:64
// OUT: 	global_load_u16 v29, v2, s[10:11] offset:96
// OUT: 	global_load_u16 v30, v2, s[10:11] offset:128
// OUT: 	global_load_u16 v31, v2, s[10:11] offset:160
// OUT: 	global_load_u16 v32, v2, s[10:11] offset:192
// OUT: 	global_load_u16 v33, v2, s[10:11] offset:224
// OUT: 	global_load_u16 v34, v2, s[10:11] offset:256
// OUT: 	global_load_u16 v35, v2, s[10:11] offset:288
// OUT: 	global_load_u16 v36, v2, s[10:11] offset:320
// OUT: 	global_load_u16 v37, v2, s[10:11] offset:352
// OUT: 	global_load_u16 v38, v2, s[10:11] offset:384
// OUT: 	global_load_u16 v39, v2, s[10:11] offset:416
// OUT: 	global_load_u16 v40, v2, s[10:11] offset:448
// OUT: 	global_load_u16 v41, v2, s[10:11] offset:480
// OUT: 	s_add_u32 s8, s8, 32
// OUT: 	s_addc_u32 s9, s9, 0
// OUT: 	s_add_u32 s10, s10, 0x200
// OUT: 	s_addc_u32 s11, s11, 0
// OUT: 	s_add_i32 s0, s0, 16
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1)
// OUT: 	s_cmp_lt_i32 s0, 64
// OUT: 	s_waitcnt vmcnt(30)
// OUT: 	v_lshl_or_b32 v42, v11, 16, v0
// OUT: 	s_waitcnt vmcnt(28)
// OUT: 	v_lshl_or_b32 v43, v13, 16, v12
// OUT: 	s_waitcnt vmcnt(26)
// OUT: 	v_lshl_or_b32 v44, v15, 16, v14
// OUT: 	s_waitcnt vmcnt(24)
// OUT: 	v_lshl_or_b32 v45, v17, 16, v16
// OUT: 	s_waitcnt vmcnt(22)
// OUT: 	v_lshl_or_b32 v46, v19, 16, v18
// OUT: 	s_waitcnt vmcnt(20)
// OUT: 	v_lshl_or_b32 v47, v21, 16, v20
// OUT: 	s_waitcnt vmcnt(18)
// OUT: 	v_lshl_or_b32 v48, v23, 16, v22
// OUT: 	s_waitcnt vmcnt(16)
// OUT: 	v_lshl_or_b32 v49, v25, 16, v24
// OUT: 	s_waitcnt vmcnt(14)
// OUT: 	v_lshl_or_b32 v11, v27, 16, v26
// OUT: 	s_waitcnt vmcnt(12)
// OUT: 	v_lshl_or_b32 v12, v29, 16, v28
// OUT: 	s_waitcnt vmcnt(10)
// OUT: 	v_lshl_or_b32 v13, v31, 16, v30
// OUT: 	s_waitcnt vmcnt(8)
// OUT: 	v_lshl_or_b32 v14, v33, 16, v32
// OUT: 	s_waitcnt vmcnt(6)
// OUT: 	v_lshl_or_b32 v15, v35, 16, v34
// OUT: 	s_waitcnt vmcnt(4)
// OUT: 	v_lshl_or_b32 v16, v37, 16, v36
// OUT: 	s_waitcnt vmcnt(2)
// OUT: 	v_lshl_or_b32 v17, v39, 16, v38
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_lshl_or_b32 v18, v41, 16, v40
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_wmma_f32_16x16x16_f16 v[3:10], v[42:49], v[11:18], v[3:10]
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
// OUT: 	v_and_b32 v1, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_lshl_add_u32 v0, v0, 4, v1
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	global_store_b32 v0, v3, s[2:3]
// OUT: 	global_store_b32 v0, v4, s[2:3] offset:128
// OUT: 	global_store_b32 v0, v5, s[2:3] offset:256
// OUT: 	global_store_b32 v0, v6, s[2:3] offset:384
// OUT: 	global_store_b32 v0, v7, s[2:3] offset:512
// OUT: 	global_store_b32 v0, v8, s[2:3] offset:640
// OUT: 	global_store_b32 v0, v9, s[2:3] offset:768
// OUT: 	global_store_b32 v0, v10, s[2:3] offset:896
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel product
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
// OUT: 		.amdhsa_next_free_vgpr 50
// OUT: 		.amdhsa_next_free_sgpr 12
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
// OUT: 		.amdhsa_inst_pref_size 7
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
// OUT:       - .address_space:  global
// OUT:         .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 64
// OUT:     .name:           product
// OUT:     .private_segment_fixed_size: 0
// OUT:     .reqd_workgroup_size:
// OUT:       - 64
// OUT:       - 1
// OUT:       - 1
// OUT:     .sgpr_count:     12
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         product.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     50
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
// OUT: 	.globl	product
// OUT: 	.protected	product
// OUT: 	.type	product,@function
// OUT: 	.size	product, 728
// OUT: product:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x10
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	s_mov_b32 s0, 0
// OUT: 	v_mbcnt_lo_u32_b32 v1, -1, 0
// OUT: 	v_mbcnt_lo_u32_b32 v2, -1, 0
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
// OUT: 	v_and_b32 v3, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_and_b32 v4, 15, v1
// OUT: 	v_lshrrev_b32 v1, 4, v1
// OUT: 	v_and_b32 v5, 15, v2
// OUT: 	v_lshrrev_b32 v2, 4, v2
// OUT: 	v_lshlrev_b32 v0, 3, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
// OUT: 	v_lshlrev_b32 v1, 3, v1
// OUT: 	v_lshlrev_b32 v2, 3, v2
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
// OUT: 	v_lshl_add_u32 v0, v0, 4, v3
// OUT: 	v_lshl_add_u32 v1, v4, 6, v1
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
// OUT: 	v_lshl_add_u32 v2, v2, 4, v5
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
// OUT: 	v_lshlrev_b32 v1, 1, v1
// OUT: 	v_lshlrev_b32 v2, 1, v2
// OUT: 	s_wait_kmcnt 0
// OUT: 	s_mov_b32 s8, s4
// OUT: 	global_load_b32 v3, v0, s[2:3]
// OUT: 	global_load_b32 v4, v0, s[2:3] offset:64
// OUT: 	global_load_b32 v5, v0, s[2:3] offset:128
// OUT: 	global_load_b32 v6, v0, s[2:3] offset:192
// OUT: 	global_load_b32 v7, v0, s[2:3] offset:256
// OUT: 	global_load_b32 v8, v0, s[2:3] offset:320
// OUT: 	global_load_b32 v9, v0, s[2:3] offset:384
// OUT: 	global_load_b32 v10, v0, s[2:3] offset:448
// OUT: 	s_mov_b32 s9, s5
// OUT: 	s_mov_b32 s10, s6
// OUT: 	s_mov_b32 s11, s7
// OUT: .L0_0:
// OUT: 	global_load_u16 v0, v1, s[8:9]
// OUT: 	global_load_u16 v11, v1, s[8:9] offset:2
// OUT: 	global_load_u16 v12, v1, s[8:9] offset:4
// OUT: 	global_load_u16 v13, v1, s[8:9] offset:6
// OUT: 	global_load_u16 v14, v1, s[8:9] offset:8
// OUT: 	global_load_u16 v15, v1, s[8:9] offset:10
// OUT: 	global_load_u16 v16, v1, s[8:9] offset:12
// OUT: 	global_load_u16 v17, v1, s[8:9] offset:14
// OUT: 	global_load_u16 v18, v2, s[10:11]
// OUT: 	global_load_u16 v19, v2, s[10:11] offset:32
// OUT: 	global_load_u16 v20, v2, s[10:11] offset:64
// OUT: 	global_load_u16 v21, v2, s[10:11] offset:96
// OUT: 	global_load_u16 v22, v2, s[10:11] offset:128
// OUT: 	global_load_u16 v23, v2, s[10:11] offset:160
// OUT: 	global_load_u16 v24, v2, s[10:11] offset:192
// OUT: 	global_load_u16 v25, v2, s[10:11] offset:224
// OUT: 	s_add_co_u32 s8, s8, 32
// OUT: 	s_add_co_ci_u32 s9, s9, 0
// OUT: 	s_add_co_u32 s10, s10, 0x200
// OUT: 	s_add_co_ci_u32 s11, s11, 0
// OUT: 	s_add_co_i32 s0, s0, 16
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1)
// OUT: 	s_cmp_lt_i32 s0, 64
// OUT: 	s_wait_loadcnt 14
// OUT: 	v_lshl_or_b32 v26, v11, 16, v0
// OUT: 	s_wait_loadcnt 12
// OUT: 	v_lshl_or_b32 v27, v13, 16, v12
// OUT: 	s_wait_loadcnt 10
// OUT: 	v_lshl_or_b32 v28, v15, 16, v14
// OUT: 	s_wait_loadcnt 8
// OUT: 	v_lshl_or_b32 v29, v17, 16, v16
// OUT: 	s_wait_loadcnt 6
// OUT: 	v_lshl_or_b32 v11, v19, 16, v18
// OUT: 	s_wait_loadcnt 4
// OUT: 	v_lshl_or_b32 v12, v21, 16, v20
// OUT: 	s_wait_loadcnt 2
// OUT: 	v_lshl_or_b32 v13, v23, 16, v22
// OUT: 	s_wait_loadcnt 0
// OUT: 	v_lshl_or_b32 v14, v25, 16, v24
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_wmma_f32_16x16x16_f16 v[3:10], v[26:29], v[11:14], v[3:10]
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
// OUT: 	v_and_b32 v1, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_lshlrev_b32 v0, 3, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
// OUT: 	v_lshl_add_u32 v0, v0, 4, v1
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	global_store_b32 v0, v3, s[2:3]
// OUT: 	global_store_b32 v0, v4, s[2:3] offset:64
// OUT: 	global_store_b32 v0, v5, s[2:3] offset:128
// OUT: 	global_store_b32 v0, v6, s[2:3] offset:192
// OUT: 	global_store_b32 v0, v7, s[2:3] offset:256
// OUT: 	global_store_b32 v0, v8, s[2:3] offset:320
// OUT: 	global_store_b32 v0, v9, s[2:3] offset:384
// OUT: 	global_store_b32 v0, v10, s[2:3] offset:448
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel product
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
// OUT: 		.amdhsa_next_free_vgpr 30
// OUT: 		.amdhsa_next_free_sgpr 12
// OUT: 		.amdhsa_reserve_vcc 0
// OUT: 		.amdhsa_float_round_mode_32 0
// OUT: 		.amdhsa_float_round_mode_16_64 0
// OUT: 		.amdhsa_float_denorm_mode_32 3
// OUT: 		.amdhsa_float_denorm_mode_16_64 3
// OUT: 		.amdhsa_fp16_overflow 0
// OUT: 		.amdhsa_workgroup_processor_mode 1
// OUT: 		.amdhsa_memory_ordered 1
// OUT: 		.amdhsa_forward_progress 1
// OUT: 		.amdhsa_inst_pref_size 6
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
// OUT:       - .address_space:  global
// OUT:         .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 64
// OUT:     .name:           product
// OUT:     .private_segment_fixed_size: 0
// OUT:     .reqd_workgroup_size:
// OUT:       - 64
// OUT:       - 1
// OUT:       - 1
// OUT:     .sgpr_count:     12
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         product.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     30
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
// OUT: 	.globl	product
// OUT: 	.protected	product
// OUT: 	.type	product,@function
// OUT: 	.size	product, 424
// OUT: product:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	s_load_dwordx2 s[2:3], s[0:1], 0x10
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v0, -1, v0
// OUT: 	v_and_b32 v1, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	v_lshl_add_u32 v0, v0, 4, v1
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_mov_b32 s0, 0
// OUT: 	v_mbcnt_lo_u32_b32 v1, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v1, -1, v1
// OUT: 	v_and_b32 v2, 15, v1
// OUT: 	v_lshrrev_b32 v1, 4, v1
// OUT: 	v_lshlrev_b32 v1, 2, v1
// OUT: 	v_lshl_add_u32 v1, v2, 6, v1
// OUT: 	v_lshlrev_b32 v1, 1, v1
// OUT: 	v_mbcnt_lo_u32_b32 v2, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v2, -1, v2
// OUT: 	v_and_b32 v3, 15, v2
// OUT: 	v_lshrrev_b32 v2, 4, v2
// OUT: 	v_lshlrev_b32 v2, 2, v2
// OUT: 	v_lshl_add_u32 v2, v2, 4, v3
// OUT: 	v_lshlrev_b32 v2, 1, v2
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_mov_b32 s8, s4
// OUT: 	global_load_dword v4, v0, s[2:3]
// OUT: 	global_load_dword v5, v0, s[2:3] offset:64
// OUT: 	global_load_dword v6, v0, s[2:3] offset:128
// OUT: 	global_load_dword v7, v0, s[2:3] offset:192
// OUT: 	s_mov_b32 s9, s5
// OUT: 	s_mov_b32 s10, s6
// OUT: 	s_mov_b32 s11, s7
// OUT: .L0_0:
// OUT: 	global_load_ushort v0, v1, s[8:9]
// OUT: 	global_load_ushort v3, v1, s[8:9] offset:2
// OUT: 	global_load_ushort v8, v1, s[8:9] offset:4
// OUT: 	global_load_ushort v9, v1, s[8:9] offset:6
// OUT: 	global_load_ushort v10, v2, s[10:11]
// OUT: 	global_load_ushort v11, v2, s[10:11] offset:32
// OUT: 	global_load_ushort v12, v2, s[10:11] offset:64
// OUT: 	global_load_ushort v13, v2, s[10:11] offset:96
// OUT: 	s_add_u32 s8, s8, 32
// OUT: 	s_addc_u32 s9, s9, 0
// OUT: 	s_add_u32 s10, s10, 0x200
// OUT: 	s_addc_u32 s11, s11, 0
// OUT: 	s_add_i32 s0, s0, 16
// OUT: 	s_cmp_lt_i32 s0, 64
// OUT: 	s_waitcnt vmcnt(6)
// OUT: 	v_lshl_or_b32 v14, v3, 16, v0
// OUT: 	s_waitcnt vmcnt(4)
// OUT: 	v_lshl_or_b32 v15, v9, 16, v8
// OUT: 	s_waitcnt vmcnt(2)
// OUT: 	v_lshl_or_b32 v8, v11, 16, v10
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_lshl_or_b32 v9, v13, 16, v12
// OUT: 	s_nop 1
// OUT: 	v_mfma_f32_16x16x16_f16 v[4:7], v[14:15], v[8:9], v[4:7]
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v0, -1, v0
// OUT: 	v_and_b32 v1, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	v_lshl_add_u32 v0, v0, 4, v1
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	global_store_dword v0, v4, s[2:3]
// OUT: 	global_store_dword v0, v5, s[2:3] offset:64
// OUT: 	global_store_dword v0, v6, s[2:3] offset:128
// OUT: 	global_store_dword v0, v7, s[2:3] offset:192
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel product
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
// OUT: 		.amdhsa_next_free_vgpr 16
// OUT: 		.amdhsa_next_free_sgpr 12
// OUT: 		.amdhsa_accum_offset 16
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
// OUT:       - .address_space:  global
// OUT:         .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 64
// OUT:     .name:           product
// OUT:     .private_segment_fixed_size: 0
// OUT:     .reqd_workgroup_size:
// OUT:       - 64
// OUT:       - 1
// OUT:       - 1
// OUT:     .sgpr_count:     18
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         product.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     16
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
// OUT: 	.globl	product
// OUT: 	.protected	product
// OUT: 	.type	product,@function
// OUT: 	.size	product, 428
// OUT: product:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	s_load_dwordx2 s[2:3], s[0:1], 0x10
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v0, -1, v0
// OUT: 	v_and_b32 v1, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	v_lshl_add_u32 v0, v0, 4, v1
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_mov_b32 s0, 0
// OUT: 	v_mbcnt_lo_u32_b32 v1, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v1, -1, v1
// OUT: 	v_and_b32 v2, 15, v1
// OUT: 	v_lshrrev_b32 v1, 4, v1
// OUT: 	v_lshlrev_b32 v1, 2, v1
// OUT: 	v_lshl_add_u32 v1, v2, 6, v1
// OUT: 	v_lshlrev_b32 v1, 1, v1
// OUT: 	v_mbcnt_lo_u32_b32 v2, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v2, -1, v2
// OUT: 	v_and_b32 v3, 15, v2
// OUT: 	v_lshrrev_b32 v2, 4, v2
// OUT: 	v_lshlrev_b32 v2, 2, v2
// OUT: 	v_lshl_add_u32 v2, v2, 4, v3
// OUT: 	v_lshlrev_b32 v2, 1, v2
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_mov_b32 s8, s4
// OUT: 	global_load_dword v4, v0, s[2:3]
// OUT: 	global_load_dword v5, v0, s[2:3] offset:64
// OUT: 	global_load_dword v6, v0, s[2:3] offset:128
// OUT: 	global_load_dword v7, v0, s[2:3] offset:192
// OUT: 	s_mov_b32 s9, s5
// OUT: 	s_mov_b32 s10, s6
// OUT: 	s_mov_b32 s11, s7
// OUT: .L0_0:
// OUT: 	global_load_ushort v0, v1, s[8:9]
// OUT: 	global_load_ushort v3, v1, s[8:9] offset:2
// OUT: 	global_load_ushort v8, v1, s[8:9] offset:4
// OUT: 	global_load_ushort v9, v1, s[8:9] offset:6
// OUT: 	global_load_ushort v10, v2, s[10:11]
// OUT: 	global_load_ushort v11, v2, s[10:11] offset:32
// OUT: 	global_load_ushort v12, v2, s[10:11] offset:64
// OUT: 	global_load_ushort v13, v2, s[10:11] offset:96
// OUT: 	s_add_u32 s8, s8, 32
// OUT: 	s_addc_u32 s9, s9, 0
// OUT: 	s_add_u32 s10, s10, 0x200
// OUT: 	s_addc_u32 s11, s11, 0
// OUT: 	s_add_i32 s0, s0, 16
// OUT: 	s_cmp_lt_i32 s0, 64
// OUT: 	s_waitcnt vmcnt(6)
// OUT: 	v_lshl_or_b32 v14, v3, 16, v0
// OUT: 	s_waitcnt vmcnt(4)
// OUT: 	v_lshl_or_b32 v15, v9, 16, v8
// OUT: 	s_waitcnt vmcnt(2)
// OUT: 	v_lshl_or_b32 v8, v11, 16, v10
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_lshl_or_b32 v9, v13, 16, v12
// OUT: 	s_nop 1
// OUT: 	v_mfma_f32_16x16x16f16 v[4:7], v[14:15], v[8:9], v[4:7]
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	v_mbcnt_lo_u32_b32 v0, -1, 0
// OUT: 	v_mbcnt_hi_u32_b32 v0, -1, v0
// OUT: 	v_and_b32 v1, 15, v0
// OUT: 	v_lshrrev_b32 v0, 4, v0
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	v_lshl_add_u32 v0, v0, 4, v1
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_nop 2
// OUT: 	global_store_dword v0, v4, s[2:3]
// OUT: 	global_store_dword v0, v5, s[2:3] offset:64
// OUT: 	global_store_dword v0, v6, s[2:3] offset:128
// OUT: 	global_store_dword v0, v7, s[2:3] offset:192
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel product
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
// OUT: 		.amdhsa_next_free_vgpr 16
// OUT: 		.amdhsa_next_free_sgpr 12
// OUT: 		.amdhsa_accum_offset 16
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
// OUT:       - .address_space:  global
// OUT:         .offset:         16
// OUT:         .size:           8
// OUT:         .value_kind:     global_buffer
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 24
// OUT:     .max_flat_workgroup_size: 64
// OUT:     .name:           product
// OUT:     .private_segment_fixed_size: 0
// OUT:     .reqd_workgroup_size:
// OUT:       - 64
// OUT:       - 1
// OUT:       - 1
// OUT:     .sgpr_count:     16
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         product.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     16
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
