// RUN: compile --target=gfx1100 --emit=asm

// A loop with the same bounds in all lanes is one of the wave; another one runs while any lane is in it.
gpu.module @kernels {
  gpu.func @uniform(%m: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %m[%i] : memref<64xf32>
      %next = arith.addf %s, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %m[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @divergent(%m: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %n = memref.load %m[%t] : memref<64xi32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c1) -> i32 : i32 {
      %next = arith.muli %s, %n : i32
      scf.yield %next : i32
    }
    memref.store %sum, %m[%t] : memref<64xi32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	uniform
// OUT: 	.protected	uniform
// OUT: 	.type	uniform,@function
// OUT: 	.size	uniform, 96
// OUT: uniform:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_dual_mov_b32 v1, 0 :: v_dual_and_b32 v0, 0x3ff, v0
// OUT: 	s_mov_b32 s0, 0
// OUT: 	v_mov_b32 v2, 0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_mov_b32 s4, s2
// OUT: 	s_mov_b32 s5, s3
// OUT: .L0_0:
// OUT: 	global_load_b32 v3, v2, s[4:5]
// OUT: 	s_add_u32 s4, s4, 4
// OUT: 	s_addc_u32 s5, s5, 0
// OUT: 	s_add_i32 s0, s0, 1
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1)
// OUT: 	s_cmp_lt_i32 s0, 64
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_add_f32 v1, v1, v3
// OUT: 	s_cbranch_scc1 .L0_0
// OUT: .L0_1:
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	global_store_b32 v0, v1, s[2:3]
// OUT: 	s_endpgm
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel uniform
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
// OUT: 		.amdhsa_next_free_vgpr 4
// OUT: 		.amdhsa_next_free_sgpr 6
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
// OUT: 	.globl	divergent
// OUT: 	.protected	divergent
// OUT: 	.type	divergent,@function
// OUT: 	.size	divergent, 116
// OUT: divergent:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_dual_mov_b32 v1, 1 :: v_dual_and_b32 v0, 0x3ff, v0
// OUT: 	s_mov_b32 s0, 0
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v2, v0, s[2:3]
// OUT: 	s_mov_b32 s1, exec_lo
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	v_cmp_lt_i32 vcc_lo, s0, v2
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	s_and_b32 exec_lo, exec_lo, vcc_lo
// OUT: 	s_cbranch_execz .L1_1
// OUT: .L1_0:
// OUT: 	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(SALU_CYCLE_1)
// OUT: 	v_mul_lo_u32 v1, v1, v2
// OUT: 	s_add_i32 s0, s0, 1
// OUT: 	v_cmp_lt_i32 vcc_lo, s0, v2
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	s_and_b32 exec_lo, exec_lo, vcc_lo
// OUT: 	s_cbranch_execnz .L1_0
// OUT: .L1_1:
// OUT: 	s_mov_b32 exec_lo, s1
// OUT: 	global_store_b32 v0, v1, s[2:3]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel divergent
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
// OUT: 		.amdhsa_next_free_vgpr 3
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
// OUT:     .name:           uniform
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     6
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         uniform.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     4
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
// OUT:     .name:           divergent
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     6
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         divergent.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     3
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
