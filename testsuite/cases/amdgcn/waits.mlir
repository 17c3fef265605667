// RUN: compile --target=gfx1100 --emit=asm

// The value comes from global memory in some lanes, from workgroup memory in others: the store waits for both.
gpu.module @kernels {
  gpu.func @either(%m: memref<64xf32>, %o: memref<64xf32>)
      workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c = arith.cmpi ult, %t, %c32 : index
    %zero = arith.constant 0.0 : f32
    memref.store %zero, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %v = scf.if %c -> f32 {
      %a = memref.load %m[%t] : memref<64xf32>
      scf.yield %a : f32
    } else {
      %b = memref.load %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      scf.yield %b : f32
    }
    memref.store %v, %o[%t] : memref<64xf32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	either
// OUT: 	.protected	either
// OUT: 	.type	either,@function
// OUT: 	.size	either, 108
// OUT: either:
// OUT: 	s_load_b128 s[4:7], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_cmp_lt_u32 vcc_lo, v0, 32
// OUT: 	v_dual_mov_b32 v2, 0 :: v_dual_lshlrev_b32 v1, 2, v0
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	ds_store_b32 v0, v2
// OUT: 	s_and_saveexec_b32 vcc_lo, vcc_lo
// OUT: 	s_cbranch_execz .L0_0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v2, v1, s[4:5]
// OUT: .L0_0:
// OUT: 	s_and_not1_b32 exec_lo, vcc_lo, exec_lo
// OUT: 	s_cbranch_execz .L0_1
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	ds_load_b32 v2, v0
// OUT: .L0_1:
// OUT: 	s_mov_b32 exec_lo, vcc_lo
// OUT: 	s_waitcnt vmcnt(0) lgkmcnt(0)
// OUT: 	global_store_b32 v1, v2, s[6:7]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel either
// OUT: 		.amdhsa_group_segment_fixed_size 256
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
// OUT: 		.amdhsa_next_free_vgpr 3
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
// OUT:     .group_segment_fixed_size: 256
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 16
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           either
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     10
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         either.kd
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
