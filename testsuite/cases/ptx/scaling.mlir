// RUN: compile --target=sm_90 --emit=ptx

// A scale is the exponent of an f32.
gpu.module @kernels {
  gpu.func @widen(%x: memref<4xf8E5M2>, %s: memref<4xf8E8M0FNU>, %y: memref<4xf32>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<4xf8E5M2>
    %p = memref.load %s[%t] : memref<4xf8E8M0FNU>
    %w = arith.scaling_extf %v, %p : f8E5M2, f8E8M0FNU to f32
    memref.store %w, %y[%t] : memref<4xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "scaling.mlir"
// OUT:
// OUT: .visible .entry widen(
// OUT: 	.param .u64 .ptr .global .align 1 param_0,
// OUT: 	.param .u64 .ptr .global .align 1 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b16 %h<2>;
// OUT: 	.reg .b32 %r<12>;
// OUT: 	.reg .b64 %d<9>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	.loc 1 6 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	cvt.u64.u32 %d4, %r1;
// OUT: 	.loc 1 7 10
// OUT: 	add.s64 %d5, %d1, %d4;
// OUT: 	ld.global.s8 %r2, [%d5];
// OUT: 	and.b32 %r3, %r2, 255;
// OUT: 	.loc 1 8 10
// OUT: 	add.s64 %d6, %d2, %d4;
// OUT: 	ld.global.s8 %r4, [%d6];
// OUT: 	and.b32 %r5, %r4, 255;
// OUT: 	.loc 1 9 10
// OUT: 	shl.b32 %r6, %r5, 23;
// OUT: 	max.u32 %r7, %r6, 4194304;
// OUT: 	setp.eq.s32 %p1, %r5, 255;
// OUT: 	selp.b32 %r8, 2143289344, %r7, %p1;
// OUT: 	shl.b32 %r9, %r3, 8;
// OUT: 	cvt.u16.u32 %h1, %r9;
// OUT: 	cvt.f32.f16 %r10, %h1;
// OUT: 	mul.rn.f32 %r11, %r10, %r8;
// OUT: 	.loc 1 10 5
// OUT: 	mul.wide.u32 %d7, %r1, 4;
// OUT: 	add.s64 %d8, %d3, %d7;
// OUT: 	st.global.b32 [%d8], %r11;
// OUT: 	.loc 1 11 5
// OUT: 	ret;
// OUT: }
// -----

// A scale of f32 is rounded to a power of two.
gpu.module @kernels {
  gpu.func @narrow(%x: memref<4xf32>, %s: memref<4xf32>, %y: memref<4xf8E4M3FN>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<4xf32>
    %p = memref.load %s[%t] : memref<4xf32>
    %w = arith.scaling_truncf %v, %p : f32, f32 to f8E4M3FN
    memref.store %w, %y[%t] : memref<4xf8E4M3FN>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "scaling.mlir"
// OUT:
// OUT: .visible .entry narrow(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1,
// OUT: 	.param .u64 .ptr .global .align 1 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<6>;
// OUT: 	.reg .b16 %h<2>;
// OUT: 	.reg .b32 %r<21>;
// OUT: 	.reg .b64 %d<9>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	.loc 1 5 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	cvt.u64.u32 %d4, %r1;
// OUT: 	.loc 1 6 10
// OUT: 	mul.wide.u32 %d5, %r1, 4;
// OUT: 	add.s64 %d6, %d1, %d5;
// OUT: 	ld.global.b32 %r2, [%d6];
// OUT: 	.loc 1 7 10
// OUT: 	add.s64 %d7, %d2, %d5;
// OUT: 	ld.global.b32 %r3, [%d7];
// OUT: 	.loc 1 8 10
// OUT: 	add.s32 %r4, %r3, 4194304;
// OUT: 	shr.u32 %r5, %r4, 23;
// OUT: 	setp.lt.s32 %p1, %r3, 6291456;
// OUT: 	selp.b32 %r6, 0, %r5, %p1;
// OUT: 	setp.gt.s32 %p2, %r3, 2139095039;
// OUT: 	selp.b32 %r7, 255, %r6, %p2;
// OUT: 	setp.nan.f32 %p3, %r3, %r3;
// OUT: 	selp.b32 %r8, 255, %r7, %p3;
// OUT: 	and.b32 %r9, %r8, 255;
// OUT: 	shl.b32 %r10, %r9, 23;
// OUT: 	max.u32 %r11, %r10, 4194304;
// OUT: 	setp.eq.s32 %p4, %r9, 255;
// OUT: 	selp.b32 %r12, 2143289344, %r11, %p4;
// OUT: 	div.rn.f32 %r13, %r2, %r12;
// OUT: 	cvt.rn.satfinite.e4m3x2.f32 %h1, 0f00000000, %r13;
// OUT: 	cvt.u32.u16 %r14, %h1;
// OUT: 	and.b32 %r15, %r14, 255;
// OUT: 	and.b32 %r16, %r13, 2147483647;
// OUT: 	setp.gt.f32 %p5, %r16, 0f43E80000;
// OUT: 	and.b32 %r17, %r15, 128;
// OUT: 	or.b32 %r18, %r17, 127;
// OUT: 	selp.b32 %r19, %r18, %r15, %p5;
// OUT: 	.loc 1 9 5
// OUT: 	bfe.s32 %r20, %r19, 0, 8;
// OUT: 	add.s64 %d8, %d3, %d4;
// OUT: 	st.global.s8 [%d8], %r20;
// OUT: 	.loc 1 10 5
// OUT: 	ret;
// OUT: }
