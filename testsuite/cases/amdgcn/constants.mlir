// RUN: compile --target=gfx1100 --emit=asm

// A constant table is in '.rodata', before the code, and a variable in '.data', behind it.
gpu.module @kernels {
  memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 4.0, 8.0]>
  memref.global "private" @count : memref<1xi32> = dense<0>
  gpu.func @pick(%m: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %one = arith.constant 1 : i32
    %table = memref.get_global @table : memref<4xf32>
    %count = memref.get_global @count : memref<1xi32>
    %i = arith.andi %t, %c3 : index
    %v = memref.load %table[%i] : memref<4xf32>
    memref.store %v, %m[%t] : memref<64xf32>
    %old = memref.atomic_rmw addi %one, %count[%c0] : (i32, memref<1xi32>) -> i32
    gpu.return
  }
}

// OUT: 	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// OUT: 	.amdhsa_code_object_version 5
// OUT: 	.text
// OUT: 	.p2align	8
// OUT: 	.globl	pick
// OUT: 	.protected	pick
// OUT: 	.type	pick,@function
// OUT: 	.size	pick, 108
// OUT: pick:
// OUT: 	s_load_b64 s[2:3], s[0:1], 0x0
// OUT: 	v_and_b32 v0, 0x3ff, v0
// OUT: 	s_getpc_b64 s[0:1]
// OUT: 	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_2) | instid1(SALU_CYCLE_1)
// OUT: 	s_add_u32 s0, s0, warpline$global.1@rel32@lo+8
// OUT: 	s_addc_u32 s1, s1, -1
// OUT: 	s_getpc_b64 s[4:5]
// OUT: 	s_add_u32 s4, s4, warpline$global.2@rel32@lo+4
// OUT: 	v_and_b32 v1, 3, v0
// OUT: 	s_addc_u32 s5, s5, 0
// OUT: 	v_lshlrev_b32 v0, 2, v0
// OUT: 	s_delay_alu instid0(VALU_DEP_2)
// OUT: 	v_lshlrev_b32 v1, 2, v1
// OUT: 	global_load_b32 v1, v1, s[0:1]
// OUT: 	s_waitcnt vmcnt(0) lgkmcnt(0)
// OUT: 	global_store_b32 v0, v1, s[2:3]
// OUT: 	v_dual_mov_b32 v0, 1 :: v_dual_mov_b32 v1, 0
// OUT: 	global_atomic_add_u32 v1, v0, s[4:5]
// OUT: 	s_endpgm
// OUT: 	.fill 48, 4, 0xbf9f0000
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	6
// OUT: 	.amdhsa_kernel pick
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
// OUT: 	.section	.rodata,"a",@progbits
// OUT: 	.p2align	4
// OUT: 	.globl	warpline$global.1
// OUT: 	.protected	warpline$global.1
// OUT: 	.type	warpline$global.1,@object
// OUT: 	.size	warpline$global.1, 16
// OUT: warpline$global.1:
// OUT: 	.long	0x3f800000, 0x40000000, 0x40800000, 0x41000000
// OUT: 	.data
// OUT: 	.p2align	4
// OUT: 	.globl	warpline$report
// OUT: 	.protected	warpline$report
// OUT: 	.type	warpline$report,@object
// OUT: 	.size	warpline$report, 16
// OUT: warpline$report:
// OUT: 	.zero	16
// OUT: 	.globl	warpline$global.2
// OUT: 	.protected	warpline$global.2
// OUT: 	.type	warpline$global.2,@object
// OUT: 	.size	warpline$global.2, 4
// OUT: warpline$global.2:
// OUT: 	.zero	4
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
// OUT:     .name:           pick
// OUT:     .private_segment_fixed_size: 0
// OUT:     .sgpr_count:     6
// OUT:     .sgpr_spill_count: 0
// OUT:     .symbol:         pick.kd
// OUT:     .uniform_work_group_size: 1
// OUT:     .uses_dynamic_stack: false
// OUT:     .vgpr_count:     2
// OUT:     .vgpr_spill_count: 0
// OUT:     .wavefront_size: 32
// OUT:     .workgroup_processor_mode: 1
// OUT: amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
// OUT: amdhsa.version:
// OUT:   - 1
// OUT:   - 2
// OUT: ...
// OUT: 	.end_amdgpu_metadata
