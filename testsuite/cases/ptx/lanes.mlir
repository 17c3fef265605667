// RUN: compile --target=sm_75 --emit=ptx
// RUN: compile --target=sm_80 --emit=ptx

gpu.module @kernels {
  gpu.func @shuffles(%x: f64, %i: i32, %m: memref<1xf64>) kernel {
    %c0 = arith.constant 0 : index
    %four = arith.constant 4 : i32
    %width = arith.constant 32 : i32
    %a, %valid = gpu.shuffle xor %x, %four, %width : f64
    %b, %known = gpu.rotate %a, 3, 16 : f64
    %c = gpu.subgroup_broadcast %b, first_active_lane : f64
    memref.store %c, %m[%c0] : memref<1xf64>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "lanes.mlir"
// OUT:
// OUT: .visible .entry shuffles(
// OUT: 	.param .f64 param_0,
// OUT: 	.param .u32 param_1,
// OUT: 	.param .u64 .ptr .global .align 8 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<21>;
// OUT: 	.reg .b64 %d<18>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_2];
// OUT: 	.loc 1 9 18
// OUT: 	shr.u64 %d3, %d1, 32;
// OUT: 	cvt.u32.u64 %r1, %d1;
// OUT: 	shfl.sync.bfly.b32 %r2, %r1, 4, 31, -1;
// OUT: 	cvt.u64.u32 %d4, %r2;
// OUT: 	cvt.u32.u64 %r3, %d3;
// OUT: 	shfl.sync.bfly.b32 %r4, %r3, 4, 31, -1;
// OUT: 	cvt.u64.u32 %d5, %r4;
// OUT: 	shl.b64 %d6, %d5, 32;
// OUT: 	or.b64 %d7, %d6, %d4;
// OUT: 	.loc 1 10 18
// OUT: 	mov.u32 %r5, %laneid;
// OUT: 	add.s32 %r6, %r5, 3;
// OUT: 	and.b32 %r7, %r6, 15;
// OUT: 	and.b32 %r8, %r5, -16;
// OUT: 	or.b32 %r9, %r8, %r7;
// OUT: 	shr.u64 %d8, %d7, 32;
// OUT: 	cvt.u32.u64 %r10, %d7;
// OUT: 	shfl.sync.idx.b32 %r11, %r10, %r9, 31, -1;
// OUT: 	cvt.u64.u32 %d9, %r11;
// OUT: 	cvt.u32.u64 %r12, %d8;
// OUT: 	shfl.sync.idx.b32 %r13, %r12, %r9, 31, -1;
// OUT: 	cvt.u64.u32 %d10, %r13;
// OUT: 	shl.b64 %d11, %d10, 32;
// OUT: 	or.b64 %d12, %d11, %d9;
// OUT: 	.loc 1 11 10
// OUT: 	mov.pred %p1, 1;
// OUT: 	vote.sync.ballot.b32 %r14, %p1, -1;
// OUT: 	brev.b32 %r15, %r14;
// OUT: 	clz.b32 %r16, %r15;
// OUT: 	shr.u64 %d13, %d12, 32;
// OUT: 	cvt.u32.u64 %r17, %d12;
// OUT: 	shfl.sync.idx.b32 %r18, %r17, %r16, 31, -1;
// OUT: 	cvt.u64.u32 %d14, %r18;
// OUT: 	cvt.u32.u64 %r19, %d13;
// OUT: 	shfl.sync.idx.b32 %r20, %r19, %r16, 31, -1;
// OUT: 	cvt.u64.u32 %d15, %r20;
// OUT: 	shl.b64 %d16, %d15, 32;
// OUT: 	or.b64 %d17, %d16, %d14;
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b64 [%d2], %d17;
// OUT: 	.loc 1 13 5
// OUT: 	ret;
// OUT: }
// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "lanes.mlir"
// OUT:
// OUT: .visible .entry shuffles(
// OUT: 	.param .f64 param_0,
// OUT: 	.param .u32 param_1,
// OUT: 	.param .u64 .ptr .global .align 8 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<21>;
// OUT: 	.reg .b64 %d<18>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_2];
// OUT: 	.loc 1 9 18
// OUT: 	shr.u64 %d3, %d1, 32;
// OUT: 	cvt.u32.u64 %r1, %d1;
// OUT: 	shfl.sync.bfly.b32 %r2, %r1, 4, 31, -1;
// OUT: 	cvt.u64.u32 %d4, %r2;
// OUT: 	cvt.u32.u64 %r3, %d3;
// OUT: 	shfl.sync.bfly.b32 %r4, %r3, 4, 31, -1;
// OUT: 	cvt.u64.u32 %d5, %r4;
// OUT: 	shl.b64 %d6, %d5, 32;
// OUT: 	or.b64 %d7, %d6, %d4;
// OUT: 	.loc 1 10 18
// OUT: 	mov.u32 %r5, %laneid;
// OUT: 	add.s32 %r6, %r5, 3;
// OUT: 	and.b32 %r7, %r6, 15;
// OUT: 	and.b32 %r8, %r5, -16;
// OUT: 	or.b32 %r9, %r8, %r7;
// OUT: 	shr.u64 %d8, %d7, 32;
// OUT: 	cvt.u32.u64 %r10, %d7;
// OUT: 	shfl.sync.idx.b32 %r11, %r10, %r9, 31, -1;
// OUT: 	cvt.u64.u32 %d9, %r11;
// OUT: 	cvt.u32.u64 %r12, %d8;
// OUT: 	shfl.sync.idx.b32 %r13, %r12, %r9, 31, -1;
// OUT: 	cvt.u64.u32 %d10, %r13;
// OUT: 	shl.b64 %d11, %d10, 32;
// OUT: 	or.b64 %d12, %d11, %d9;
// OUT: 	.loc 1 11 10
// OUT: 	mov.pred %p1, 1;
// OUT: 	vote.sync.ballot.b32 %r14, %p1, -1;
// OUT: 	brev.b32 %r15, %r14;
// OUT: 	clz.b32 %r16, %r15;
// OUT: 	shr.u64 %d13, %d12, 32;
// OUT: 	cvt.u32.u64 %r17, %d12;
// OUT: 	shfl.sync.idx.b32 %r18, %r17, %r16, 31, -1;
// OUT: 	cvt.u64.u32 %d14, %r18;
// OUT: 	cvt.u32.u64 %r19, %d13;
// OUT: 	shfl.sync.idx.b32 %r20, %r19, %r16, 31, -1;
// OUT: 	cvt.u64.u32 %d15, %r20;
// OUT: 	shl.b64 %d16, %d15, 32;
// OUT: 	or.b64 %d17, %d16, %d14;
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b64 [%d2], %d17;
// OUT: 	.loc 1 13 5
// OUT: 	ret;
// OUT: }
// -----

// Full subgroups: five steps, or one instruction where the chip has it.
gpu.module @kernels {
  gpu.func @reduce(%m: memref<64xi32>, %n: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xi32>
    %sum = gpu.subgroup_reduce add %x : (i32) -> i32
    memref.store %sum, %m[%t] : memref<64xi32>
    %y = memref.load %n[%t] : memref<64xf32>
    %most = gpu.subgroup_reduce maximumf %y cluster(size = 8) : (f32) -> f32
    memref.store %most, %n[%t] : memref<64xf32>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "lanes.mlir"
// OUT:
// OUT: .visible .entry reduce(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: .reqntid 64, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<26>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 6 10
// OUT: 	mul.wide.u32 %d3, %r1, 4;
// OUT: 	add.s64 %d4, %d1, %d3;
// OUT: 	ld.global.b32 %r2, [%d4];
// OUT: 	.loc 1 7 12
// OUT: 	shfl.sync.bfly.b32 %r3, %r2, 16, 31, -1;
// OUT: 	add.s32 %r4, %r2, %r3;
// OUT: 	shfl.sync.bfly.b32 %r5, %r4, 8, 31, -1;
// OUT: 	add.s32 %r6, %r4, %r5;
// OUT: 	shfl.sync.bfly.b32 %r7, %r6, 4, 31, -1;
// OUT: 	add.s32 %r8, %r6, %r7;
// OUT: 	shfl.sync.bfly.b32 %r9, %r8, 2, 31, -1;
// OUT: 	add.s32 %r10, %r8, %r9;
// OUT: 	shfl.sync.bfly.b32 %r11, %r10, 1, 31, -1;
// OUT: 	add.s32 %r12, %r10, %r11;
// OUT: 	.loc 1 8 5
// OUT: 	st.global.b32 [%d4], %r12;
// OUT: 	.loc 1 9 10
// OUT: 	add.s64 %d5, %d2, %d3;
// OUT: 	ld.global.b32 %r13, [%d5];
// OUT: 	.loc 1 10 13
// OUT: 	shfl.sync.bfly.b32 %r14, %r13, 4, 31, -1;
// OUT: 	max.f32 %r15, %r13, %r14;
// OUT: 	setp.nan.f32 %p1, %r13, %r14;
// OUT: 	add.rn.f32 %r16, %r13, %r14;
// OUT: 	selp.b32 %r17, %r16, %r15, %p1;
// OUT: 	shfl.sync.bfly.b32 %r18, %r17, 2, 31, -1;
// OUT: 	max.f32 %r19, %r17, %r18;
// OUT: 	setp.nan.f32 %p2, %r17, %r18;
// OUT: 	add.rn.f32 %r20, %r17, %r18;
// OUT: 	selp.b32 %r21, %r20, %r19, %p2;
// OUT: 	shfl.sync.bfly.b32 %r22, %r21, 1, 31, -1;
// OUT: 	max.f32 %r23, %r21, %r22;
// OUT: 	setp.nan.f32 %p3, %r21, %r22;
// OUT: 	add.rn.f32 %r24, %r21, %r22;
// OUT: 	selp.b32 %r25, %r24, %r23, %p3;
// OUT: 	.loc 1 11 5
// OUT: 	st.global.b32 [%d5], %r25;
// OUT: 	.loc 1 12 5
// OUT: 	ret;
// OUT: }
// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "lanes.mlir"
// OUT:
// OUT: .visible .entry reduce(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: .reqntid 64, 1, 1
// OUT: {
// OUT: 	.reg .b32 %r<11>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 6 10
// OUT: 	mul.wide.u32 %d3, %r1, 4;
// OUT: 	add.s64 %d4, %d1, %d3;
// OUT: 	ld.global.b32 %r2, [%d4];
// OUT: 	.loc 1 7 12
// OUT: 	redux.sync.add.s32 %r3, %r2, -1;
// OUT: 	.loc 1 8 5
// OUT: 	st.global.b32 [%d4], %r3;
// OUT: 	.loc 1 9 10
// OUT: 	add.s64 %d5, %d2, %d3;
// OUT: 	ld.global.b32 %r4, [%d5];
// OUT: 	.loc 1 10 13
// OUT: 	shfl.sync.bfly.b32 %r5, %r4, 4, 31, -1;
// OUT: 	max.NaN.f32 %r6, %r4, %r5;
// OUT: 	shfl.sync.bfly.b32 %r7, %r6, 2, 31, -1;
// OUT: 	max.NaN.f32 %r8, %r6, %r7;
// OUT: 	shfl.sync.bfly.b32 %r9, %r8, 1, 31, -1;
// OUT: 	max.NaN.f32 %r10, %r8, %r9;
// OUT: 	.loc 1 11 5
// OUT: 	st.global.b32 [%d5], %r10;
// OUT: 	.loc 1 12 5
// OUT: 	ret;
// OUT: }
// -----

// Over the block, which need not be full.
gpu.module @kernels {
  gpu.func @block(%m: memref<40xf32>) kernel attributes {known_block_size = array<i32: 40, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<40xf32>
    %sum = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %sum, %m[%t] : memref<40xf32>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "lanes.mlir"
// OUT:
// OUT: .visible .entry block(
// OUT: 	.param .u64 .ptr .global .align 4 param_0
// OUT: )
// OUT: .reqntid 40, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<10>;
// OUT: 	.reg .b32 %r<49>;
// OUT: 	.reg .b64 %d<4>;
// OUT: 	.shared .align 16 .b8 shared_0[128];
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	mov.u32 %r1, shared_0;
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r2, %tid.x;
// OUT: 	.loc 1 6 10
// OUT: 	mul.wide.u32 %d2, %r2, 4;
// OUT: 	add.s64 %d3, %d1, %d2;
// OUT: 	ld.global.b32 %r3, [%d3];
// OUT: 	.loc 1 7 12
// OUT: 	mov.pred %p1, 1;
// OUT: 	vote.sync.ballot.b32 %r4, %p1, -1;
// OUT: 	mov.u32 %r5, %laneid;
// OUT: 	xor.b32 %r6, %r5, 16;
// OUT: 	shr.u32 %r7, %r4, %r6;
// OUT: 	and.b32 %r8, %r7, 1;
// OUT: 	setp.ne.s32 %p2, %r8, 0;
// OUT: 	shfl.sync.bfly.b32 %r9, %r3, 16, 31, -1;
// OUT: 	add.rn.f32 %r10, %r3, %r9;
// OUT: 	selp.b32 %r11, %r10, %r3, %p2;
// OUT: 	xor.b32 %r12, %r5, 8;
// OUT: 	shr.u32 %r13, %r4, %r12;
// OUT: 	and.b32 %r14, %r13, 1;
// OUT: 	setp.ne.s32 %p3, %r14, 0;
// OUT: 	shfl.sync.bfly.b32 %r15, %r11, 8, 31, -1;
// OUT: 	add.rn.f32 %r16, %r11, %r15;
// OUT: 	selp.b32 %r17, %r16, %r11, %p3;
// OUT: 	xor.b32 %r18, %r5, 4;
// OUT: 	shr.u32 %r19, %r4, %r18;
// OUT: 	and.b32 %r20, %r19, 1;
// OUT: 	setp.ne.s32 %p4, %r20, 0;
// OUT: 	shfl.sync.bfly.b32 %r21, %r17, 4, 31, -1;
// OUT: 	add.rn.f32 %r22, %r17, %r21;
// OUT: 	selp.b32 %r23, %r22, %r17, %p4;
// OUT: 	xor.b32 %r24, %r5, 2;
// OUT: 	shr.u32 %r25, %r4, %r24;
// OUT: 	and.b32 %r26, %r25, 1;
// OUT: 	setp.ne.s32 %p5, %r26, 0;
// OUT: 	shfl.sync.bfly.b32 %r27, %r23, 2, 31, -1;
// OUT: 	add.rn.f32 %r28, %r23, %r27;
// OUT: 	selp.b32 %r29, %r28, %r23, %p5;
// OUT: 	xor.b32 %r30, %r5, 1;
// OUT: 	shr.u32 %r31, %r4, %r30;
// OUT: 	and.b32 %r32, %r31, 1;
// OUT: 	setp.ne.s32 %p6, %r32, 0;
// OUT: 	shfl.sync.bfly.b32 %r33, %r29, 1, 31, -1;
// OUT: 	add.rn.f32 %r34, %r29, %r33;
// OUT: 	selp.b32 %r35, %r34, %r29, %p6;
// OUT: 	and.b32 %r36, %r5, -32;
// OUT: 	shfl.sync.idx.b32 %r37, %r35, %r36, 31, -1;
// OUT: 	shr.u32 %r38, %r2, 5;
// OUT: 	setp.eq.s32 %p7, %r5, 0;
// OUT: 	setp.eq.s32 %p8, %r38, 0;
// OUT: 	mul.lo.s32 %r39, %r38, 4;
// OUT: 	add.s32 %r40, %r1, %r39;
// OUT: 	@%p7 st.shared.b32 [%r40], %r37;
// OUT: 	bar.sync 0;
// OUT: 	min.u32 %r41, %r5, 1;
// OUT: 	mul.lo.s32 %r42, %r41, 4;
// OUT: 	add.s32 %r43, %r1, %r42;
// OUT: 	setp.lt.u32 %p9, %r30, 2;
// OUT: 	@!%p8 bra $L1;
// OUT: 	ld.shared.b32 %r44, [%r43];
// OUT: 	shfl.sync.bfly.b32 %r45, %r44, 1, 31, -1;
// OUT: 	add.rn.f32 %r46, %r44, %r45;
// OUT: 	selp.b32 %r47, %r46, %r44, %p9;
// OUT: 	@%p7 st.shared.b32 [%r1], %r47;
// OUT: $L1:
// OUT: 	bar.sync 0;
// OUT: 	ld.shared.b32 %r48, [%r1];
// OUT: 	bar.sync 0;
// OUT: 	.loc 1 8 5
// OUT: 	st.global.b32 [%d3], %r48;
// OUT: 	.loc 1 9 5
// OUT: 	ret;
// OUT: }
// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "lanes.mlir"
// OUT:
// OUT: .visible .entry block(
// OUT: 	.param .u64 .ptr .global .align 4 param_0
// OUT: )
// OUT: .reqntid 40, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<10>;
// OUT: 	.reg .b32 %r<49>;
// OUT: 	.reg .b64 %d<4>;
// OUT: 	.shared .align 16 .b8 shared_0[128];
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	mov.u32 %r1, shared_0;
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r2, %tid.x;
// OUT: 	.loc 1 6 10
// OUT: 	mul.wide.u32 %d2, %r2, 4;
// OUT: 	add.s64 %d3, %d1, %d2;
// OUT: 	ld.global.b32 %r3, [%d3];
// OUT: 	.loc 1 7 12
// OUT: 	mov.pred %p1, 1;
// OUT: 	vote.sync.ballot.b32 %r4, %p1, -1;
// OUT: 	mov.u32 %r5, %laneid;
// OUT: 	xor.b32 %r6, %r5, 16;
// OUT: 	shr.u32 %r7, %r4, %r6;
// OUT: 	and.b32 %r8, %r7, 1;
// OUT: 	setp.ne.s32 %p2, %r8, 0;
// OUT: 	shfl.sync.bfly.b32 %r9, %r3, 16, 31, -1;
// OUT: 	add.rn.f32 %r10, %r3, %r9;
// OUT: 	selp.b32 %r11, %r10, %r3, %p2;
// OUT: 	xor.b32 %r12, %r5, 8;
// OUT: 	shr.u32 %r13, %r4, %r12;
// OUT: 	and.b32 %r14, %r13, 1;
// OUT: 	setp.ne.s32 %p3, %r14, 0;
// OUT: 	shfl.sync.bfly.b32 %r15, %r11, 8, 31, -1;
// OUT: 	add.rn.f32 %r16, %r11, %r15;
// OUT: 	selp.b32 %r17, %r16, %r11, %p3;
// OUT: 	xor.b32 %r18, %r5, 4;
// OUT: 	shr.u32 %r19, %r4, %r18;
// OUT: 	and.b32 %r20, %r19, 1;
// OUT: 	setp.ne.s32 %p4, %r20, 0;
// OUT: 	shfl.sync.bfly.b32 %r21, %r17, 4, 31, -1;
// OUT: 	add.rn.f32 %r22, %r17, %r21;
// OUT: 	selp.b32 %r23, %r22, %r17, %p4;
// OUT: 	xor.b32 %r24, %r5, 2;
// OUT: 	shr.u32 %r25, %r4, %r24;
// OUT: 	and.b32 %r26, %r25, 1;
// OUT: 	setp.ne.s32 %p5, %r26, 0;
// OUT: 	shfl.sync.bfly.b32 %r27, %r23, 2, 31, -1;
// OUT: 	add.rn.f32 %r28, %r23, %r27;
// OUT: 	selp.b32 %r29, %r28, %r23, %p5;
// OUT: 	xor.b32 %r30, %r5, 1;
// OUT: 	shr.u32 %r31, %r4, %r30;
// OUT: 	and.b32 %r32, %r31, 1;
// OUT: 	setp.ne.s32 %p6, %r32, 0;
// OUT: 	shfl.sync.bfly.b32 %r33, %r29, 1, 31, -1;
// OUT: 	add.rn.f32 %r34, %r29, %r33;
// OUT: 	selp.b32 %r35, %r34, %r29, %p6;
// OUT: 	and.b32 %r36, %r5, -32;
// OUT: 	shfl.sync.idx.b32 %r37, %r35, %r36, 31, -1;
// OUT: 	shr.u32 %r38, %r2, 5;
// OUT: 	setp.eq.s32 %p7, %r5, 0;
// OUT: 	setp.eq.s32 %p8, %r38, 0;
// OUT: 	mul.lo.s32 %r39, %r38, 4;
// OUT: 	add.s32 %r40, %r1, %r39;
// OUT: 	@%p7 st.shared.b32 [%r40], %r37;
// OUT: 	bar.sync 0;
// OUT: 	min.u32 %r41, %r5, 1;
// OUT: 	mul.lo.s32 %r42, %r41, 4;
// OUT: 	add.s32 %r43, %r1, %r42;
// OUT: 	setp.lt.u32 %p9, %r30, 2;
// OUT: 	@!%p8 bra $L1;
// OUT: 	ld.shared.b32 %r44, [%r43];
// OUT: 	shfl.sync.bfly.b32 %r45, %r44, 1, 31, -1;
// OUT: 	add.rn.f32 %r46, %r44, %r45;
// OUT: 	selp.b32 %r47, %r46, %r44, %p9;
// OUT: 	@%p7 st.shared.b32 [%r1], %r47;
// OUT: $L1:
// OUT: 	bar.sync 0;
// OUT: 	ld.shared.b32 %r48, [%r1];
// OUT: 	bar.sync 0;
// OUT: 	.loc 1 8 5
// OUT: 	st.global.b32 [%d3], %r48;
// OUT: 	.loc 1 9 5
// OUT: 	ret;
// OUT: }
