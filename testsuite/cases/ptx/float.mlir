// RUN: compile --target=sm_75 --emit=ptx
// RUN: compile --target=sm_90 --emit=ptx

// Every rounding is written out. What a chip has no bf16 instruction for is rounded by integers.
gpu.module @kernels {
  gpu.func @formats(%a: f32, %b: f64, %c: f16, %d: bf16, %i: i64, %m: memref<4xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %x = arith.truncf %a : f32 to bf16
    memref.store %x, %m[%c0] : memref<4xbf16>
    %y = arith.truncf %b : f64 to bf16
    memref.store %y, %m[%c1] : memref<4xbf16>
    %z = arith.addf %d, %x : bf16
    memref.store %z, %m[%c2] : memref<4xbf16>
    %w = arith.sitofp %i : i64 to bf16
    memref.store %w, %m[%c3] : memref<4xbf16>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry formats(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .f64 param_1,
// OUT: 	.param .b16 param_2,
// OUT: 	.param .b16 param_3,
// OUT: 	.param .u64 param_4,
// OUT: 	.param .u64 .ptr .global .align 2 param_5
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<13>;
// OUT: 	.reg .b16 %h<6>;
// OUT: 	.reg .b32 %r<49>;
// OUT: 	.reg .b64 %d<13>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.b64 %d1, [param_1];
// OUT: 	ld.param.b16 %h1, [param_3];
// OUT: 	ld.param.b64 %d2, [param_4];
// OUT: 	ld.param.u64 %d3, [param_5];
// OUT: 	.loc 1 11 10
// OUT: 	shr.u32 %r2, %r1, 16;
// OUT: 	and.b32 %r3, %r2, 1;
// OUT: 	add.s32 %r4, %r3, 32767;
// OUT: 	add.s32 %r5, %r1, %r4;
// OUT: 	shr.u32 %r6, %r5, 16;
// OUT: 	or.b32 %r7, %r2, 64;
// OUT: 	setp.nan.f32 %p1, %r1, %r1;
// OUT: 	selp.b32 %r8, %r7, %r6, %p1;
// OUT: 	cvt.u16.u32 %h2, %r8;
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b16 [%d3], %h2;
// OUT: 	.loc 1 13 10
// OUT: 	cvt.rn.f32.f64 %r9, %d1;
// OUT: 	cvt.f64.f32 %d4, %r9;
// OUT: 	setp.ne.f64 %p2, %d4, %d1;
// OUT: 	setp.gt.u64 %p3, %d4, %d1;
// OUT: 	and.pred %p4, %p3, %p2;
// OUT: 	selp.b32 %r10, -1, 0, %p4;
// OUT: 	add.s32 %r11, %r9, %r10;
// OUT: 	selp.b32 %r12, 1, 0, %p2;
// OUT: 	or.b32 %r13, %r11, %r12;
// OUT: 	shr.u32 %r14, %r13, 16;
// OUT: 	and.b32 %r15, %r14, 1;
// OUT: 	add.s32 %r16, %r15, 32767;
// OUT: 	add.s32 %r17, %r13, %r16;
// OUT: 	shr.u32 %r18, %r17, 16;
// OUT: 	or.b32 %r19, %r14, 64;
// OUT: 	setp.nan.f32 %p5, %r13, %r13;
// OUT: 	selp.b32 %r20, %r19, %r18, %p5;
// OUT: 	cvt.u16.u32 %h3, %r20;
// OUT: 	.loc 1 14 5
// OUT: 	st.global.b16 [%d3+2], %h3;
// OUT: 	.loc 1 15 10
// OUT: 	cvt.u32.u16 %r21, %h1;
// OUT: 	shl.b32 %r22, %r21, 16;
// OUT: 	cvt.u32.u16 %r23, %h2;
// OUT: 	shl.b32 %r24, %r23, 16;
// OUT: 	add.rn.f32 %r25, %r22, %r24;
// OUT: 	shr.u32 %r26, %r25, 16;
// OUT: 	and.b32 %r27, %r26, 1;
// OUT: 	add.s32 %r28, %r27, 32767;
// OUT: 	add.s32 %r29, %r25, %r28;
// OUT: 	shr.u32 %r30, %r29, 16;
// OUT: 	or.b32 %r31, %r26, 64;
// OUT: 	setp.nan.f32 %p6, %r25, %r25;
// OUT: 	selp.b32 %r32, %r31, %r30, %p6;
// OUT: 	cvt.u16.u32 %h4, %r32;
// OUT: 	.loc 1 16 5
// OUT: 	st.global.b16 [%d3+4], %h4;
// OUT: 	.loc 1 17 10
// OUT: 	and.b64 %d5, %d2, 2047;
// OUT: 	cvt.u32.u64 %r33, %d5;
// OUT: 	setp.ne.s32 %p7, %r33, 0;
// OUT: 	selp.b32 %r34, 2048, 0, %p7;
// OUT: 	cvt.u64.u32 %d6, %r34;
// OUT: 	and.b64 %d7, %d2, -2048;
// OUT: 	or.b64 %d8, %d7, %d6;
// OUT: 	shr.s64 %d9, %d2, 53;
// OUT: 	cvt.u32.u64 %r35, %d9;
// OUT: 	add.s32 %r36, %r35, 1;
// OUT: 	setp.gt.u32 %p8, %r36, 1;
// OUT: 	selp.b64 %d10, %d8, %d2, %p8;
// OUT: 	cvt.rn.f64.s64 %d11, %d10;
// OUT: 	cvt.rn.f32.f64 %r37, %d11;
// OUT: 	cvt.f64.f32 %d12, %r37;
// OUT: 	setp.ne.f64 %p9, %d12, %d11;
// OUT: 	setp.gt.u64 %p10, %d12, %d11;
// OUT: 	and.pred %p11, %p10, %p9;
// OUT: 	selp.b32 %r38, -1, 0, %p11;
// OUT: 	add.s32 %r39, %r37, %r38;
// OUT: 	selp.b32 %r40, 1, 0, %p9;
// OUT: 	or.b32 %r41, %r39, %r40;
// OUT: 	shr.u32 %r42, %r41, 16;
// OUT: 	and.b32 %r43, %r42, 1;
// OUT: 	add.s32 %r44, %r43, 32767;
// OUT: 	add.s32 %r45, %r41, %r44;
// OUT: 	shr.u32 %r46, %r45, 16;
// OUT: 	or.b32 %r47, %r42, 64;
// OUT: 	setp.nan.f32 %p12, %r41, %r41;
// OUT: 	selp.b32 %r48, %r47, %r46, %p12;
// OUT: 	cvt.u16.u32 %h5, %r48;
// OUT: 	.loc 1 18 5
// OUT: 	st.global.b16 [%d3+6], %h5;
// OUT: 	.loc 1 19 5
// OUT: 	ret;
// OUT: }
// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry formats(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .f64 param_1,
// OUT: 	.param .b16 param_2,
// OUT: 	.param .b16 param_3,
// OUT: 	.param .u64 param_4,
// OUT: 	.param .u64 .ptr .global .align 2 param_5
// OUT: )
// OUT: {
// OUT: 	.reg .b16 %h<7>;
// OUT: 	.reg .b32 %r<2>;
// OUT: 	.reg .b64 %d<4>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.b64 %d1, [param_1];
// OUT: 	ld.param.b16 %h1, [param_3];
// OUT: 	ld.param.b64 %d2, [param_4];
// OUT: 	ld.param.u64 %d3, [param_5];
// OUT: 	.loc 1 11 10
// OUT: 	cvt.rn.bf16.f32 %h2, %r1;
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b16 [%d3], %h2;
// OUT: 	.loc 1 13 10
// OUT: 	cvt.rn.bf16.f64 %h3, %d1;
// OUT: 	.loc 1 14 5
// OUT: 	st.global.b16 [%d3+2], %h3;
// OUT: 	.loc 1 15 10
// OUT: 	mov.b16 %h4, 16256;
// OUT: 	fma.rn.bf16 %h5, %h1, %h4, %h2;
// OUT: 	.loc 1 16 5
// OUT: 	st.global.b16 [%d3+4], %h5;
// OUT: 	.loc 1 17 10
// OUT: 	cvt.rn.bf16.s64 %h6, %d2;
// OUT: 	.loc 1 18 5
// OUT: 	st.global.b16 [%d3+6], %h6;
// OUT: 	.loc 1 19 5
// OUT: 	ret;
// OUT: }
// -----

// NaN wins in a maximum; a maximum of numbers leaves it out.
gpu.module @kernels {
  gpu.func @order(%a: f32, %b: f32, %m: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = arith.maximumf %a, %b : f32
    %y = arith.maxnumf %a, %b : f32
    memref.store %x, %m[%c0] : memref<2xf32>
    memref.store %y, %m[%c1] : memref<2xf32>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry order(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .f32 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<7>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.b32 %r2, [param_1];
// OUT: 	ld.param.u64 %d1, [param_2];
// OUT: 	.loc 1 7 10
// OUT: 	max.f32 %r3, %r1, %r2;
// OUT: 	setp.nan.f32 %p1, %r1, %r2;
// OUT: 	add.rn.f32 %r4, %r1, %r2;
// OUT: 	selp.b32 %r5, %r4, %r3, %p1;
// OUT: 	.loc 1 8 10
// OUT: 	max.f32 %r6, %r1, %r2;
// OUT: 	.loc 1 9 5
// OUT: 	st.global.b32 [%d1], %r5;
// OUT: 	.loc 1 10 5
// OUT: 	st.global.b32 [%d1+4], %r6;
// OUT: 	.loc 1 11 5
// OUT: 	ret;
// OUT: }
// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry order(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .f32 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<5>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.b32 %r2, [param_1];
// OUT: 	ld.param.u64 %d1, [param_2];
// OUT: 	.loc 1 7 10
// OUT: 	max.NaN.f32 %r3, %r1, %r2;
// OUT: 	.loc 1 8 10
// OUT: 	max.f32 %r4, %r1, %r2;
// OUT: 	.loc 1 9 5
// OUT: 	st.global.b32 [%d1], %r3;
// OUT: 	.loc 1 10 5
// OUT: 	st.global.b32 [%d1+4], %r4;
// OUT: 	.loc 1 11 5
// OUT: 	ret;
// OUT: }
// -----

// A constant vector, and arithmetic on each of its elements.
gpu.module @kernels {
  gpu.func @vectors(%m: memref<2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %a = vector.load %m[%c0] : memref<2xf32>, vector<2xf32>
    %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
    %x = arith.mulf %a, %k : vector<2xf32>
    vector.store %x, %m[%c0] : memref<2xf32>, vector<2xf32>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry vectors(
// OUT: 	.param .u64 .ptr .global .align 4 param_0
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<5>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 6 10
// OUT: 	ld.global.b32 %r1, [%d1];
// OUT: 	ld.global.b32 %r2, [%d1+4];
// OUT: 	.loc 1 8 10
// OUT: 	mul.rn.f32 %r3, %r1, 0f3F800000;
// OUT: 	mul.rn.f32 %r4, %r2, 0f40000000;
// OUT: 	.loc 1 9 5
// OUT: 	st.global.b32 [%d1], %r3;
// OUT: 	st.global.b32 [%d1+4], %r4;
// OUT: 	.loc 1 10 5
// OUT: 	ret;
// OUT: }
// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry vectors(
// OUT: 	.param .u64 .ptr .global .align 4 param_0
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<5>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 6 10
// OUT: 	ld.global.b32 %r1, [%d1];
// OUT: 	ld.global.b32 %r2, [%d1+4];
// OUT: 	.loc 1 8 10
// OUT: 	mul.rn.f32 %r3, %r1, 0f3F800000;
// OUT: 	mul.rn.f32 %r4, %r2, 0f40000000;
// OUT: 	.loc 1 9 5
// OUT: 	st.global.b32 [%d1], %r3;
// OUT: 	st.global.b32 [%d1+4], %r4;
// OUT: 	.loc 1 10 5
// OUT: 	ret;
// OUT: }
// -----

// The exact remainder takes a loop.
gpu.module @kernels {
  gpu.func @remainder(%x: f64, %y: f64, %m: memref<1xf64>) kernel {
    %c0 = arith.constant 0 : index
    %r = arith.remf %x, %y : f64
    memref.store %r, %m[%c0] : memref<1xf64>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry remainder(
// OUT: 	.param .f64 param_0,
// OUT: 	.param .f64 param_1,
// OUT: 	.param .u64 .ptr .global .align 8 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<9>;
// OUT: 	.reg .b64 %d<21>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.b64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	.loc 1 6 10
// OUT: 	and.b64 %d4, %d1, 9223372036854775807;
// OUT: 	and.b64 %d5, %d2, 9223372036854775807;
// OUT: 	setp.lt.f64 %p1, %d4, 0d7FF0000000000000;
// OUT: 	setp.gt.f64 %p2, %d5, 0d0000000000000000;
// OUT: 	and.pred %p3, %p1, %p2;
// OUT: 	setp.ge.f64 %p4, %d4, %d5;
// OUT: 	and.pred %p5, %p3, %p4;
// OUT: 	@!%p5 bra $L2;
// OUT: 	mov.b64 %d6, %d5;
// OUT: $L3:
// OUT: 	sub.rn.f64 %d7, %d4, %d6;
// OUT: 	setp.ge.f64 %p6, %d7, %d6;
// OUT: 	mov.b64 %d8, %d6;
// OUT: 	@!%p6 bra $L4;
// OUT: 	add.rn.f64 %d9, %d8, %d8;
// OUT: 	mov.b64 %d6, %d9;
// OUT: 	bra $L3;
// OUT: $L4:
// OUT: 	mov.b64 %d10, %d4;
// OUT: 	mov.b64 %d11, %d8;
// OUT: $L5:
// OUT: 	setp.ge.f64 %p7, %d10, %d11;
// OUT: 	sub.rn.f64 %d12, %d10, %d11;
// OUT: 	selp.b64 %d13, %d12, %d10, %p7;
// OUT: 	mul.rn.f64 %d14, %d11, 0d3FE0000000000000;
// OUT: 	setp.ge.f64 %p8, %d14, %d5;
// OUT: 	mov.b64 %d10, %d13;
// OUT: 	mov.b64 %d11, %d14;
// OUT: 	@%p8 bra $L5;
// OUT: 	mov.b64 %d15, %d10;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	mov.b64 %d15, %d4;
// OUT: $L1:
// OUT: 	and.b64 %d16, %d15, 9223372036854775807;
// OUT: 	and.b64 %d17, %d1, 0x8000000000000000;
// OUT: 	or.b64 %d18, %d16, %d17;
// OUT: 	mov.b64 %d19, 0d7FF8000000000000;
// OUT: 	selp.b64 %d20, %d18, %d19, %p3;
// OUT: 	.loc 1 7 5
// OUT: 	st.global.b64 [%d3], %d20;
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: }
// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "float.mlir"
// OUT:
// OUT: .visible .entry remainder(
// OUT: 	.param .f64 param_0,
// OUT: 	.param .f64 param_1,
// OUT: 	.param .u64 .ptr .global .align 8 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<9>;
// OUT: 	.reg .b64 %d<21>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.b64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	.loc 1 6 10
// OUT: 	and.b64 %d4, %d1, 9223372036854775807;
// OUT: 	and.b64 %d5, %d2, 9223372036854775807;
// OUT: 	setp.lt.f64 %p1, %d4, 0d7FF0000000000000;
// OUT: 	setp.gt.f64 %p2, %d5, 0d0000000000000000;
// OUT: 	and.pred %p3, %p1, %p2;
// OUT: 	setp.ge.f64 %p4, %d4, %d5;
// OUT: 	and.pred %p5, %p3, %p4;
// OUT: 	@!%p5 bra $L2;
// OUT: 	mov.b64 %d6, %d5;
// OUT: $L3:
// OUT: 	sub.rn.f64 %d7, %d4, %d6;
// OUT: 	setp.ge.f64 %p6, %d7, %d6;
// OUT: 	mov.b64 %d8, %d6;
// OUT: 	@!%p6 bra $L4;
// OUT: 	add.rn.f64 %d9, %d8, %d8;
// OUT: 	mov.b64 %d6, %d9;
// OUT: 	bra $L3;
// OUT: $L4:
// OUT: 	mov.b64 %d10, %d4;
// OUT: 	mov.b64 %d11, %d8;
// OUT: $L5:
// OUT: 	setp.ge.f64 %p7, %d10, %d11;
// OUT: 	sub.rn.f64 %d12, %d10, %d11;
// OUT: 	selp.b64 %d13, %d12, %d10, %p7;
// OUT: 	mul.rn.f64 %d14, %d11, 0d3FE0000000000000;
// OUT: 	setp.ge.f64 %p8, %d14, %d5;
// OUT: 	mov.b64 %d10, %d13;
// OUT: 	mov.b64 %d11, %d14;
// OUT: 	@%p8 bra $L5;
// OUT: 	mov.b64 %d15, %d10;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	mov.b64 %d15, %d4;
// OUT: $L1:
// OUT: 	and.b64 %d16, %d15, 9223372036854775807;
// OUT: 	and.b64 %d17, %d1, 0x8000000000000000;
// OUT: 	or.b64 %d18, %d16, %d17;
// OUT: 	mov.b64 %d19, 0d7FF8000000000000;
// OUT: 	selp.b64 %d20, %d18, %d19, %p3;
// OUT: 	.loc 1 7 5
// OUT: 	st.global.b64 [%d3], %d20;
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: }
