// RUN: compile --target=sm_90 --bounds=trap --emit=ptx
// Both checks go to one end of the kernel, where the first thread reports; a product of matrices needs all lanes, so there the
// threads that report execute trap.
gpu.module @kernels {
  gpu.func @two(%x: memref<?xf32>, %y: memref<8xf32>, %i: index) kernel {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<8xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "bounds.mlir"
// OUT:
// OUT: .visible .global .align 8 .b64 warpline$report[2];
// OUT:
// OUT: .visible .entry two(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2,
// OUT: 	.param .u64 param_3
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<5>;
// OUT: 	.reg .b32 %r<11>;
// OUT: 	.reg .b64 %d<22>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	ld.param.b64 %d4, [param_3];
// OUT: 	.loc 1 6 10
// OUT: 	setp.lt.u64 %p1, %d4, %d2;
// OUT: 	@%p1 bra $L2;
// OUT: 	mov.b32 %r1, 1;
// OUT: 	mov.b64 %d5, 1;
// OUT: 	mov.b64 %d6, %d4;
// OUT: 	mov.b64 %d7, %d2;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	shl.b64 %d8, %d4, 2;
// OUT: 	add.s64 %d9, %d1, %d8;
// OUT: 	ld.global.b32 %r2, [%d9];
// OUT: 	.loc 1 7 5
// OUT: 	setp.lt.u64 %p2, %d4, 8;
// OUT: 	@%p2 bra $L3;
// OUT: 	mov.b32 %r1, 2;
// OUT: 	mov.b64 %d5, 1;
// OUT: 	mov.b64 %d6, %d4;
// OUT: 	mov.b64 %d7, 8;
// OUT: 	bra $L1;
// OUT: $L3:
// OUT: 	cvt.u32.u64 %r3, %d4;
// OUT: 	mul.wide.u32 %d10, %r3, 4;
// OUT: 	add.s64 %d11, %d3, %d10;
// OUT: 	st.global.b32 [%d11], %r2;
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: $L1:
// OUT: 	mov.u64 %d12, warpline$report;
// OUT: 	atom.global.cas.b32 %r4, [%d12], 0, %r1;
// OUT: 	setp.ne.s32 %p3, %r4, 0;
// OUT: 	@%p3 exit;
// OUT: 	ld.global.u64 %d13, [%d12+8];
// OUT: 	setp.eq.s64 %p4, %d13, 0;
// OUT: 	@%p4 bra $L4;
// OUT: 	cvt.u64.u32 %d14, %r1;
// OUT: 	mov.u32 %r5, %ctaid.x;
// OUT: 	cvt.u64.u32 %d15, %r5;
// OUT: 	mov.u32 %r6, %tid.x;
// OUT: 	cvt.u64.u32 %d16, %r6;
// OUT: 	mov.u32 %r7, %ctaid.y;
// OUT: 	cvt.u64.u32 %d17, %r7;
// OUT: 	mov.u32 %r8, %tid.y;
// OUT: 	cvt.u64.u32 %d18, %r8;
// OUT: 	mov.u32 %r9, %ctaid.z;
// OUT: 	cvt.u64.u32 %d19, %r9;
// OUT: 	mov.u32 %r10, %tid.z;
// OUT: 	cvt.u64.u32 %d20, %r10;
// OUT: 	mov.b64 %d21, 1;
// OUT: 	st.global.u64 [%d13+8], %d21;
// OUT: 	st.global.u64 [%d13+16], %d5;
// OUT: 	st.global.u64 [%d13+40], %d15;
// OUT: 	st.global.u64 [%d13+64], %d16;
// OUT: 	st.global.u64 [%d13+48], %d17;
// OUT: 	st.global.u64 [%d13+72], %d18;
// OUT: 	st.global.u64 [%d13+56], %d19;
// OUT: 	st.global.u64 [%d13+80], %d20;
// OUT: 	st.global.u64 [%d13+24], %d6;
// OUT: 	st.global.u64 [%d13+32], %d7;
// OUT: 	membar.sys;
// OUT: 	st.global.u64 [%d13], %d14;
// OUT: 	exit;
// OUT: $L4:
// OUT: 	membar.sys;
// OUT: 	trap;
// OUT: }
// -----
gpu.module @kernels {
  gpu.func @product(%a: memref<16x16xf16>, %c: memref<16x16xf32>, %x: memref<?xf32>, %i: index) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%i] : memref<?xf32>
    %start = gpu.subgroup_mma_constant_matrix %v : !gpu.mma_matrix<16x16xf32, "COp">
    %l = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %r = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %p = gpu.subgroup_mma_compute %l, %r, %start : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "bounds.mlir"
// OUT:
// OUT: .visible .global .align 8 .b64 warpline$report[2];
// OUT:
// OUT: .visible .entry product(
// OUT: 	.param .u64 .ptr .global .align 2 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2,
// OUT: 	.param .u64 param_3,
// OUT: 	.param .u64 param_4
// OUT: )
// OUT: .reqntid 32, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<32>;
// OUT: 	.reg .b64 %d<21>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	ld.param.u64 %d4, [param_3];
// OUT: 	ld.param.b64 %d5, [param_4];
// OUT: 	.loc 1 5 10
// OUT: 	setp.lt.u64 %p1, %d5, %d4;
// OUT: 	@%p1 bra $L2;
// OUT: 	mov.b32 %r1, 1;
// OUT: 	mov.b64 %d6, 1;
// OUT: 	mov.b64 %d7, %d5;
// OUT: 	mov.b64 %d8, %d4;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	shl.b64 %d9, %d5, 2;
// OUT: 	add.s64 %d10, %d3, %d9;
// OUT: 	ld.global.b32 %r2, [%d10];
// OUT: 	.loc 1 7 10
// OUT: 	wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10}, [%d1], 16;
// OUT: 	.loc 1 8 10
// OUT: 	wmma.load.b.sync.aligned.row.m16n16k16.global.f16 {%r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18}, [%d1], 16;
// OUT: 	.loc 1 9 10
// OUT: 	wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26}, {%r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10}, {%r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18}, {%r2, %r2, %r2, %r2, %r2, %r2, %r2, %r2};
// OUT: 	.loc 1 10 5
// OUT: 	wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%d2], {%r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26}, 16;
// OUT: 	.loc 1 11 5
// OUT: 	ret;
// OUT: $L1:
// OUT: 	mov.u64 %d11, warpline$report;
// OUT: 	atom.global.cas.b32 %r27, [%d11], 0, %r1;
// OUT: 	setp.ne.s32 %p2, %r27, 0;
// OUT: 	@%p2 exit;
// OUT: 	ld.global.u64 %d12, [%d11+8];
// OUT: 	setp.eq.s64 %p3, %d12, 0;
// OUT: 	@%p3 bra $L3;
// OUT: 	cvt.u64.u32 %d13, %r1;
// OUT: 	mov.u32 %r28, %ctaid.x;
// OUT: 	cvt.u64.u32 %d14, %r28;
// OUT: 	mov.u32 %r29, %tid.x;
// OUT: 	cvt.u64.u32 %d15, %r29;
// OUT: 	mov.u32 %r30, %ctaid.y;
// OUT: 	cvt.u64.u32 %d16, %r30;
// OUT: 	mov.u32 %r31, %ctaid.z;
// OUT: 	cvt.u64.u32 %d17, %r31;
// OUT: 	mov.b64 %d18, 1;
// OUT: 	st.global.u64 [%d12+8], %d18;
// OUT: 	st.global.u64 [%d12+16], %d6;
// OUT: 	st.global.u64 [%d12+40], %d14;
// OUT: 	st.global.u64 [%d12+64], %d15;
// OUT: 	st.global.u64 [%d12+48], %d16;
// OUT: 	mov.b64 %d19, 0;
// OUT: 	st.global.u64 [%d12+72], %d19;
// OUT: 	st.global.u64 [%d12+56], %d17;
// OUT: 	mov.b64 %d20, 0;
// OUT: 	st.global.u64 [%d12+80], %d20;
// OUT: 	st.global.u64 [%d12+24], %d7;
// OUT: 	st.global.u64 [%d12+32], %d8;
// OUT: 	membar.sys;
// OUT: 	st.global.u64 [%d12], %d13;
// OUT: $L3:
// OUT: 	membar.sys;
// OUT: 	trap;
// OUT: }
