// RUN: compile --target=gfx1100 --emit=asm
// RUN: compile --target=gfx1201 --emit=asm
// RUN: compile --target=gfx942 --emit=asm
// RUN: compile --target=gfx90a --emit=asm

// A kernel that waits for another one through memory: what it wrote is visible before its atomic operation, and what it
// reads after that comes from behind the caches.
gpu.module @kernels {
  gpu.func @meet(%count: memref<1xi32>, %data: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %x = arith.constant 1.0 : f32
    memref.store %x, %data[%c0] : memref<2xf32>
    %old = memref.atomic_rmw addi %one, %count[%c0] : (i32, memref<1xi32>) -> i32
    scf.while : () -> () {
      %seen = memref.atomic_rmw addi %none, %count[%c0] : (i32, memref<1xi32>) -> i32
      %early = arith.cmpi slt, %seen, %two : i32
      scf.condition(%early)
    } do {
      scf.yield
    }
    %y = memref.load %data[%c1] : memref<2xf32>
    memref.store %y, %data[%c0] : memref<2xf32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	meet
// OUT: 	.protected	meet
// OUT: 	.type	meet,@function
// OUT: 	.size	meet, 168
// OUT: meet:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	v_dual_mov_b32 v0, 1 :: v_dual_mov_b32 v1, 0
// OUT: 	v_dual_mov_b32 v2, 0x3f800000 :: v_dual_mov_b32 v3, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_store_b32 v3, v2, s[6:7]
// OUT: 	s_waitcnt_vscnt null, 0
// OUT: 	global_atomic_add_u32 v1, v0, s[4:5]
// OUT: 	s_waitcnt_vscnt null, 0
// OUT: 	buffer_gl1_inv
// OUT: 	buffer_gl0_inv
// OUT: 	s_mov_b32 s0, exec_lo
// OUT: 	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 0
// OUT: .L0_0:
// OUT: 	s_waitcnt_vscnt null, 0
// OUT: 	global_atomic_add_u32 v2, v1, v0, s[4:5] glc
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	buffer_gl1_inv
// OUT: 	buffer_gl0_inv
// OUT: 	v_cmp_lt_i32 vcc_lo, v2, 2
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	s_and_b32 exec_lo, exec_lo, vcc_lo
// OUT: 	s_cbranch_execnz .L0_0
// OUT: .L0_1:
// OUT: 	s_mov_b32 exec_lo, s0
// OUT: 	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 0
// OUT: 	global_load_b32 v0, v0, s[6:7] offset:4
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_b32 v1, v0, s[6:7]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel meet
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
// OUT: 		.amdhsa_next_free_vgpr 4
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
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           meet
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     10
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         meet.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     4
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
// OUT: 	.globl	meet
// OUT: 	.protected	meet
// OUT: 	.type	meet,@function
// OUT: 	.size	meet, 180
// OUT: meet:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	v_dual_mov_b32 v0, 1 :: v_dual_mov_b32 v1, 0
// OUT: 	v_dual_mov_b32 v2, 0x3f800000 :: v_dual_mov_b32 v3, 0
// OUT: 	s_wait_kmcnt 0
// OUT: 	global_store_b32 v3, v2, s[6:7]
// OUT: 	s_wait_storecnt 0
// OUT: 	global_atomic_add_u32 v1, v0, s[4:5] scope:SCOPE_DEV
// OUT: 	s_wait_storecnt 0
// OUT: 	global_inv scope:SCOPE_DEV
// OUT: 	s_mov_b32 s0, exec_lo
// OUT: 	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 0
// OUT: .L0_0:
// OUT: 	s_wait_storecnt 0
// OUT: 	global_atomic_add_u32 v2, v1, v0, s[4:5] th:TH_ATOMIC_RETURN scope:SCOPE_DEV
// OUT: 	s_wait_loadcnt 0
// OUT: 	global_inv scope:SCOPE_DEV
// OUT: 	v_cmp_lt_i32 vcc_lo, v2, 2
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	s_and_b32 exec_lo, exec_lo, vcc_lo
// OUT: 	s_cbranch_execnz .L0_0
// OUT: .L0_1:
// OUT: 	s_mov_b32 exec_lo, s0
// OUT: 	v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 0
// OUT: 	global_load_b32 v0, v0, s[6:7] offset:4
// OUT: 	s_wait_loadcnt 0
// OUT: 	global_store_b32 v1, v0, s[6:7]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel meet
// OUT: 		.amdhsa_group_segment_fixed_size 0
// OUT: 		.amdhsa_private_segment_fixed_size 0
// OUT: 		.amdhsa_kernarg_size 16
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
// OUT: 		.amdhsa_next_free_vgpr 4
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
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           meet
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     10
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         meet.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     4
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
// OUT: 	.globl	meet
// OUT: 	.protected	meet
// OUT: 	.type	meet,@function
// OUT: 	.size	meet, 168
// OUT: meet:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 1
// OUT: 	v_mov_b32 v1, 0
// OUT: 	v_mov_b32 v2, 0x3f800000
// OUT: 	v_mov_b32 v3, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_store_dword v3, v2, s[6:7]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	buffer_wbl2 sc1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_atomic_add v1, v0, s[4:5]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	buffer_inv sc1
// OUT: 	s_mov_b64 s[0:1], exec
// OUT: 	v_mov_b32 v0, 0
// OUT: 	v_mov_b32 v1, 0
// OUT: .L0_0:
// OUT: 	buffer_wbl2 sc1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_atomic_add v2, v1, v0, s[4:5] sc0
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	buffer_inv sc1
// OUT: 	v_cmp_lt_i32 vcc, v2, 2
// OUT: 	s_and_b64 exec, exec, vcc
// OUT: 	s_cbranch_execnz .L0_0
// OUT: .L0_1:
// OUT: 	s_mov_b64 exec, s[0:1]
// OUT: 	v_mov_b32 v0, 0
// OUT: 	global_load_dword v0, v0, s[6:7] offset:4
// OUT: 	v_mov_b32 v1, 0
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v1, v0, s[6:7]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel meet
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
// OUT: 		.amdhsa_next_free_vgpr 4
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 4
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
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           meet
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     14
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         meet.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     4
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
// OUT: 	.globl	meet
// OUT: 	.protected	meet
// OUT: 	.type	meet,@function
// OUT: 	.size	meet, 148
// OUT: meet:
// OUT: 	s_load_dwordx4 s[4:7], s[0:1], 0x0
// OUT: 	v_mov_b32 v0, 1
// OUT: 	v_mov_b32 v1, 0
// OUT: 	v_mov_b32 v2, 0x3f800000
// OUT: 	v_mov_b32 v3, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_store_dword v3, v2, s[6:7]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_atomic_add v1, v0, s[4:5]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	buffer_wbinvl1_vol
// OUT: 	s_mov_b64 s[0:1], exec
// OUT: 	v_mov_b32 v0, 0
// OUT: 	v_mov_b32 v1, 0
// OUT: .L0_0:
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_atomic_add v2, v1, v0, s[4:5] glc
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	buffer_wbinvl1_vol
// OUT: 	v_cmp_lt_i32 vcc, v2, 2
// OUT: 	s_and_b64 exec, exec, vcc
// OUT: 	s_cbranch_execnz .L0_0
// OUT: .L0_1:
// OUT: 	s_mov_b64 exec, s[0:1]
// OUT: 	v_mov_b32 v0, 0
// OUT: 	global_load_dword v0, v0, s[6:7] offset:4
// OUT: 	v_mov_b32 v1, 0
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	global_store_dword v1, v0, s[6:7]
// OUT: 	s_endpgm
// OUT: 	.fill 256, 4, 0xbf800000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel meet
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
// OUT: 		.amdhsa_next_free_vgpr 4
// OUT: 		.amdhsa_next_free_sgpr 8
// OUT: 		.amdhsa_accum_offset 4
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
// OUT:     .group_segment_fixed_size: 0
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           meet
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     12
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         meet.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     4
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 64
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
