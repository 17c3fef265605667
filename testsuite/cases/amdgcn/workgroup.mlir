// RUN: compile --target=gfx1100 --emit=asm

// Workgroup memory, a barrier that waits for the accesses before it, an exchange within rows of 16 lanes, and one among all.
gpu.module @kernels {
  gpu.func @exchange(%m: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %c63 = arith.constant 63 : index
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %v = memref.load %m[%t] : memref<64xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c63, %t : index
    %w = memref.load %s[%other] : memref<64xf32, #gpu.address_space<workgroup>>
    %a, %a_valid = gpu.shuffle xor %w, %c1, %c32 : f32
    %b, %b_valid = gpu.shuffle xor %w, %c16, %c32 : f32
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %m[%t] : memref<64xf32>
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	exchange
// OUT: 	.protected	exchange
// OUT: 	.type	exchange,@function
// OUT: 	.size	exchange, 128
// OUT: exchange:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_lshlrev_b32 v1, 2, v0
// OUT: 	v_lshlrev_b32 v2, 2, v0
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	global_load_b32 v3, v1, s[2:3]
// OUT: 	s_waitcnt vmcnt(0)
// OUT: 	ds_store_b32 v2, v3
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_barrier
// OUT: 	buffer_gl0_inv
// OUT: 	v_mul_lo_u32 v0, v0, -4
// OUT: 	ds_load_b32 v0, v0 offset:252
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	ds_swizzle_b32 v2, v0 offset:16415
// OUT: 	v_mov_b32_dpp v0, v0 row_xmask:1 row_mask:0xf bank_mask:0xf
// OUT: 	s_waitcnt lgkmcnt(0)
// OUT: 	s_delay_alu instid0(VALU_DEP_1)
// OUT: 	v_add_f32 v0, v0, v2
// OUT: 	global_store_b32 v1, v0, s[2:3]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel exchange
// OUT: 		.amdhsa_group_segment_fixed_size 256
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
// OUT:     .group_segment_fixed_size: 256
// OUT:     .kernarg_segment_align: 8
// OUT:     .kernarg_segment_size: 8
// OUT:     .max_flat_workgroup_size: 1024
// OUT:     .name:           exchange
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     4
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         exchange.kd
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
