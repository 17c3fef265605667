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
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<24>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.b32 %r1, [param_1];
// OUT: 	ld.param.u64 %d2, [param_2];
// OUT: 	.loc 1 6 11
// OUT: 	.loc 1 7 13
// OUT: 	.loc 1 8 14
// OUT: 	.loc 1 9 18
// OUT: 	mov.u32 %r2, %laneid;
// OUT: 	xor.b32 %r3, %r2, 4;
// OUT: 	setp.lt.u32 %p1, %r3, 32;
// OUT: 	mov.b64 {%r4, %r5}, %d1;
// OUT: 	shfl.sync.bfly.b32 %r6, %r4, 4, 31, -1;
// OUT: 	shfl.sync.bfly.b32 %r7, %r5, 4, 31, -1;
// OUT: 	mov.b64 %d3, {%r6, %r7};
// OUT: 	.loc 1 10 18
// OUT: 	mov.u32 %r8, %laneid;
// OUT: 	add.s32 %r9, %r8, 3;
// OUT: 	and.b32 %r10, %r9, 15;
// OUT: 	and.b32 %r11, %r8, -16;
// OUT: 	or.b32 %r12, %r11, %r10;
// OUT: 	mov.b64 {%r13, %r14}, %d3;
// OUT: 	shfl.sync.idx.b32 %r15, %r13, %r12, 31, -1;
// OUT: 	shfl.sync.idx.b32 %r16, %r14, %r12, 31, -1;
// OUT: 	mov.b64 %d4, {%r15, %r16};
// OUT: 	setp.lt.u32 %p2, %r8, 16;
// OUT: 	.loc 1 11 10
// OUT: 	mov.pred %p3, 1;
// OUT: 	vote.sync.ballot.b32 %r17, %p3, -1;
// OUT: 	brev.b32 %r18, %r17;
// OUT: 	clz.b32 %r19, %r18;
// OUT: 	mov.b64 {%r20, %r21}, %d4;
// OUT: 	shfl.sync.idx.b32 %r22, %r20, %r19, 31, -1;
// OUT: 	shfl.sync.idx.b32 %r23, %r21, %r19, 31, -1;
// OUT: 	mov.b64 %d5, {%r22, %r23};
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b64 [%d2], %d5;
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
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<24>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.b32 %r1, [param_1];
// OUT: 	ld.param.u64 %d2, [param_2];
// OUT: 	.loc 1 6 11
// OUT: 	.loc 1 7 13
// OUT: 	.loc 1 8 14
// OUT: 	.loc 1 9 18
// OUT: 	mov.u32 %r2, %laneid;
// OUT: 	xor.b32 %r3, %r2, 4;
// OUT: 	setp.lt.u32 %p1, %r3, 32;
// OUT: 	mov.b64 {%r4, %r5}, %d1;
// OUT: 	shfl.sync.bfly.b32 %r6, %r4, 4, 31, -1;
// OUT: 	shfl.sync.bfly.b32 %r7, %r5, 4, 31, -1;
// OUT: 	mov.b64 %d3, {%r6, %r7};
// OUT: 	.loc 1 10 18
// OUT: 	mov.u32 %r8, %laneid;
// OUT: 	add.s32 %r9, %r8, 3;
// OUT: 	and.b32 %r10, %r9, 15;
// OUT: 	and.b32 %r11, %r8, -16;
// OUT: 	or.b32 %r12, %r11, %r10;
// OUT: 	mov.b64 {%r13, %r14}, %d3;
// OUT: 	shfl.sync.idx.b32 %r15, %r13, %r12, 31, -1;
// OUT: 	shfl.sync.idx.b32 %r16, %r14, %r12, 31, -1;
// OUT: 	mov.b64 %d4, {%r15, %r16};
// OUT: 	setp.lt.u32 %p2, %r8, 16;
// OUT: 	.loc 1 11 10
// OUT: 	mov.pred %p3, 1;
// OUT: 	vote.sync.ballot.b32 %r17, %p3, -1;
// OUT: 	brev.b32 %r18, %r17;
// OUT: 	clz.b32 %r19, %r18;
// OUT: 	mov.b64 {%r20, %r21}, %d4;
// OUT: 	shfl.sync.idx.b32 %r22, %r20, %r19, 31, -1;
// OUT: 	shfl.sync.idx.b32 %r23, %r21, %r19, 31, -1;
// OUT: 	mov.b64 %d5, {%r22, %r23};
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b64 [%d2], %d5;
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
// OUT: 	.reg .b32 %r<30>;
// OUT: 	.reg .b64 %d<8>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	cvt.u64.u32 %d3, %r1;
// OUT: 	.loc 1 6 10
// OUT: 	cvt.u32.u64 %r2, %d3;
// OUT: 	mad.wide.u32 %d4, %r2, 4, %d1;
// OUT: 	ld.global.b32 %r3, [%d4];
// OUT: 	.loc 1 7 12
// OUT: 	shfl.sync.bfly.b32 %r4, %r3, 16, 31, -1;
// OUT: 	add.s32 %r5, %r3, %r4;
// OUT: 	shfl.sync.bfly.b32 %r6, %r5, 8, 31, -1;
// OUT: 	add.s32 %r7, %r5, %r6;
// OUT: 	shfl.sync.bfly.b32 %r8, %r7, 4, 31, -1;
// OUT: 	add.s32 %r9, %r7, %r8;
// OUT: 	shfl.sync.bfly.b32 %r10, %r9, 2, 31, -1;
// OUT: 	add.s32 %r11, %r9, %r10;
// OUT: 	shfl.sync.bfly.b32 %r12, %r11, 1, 31, -1;
// OUT: 	add.s32 %r13, %r11, %r12;
// OUT: 	.loc 1 8 5
// OUT: 	cvt.u32.u64 %r14, %d3;
// OUT: 	mad.wide.u32 %d5, %r14, 4, %d1;
// OUT: 	st.global.b32 [%d5], %r13;
// OUT: 	.loc 1 9 10
// OUT: 	cvt.u32.u64 %r15, %d3;
// OUT: 	mad.wide.u32 %d6, %r15, 4, %d2;
// OUT: 	ld.global.b32 %r16, [%d6];
// OUT: 	.loc 1 10 13
// OUT: 	shfl.sync.bfly.b32 %r17, %r16, 4, 31, -1;
// OUT: 	max.f32 %r18, %r16, %r17;
// OUT: 	setp.nan.f32 %p1, %r16, %r17;
// OUT: 	add.rn.f32 %r19, %r16, %r17;
// OUT: 	selp.b32 %r20, %r19, %r18, %p1;
// OUT: 	shfl.sync.bfly.b32 %r21, %r20, 2, 31, -1;
// OUT: 	max.f32 %r22, %r20, %r21;
// OUT: 	setp.nan.f32 %p2, %r20, %r21;
// OUT: 	add.rn.f32 %r23, %r20, %r21;
// OUT: 	selp.b32 %r24, %r23, %r22, %p2;
// OUT: 	shfl.sync.bfly.b32 %r25, %r24, 1, 31, -1;
// OUT: 	max.f32 %r26, %r24, %r25;
// OUT: 	setp.nan.f32 %p3, %r24, %r25;
// OUT: 	add.rn.f32 %r27, %r24, %r25;
// OUT: 	selp.b32 %r28, %r27, %r26, %p3;
// OUT: 	.loc 1 11 5
// OUT: 	cvt.u32.u64 %r29, %d3;
// OUT: 	mad.wide.u32 %d7, %r29, 4, %d2;
// OUT: 	st.global.b32 [%d7], %r28;
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
// OUT: 	.reg .b32 %r<15>;
// OUT: 	.reg .b64 %d<8>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	cvt.u64.u32 %d3, %r1;
// OUT: 	.loc 1 6 10
// OUT: 	cvt.u32.u64 %r2, %d3;
// OUT: 	mad.wide.u32 %d4, %r2, 4, %d1;
// OUT: 	ld.global.b32 %r3, [%d4];
// OUT: 	.loc 1 7 12
// OUT: 	redux.sync.add.s32 %r4, %r3, -1;
// OUT: 	.loc 1 8 5
// OUT: 	cvt.u32.u64 %r5, %d3;
// OUT: 	mad.wide.u32 %d5, %r5, 4, %d1;
// OUT: 	st.global.b32 [%d5], %r4;
// OUT: 	.loc 1 9 10
// OUT: 	cvt.u32.u64 %r6, %d3;
// OUT: 	mad.wide.u32 %d6, %r6, 4, %d2;
// OUT: 	ld.global.b32 %r7, [%d6];
// OUT: 	.loc 1 10 13
// OUT: 	shfl.sync.bfly.b32 %r8, %r7, 4, 31, -1;
// OUT: 	max.NaN.f32 %r9, %r7, %r8;
// OUT: 	shfl.sync.bfly.b32 %r10, %r9, 2, 31, -1;
// OUT: 	max.NaN.f32 %r11, %r9, %r10;
// OUT: 	shfl.sync.bfly.b32 %r12, %r11, 1, 31, -1;
// OUT: 	max.NaN.f32 %r13, %r11, %r12;
// OUT: 	.loc 1 11 5
// OUT: 	cvt.u32.u64 %r14, %d3;
// OUT: 	mad.wide.u32 %d7, %r14, 4, %d2;
// OUT: 	st.global.b32 [%d7], %r13;
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
// OUT: 	.reg .b64 %d<9>;
// OUT: 	.shared .align 16 .b8 shared_0[128];
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	cvt.u64.u32 %d2, %r1;
// OUT: 	.loc 1 6 10
// OUT: 	cvt.u32.u64 %r2, %d2;
// OUT: 	mad.wide.u32 %d3, %r2, 4, %d1;
// OUT: 	ld.global.b32 %r3, [%d3];
// OUT: 	.loc 1 7 12
// OUT: 	mov.pred %p1, 1;
// OUT: 	vote.sync.ballot.b32 %r4, %p1, -1;
// OUT: 	mov.u32 %r5, %laneid;
// OUT: 	shfl.sync.bfly.b32 %r6, %r3, 16, 31, -1;
// OUT: 	add.rn.f32 %r7, %r3, %r6;
// OUT: 	xor.b32 %r8, %r5, 16;
// OUT: 	shr.u32 %r9, %r4, %r8;
// OUT: 	and.b32 %r10, %r9, 1;
// OUT: 	setp.ne.s32 %p2, %r10, 0;
// OUT: 	selp.b32 %r11, %r7, %r3, %p2;
// OUT: 	shfl.sync.bfly.b32 %r12, %r11, 8, 31, -1;
// OUT: 	add.rn.f32 %r13, %r11, %r12;
// OUT: 	xor.b32 %r14, %r5, 8;
// OUT: 	shr.u32 %r15, %r4, %r14;
// OUT: 	and.b32 %r16, %r15, 1;
// OUT: 	setp.ne.s32 %p3, %r16, 0;
// OUT: 	selp.b32 %r17, %r13, %r11, %p3;
// OUT: 	shfl.sync.bfly.b32 %r18, %r17, 4, 31, -1;
// OUT: 	add.rn.f32 %r19, %r17, %r18;
// OUT: 	xor.b32 %r20, %r5, 4;
// OUT: 	shr.u32 %r21, %r4, %r20;
// OUT: 	and.b32 %r22, %r21, 1;
// OUT: 	setp.ne.s32 %p4, %r22, 0;
// OUT: 	selp.b32 %r23, %r19, %r17, %p4;
// OUT: 	shfl.sync.bfly.b32 %r24, %r23, 2, 31, -1;
// OUT: 	add.rn.f32 %r25, %r23, %r24;
// OUT: 	xor.b32 %r26, %r5, 2;
// OUT: 	shr.u32 %r27, %r4, %r26;
// OUT: 	and.b32 %r28, %r27, 1;
// OUT: 	setp.ne.s32 %p5, %r28, 0;
// OUT: 	selp.b32 %r29, %r25, %r23, %p5;
// OUT: 	shfl.sync.bfly.b32 %r30, %r29, 1, 31, -1;
// OUT: 	add.rn.f32 %r31, %r29, %r30;
// OUT: 	xor.b32 %r32, %r5, 1;
// OUT: 	shr.u32 %r33, %r4, %r32;
// OUT: 	and.b32 %r34, %r33, 1;
// OUT: 	setp.ne.s32 %p6, %r34, 0;
// OUT: 	selp.b32 %r35, %r31, %r29, %p6;
// OUT: 	and.b32 %r36, %r5, -32;
// OUT: 	shfl.sync.idx.b32 %r37, %r35, %r36, 31, -1;
// OUT: 	mov.u64 %d4, shared_0;
// OUT: 	mov.u32 %r38, %laneid;
// OUT: 	mov.u32 %r39, %tid.x;
// OUT: 	cvt.u64.u32 %d5, %r39;
// OUT: 	cvt.u32.u64 %r40, %d5;
// OUT: 	shr.u32 %r41, %r40, 5;
// OUT: 	setp.eq.s32 %p7, %r38, 0;
// OUT: 	mad.wide.u32 %d6, %r41, 4, %d4;
// OUT: 	@%p7 st.shared.b32 [%d6], %r37;
// OUT: 	bar.sync 0;
// OUT: 	setp.eq.s32 %p8, %r41, 0;
// OUT: 	@!%p8 bra $L1;
// OUT: 	mad.wide.u32 %d7, %r38, 4, %d4;
// OUT: 	ld.shared.b32 %r42, [%d7];
// OUT: 	shfl.sync.bfly.b32 %r43, %r42, 1, 31, -1;
// OUT: 	add.rn.f32 %r44, %r42, %r43;
// OUT: 	xor.b32 %r45, %r38, 1;
// OUT: 	setp.lt.u32 %p9, %r45, 2;
// OUT: 	selp.b32 %r46, %r44, %r42, %p9;
// OUT: 	@%p7 st.shared.b32 [%d4], %r46;
// OUT: $L1:
// OUT: 	bar.sync 0;
// OUT: 	ld.shared.b32 %r47, [%d4];
// OUT: 	bar.sync 0;
// OUT: 	.loc 1 8 5
// OUT: 	cvt.u32.u64 %r48, %d2;
// OUT: 	mad.wide.u32 %d8, %r48, 4, %d1;
// OUT: 	st.global.b32 [%d8], %r47;
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
// OUT: 	.reg .b64 %d<9>;
// OUT: 	.shared .align 16 .b8 shared_0[128];
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	cvt.u64.u32 %d2, %r1;
// OUT: 	.loc 1 6 10
// OUT: 	cvt.u32.u64 %r2, %d2;
// OUT: 	mad.wide.u32 %d3, %r2, 4, %d1;
// OUT: 	ld.global.b32 %r3, [%d3];
// OUT: 	.loc 1 7 12
// OUT: 	mov.pred %p1, 1;
// OUT: 	vote.sync.ballot.b32 %r4, %p1, -1;
// OUT: 	mov.u32 %r5, %laneid;
// OUT: 	shfl.sync.bfly.b32 %r6, %r3, 16, 31, -1;
// OUT: 	add.rn.f32 %r7, %r3, %r6;
// OUT: 	xor.b32 %r8, %r5, 16;
// OUT: 	shr.u32 %r9, %r4, %r8;
// OUT: 	and.b32 %r10, %r9, 1;
// OUT: 	setp.ne.s32 %p2, %r10, 0;
// OUT: 	selp.b32 %r11, %r7, %r3, %p2;
// OUT: 	shfl.sync.bfly.b32 %r12, %r11, 8, 31, -1;
// OUT: 	add.rn.f32 %r13, %r11, %r12;
// OUT: 	xor.b32 %r14, %r5, 8;
// OUT: 	shr.u32 %r15, %r4, %r14;
// OUT: 	and.b32 %r16, %r15, 1;
// OUT: 	setp.ne.s32 %p3, %r16, 0;
// OUT: 	selp.b32 %r17, %r13, %r11, %p3;
// OUT: 	shfl.sync.bfly.b32 %r18, %r17, 4, 31, -1;
// OUT: 	add.rn.f32 %r19, %r17, %r18;
// OUT: 	xor.b32 %r20, %r5, 4;
// OUT: 	shr.u32 %r21, %r4, %r20;
// OUT: 	and.b32 %r22, %r21, 1;
// OUT: 	setp.ne.s32 %p4, %r22, 0;
// OUT: 	selp.b32 %r23, %r19, %r17, %p4;
// OUT: 	shfl.sync.bfly.b32 %r24, %r23, 2, 31, -1;
// OUT: 	add.rn.f32 %r25, %r23, %r24;
// OUT: 	xor.b32 %r26, %r5, 2;
// OUT: 	shr.u32 %r27, %r4, %r26;
// OUT: 	and.b32 %r28, %r27, 1;
// OUT: 	setp.ne.s32 %p5, %r28, 0;
// OUT: 	selp.b32 %r29, %r25, %r23, %p5;
// OUT: 	shfl.sync.bfly.b32 %r30, %r29, 1, 31, -1;
// OUT: 	add.rn.f32 %r31, %r29, %r30;
// OUT: 	xor.b32 %r32, %r5, 1;
// OUT: 	shr.u32 %r33, %r4, %r32;
// OUT: 	and.b32 %r34, %r33, 1;
// OUT: 	setp.ne.s32 %p6, %r34, 0;
// OUT: 	selp.b32 %r35, %r31, %r29, %p6;
// OUT: 	and.b32 %r36, %r5, -32;
// OUT: 	shfl.sync.idx.b32 %r37, %r35, %r36, 31, -1;
// OUT: 	mov.u64 %d4, shared_0;
// OUT: 	mov.u32 %r38, %laneid;
// OUT: 	mov.u32 %r39, %tid.x;
// OUT: 	cvt.u64.u32 %d5, %r39;
// OUT: 	cvt.u32.u64 %r40, %d5;
// OUT: 	shr.u32 %r41, %r40, 5;
// OUT: 	setp.eq.s32 %p7, %r38, 0;
// OUT: 	mad.wide.u32 %d6, %r41, 4, %d4;
// OUT: 	@%p7 st.shared.b32 [%d6], %r37;
// OUT: 	bar.sync 0;
// OUT: 	setp.eq.s32 %p8, %r41, 0;
// OUT: 	@!%p8 bra $L1;
// OUT: 	mad.wide.u32 %d7, %r38, 4, %d4;
// OUT: 	ld.shared.b32 %r42, [%d7];
// OUT: 	shfl.sync.bfly.b32 %r43, %r42, 1, 31, -1;
// OUT: 	add.rn.f32 %r44, %r42, %r43;
// OUT: 	xor.b32 %r45, %r38, 1;
// OUT: 	setp.lt.u32 %p9, %r45, 2;
// OUT: 	selp.b32 %r46, %r44, %r42, %p9;
// OUT: 	@%p7 st.shared.b32 [%d4], %r46;
// OUT: $L1:
// OUT: 	bar.sync 0;
// OUT: 	ld.shared.b32 %r47, [%d4];
// OUT: 	bar.sync 0;
// OUT: 	.loc 1 8 5
// OUT: 	cvt.u32.u64 %r48, %d2;
// OUT: 	mad.wide.u32 %d8, %r48, 4, %d1;
// OUT: 	st.global.b32 [%d8], %r47;
// OUT: 	.loc 1 9 5
// OUT: 	ret;
// OUT: }
