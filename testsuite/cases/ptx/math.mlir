// RUN: compile --target=sm_80 --emit=ptx

// What the chip has exactly.
gpu.module @kernels {
  gpu.func @exact(%a: f32, %b: f32, %i: i32, %m: memref<8xf32>, %n: memref<8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = math.copysign %a, %b : f32
    memref.store %x, %m[%c0] : memref<8xf32>
    %y = math.sqrt %x : f32
    memref.store %y, %m[%c1] : memref<8xf32>
    %zeros = math.ctlz %i : i32
    memref.store %zeros, %n[%c0] : memref<8xi32>
    %low = math.cttz %i : i32
    memref.store %low, %n[%c1] : memref<8xi32>
    %is = math.isnormal %a : f32
    %bit = arith.extui %is : i1 to i32
    memref.store %bit, %n[%c2] : memref<8xi32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "math.mlir"
// OUT:
// OUT: .visible .entry exact(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .f32 param_1,
// OUT: 	.param .u32 param_2,
// OUT: 	.param .u64 .ptr .global .align 4 param_3,
// OUT: 	.param .u64 .ptr .global .align 4 param_4
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<11>;
// OUT: 	.reg .b64 %d<3>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.b32 %r2, [param_1];
// OUT: 	ld.param.b32 %r3, [param_2];
// OUT: 	ld.param.u64 %d1, [param_3];
// OUT: 	ld.param.u64 %d2, [param_4];
// OUT: 	.loc 1 9 10
// OUT: 	lop3.b32 %r4, %r1, %r2, 2147483648, 216;
// OUT: 	.loc 1 10 5
// OUT: 	st.global.b32 [%d1], %r4;
// OUT: 	.loc 1 11 10
// OUT: 	sqrt.rn.f32 %r5, %r4;
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b32 [%d1+4], %r5;
// OUT: 	.loc 1 13 14
// OUT: 	clz.b32 %r6, %r3;
// OUT: 	.loc 1 14 5
// OUT: 	st.global.b32 [%d2], %r6;
// OUT: 	.loc 1 15 12
// OUT: 	brev.b32 %r7, %r3;
// OUT: 	clz.b32 %r8, %r7;
// OUT: 	.loc 1 16 5
// OUT: 	st.global.b32 [%d2+4], %r8;
// OUT: 	.loc 1 17 11
// OUT: 	and.b32 %r9, %r1, 2147483647;
// OUT: 	setp.lt.f32 %p1, %r9, 0f7F800000;
// OUT: 	setp.ge.f32 %p2, %r9, 0f00800000;
// OUT: 	and.pred %p3, %p1, %p2;
// OUT: 	.loc 1 18 12
// OUT: 	selp.b32 %r10, 1, 0, %p3;
// OUT: 	.loc 1 19 5
// OUT: 	st.global.b32 [%d2+8], %r10;
// OUT: 	.loc 1 20 5
// OUT: 	ret;
// OUT: }
// -----

// An approximation only where the flags allow it.
gpu.module @kernels {
  gpu.func @approximate(%a: f32, %h: f16, %m: memref<4xf32>, %n: memref<4xf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = math.exp %a fastmath<afn> : f32
    memref.store %x, %m[%c0] : memref<4xf32>
    %y = math.rsqrt %a fastmath<afn> : f32
    memref.store %y, %m[%c1] : memref<4xf32>
    %z = math.tanh %h fastmath<afn> : f16
    memref.store %z, %n[%c0] : memref<4xf16>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "math.mlir"
// OUT:
// OUT: .visible .entry approximate(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .b16 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2,
// OUT: 	.param .u64 .ptr .global .align 2 param_3
// OUT: )
// OUT: {
// OUT: 	.reg .b16 %h<3>;
// OUT: 	.reg .b32 %r<7>;
// OUT: 	.reg .b64 %d<3>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.b16 %h1, [param_1];
// OUT: 	ld.param.u64 %d1, [param_2];
// OUT: 	ld.param.u64 %d2, [param_3];
// OUT: 	.loc 1 7 10
// OUT: 	mul.rn.f32 %r2, %r1, 0f3FB8AA3B;
// OUT: 	ex2.approx.f32 %r3, %r2;
// OUT: 	.loc 1 8 5
// OUT: 	st.global.b32 [%d1], %r3;
// OUT: 	.loc 1 9 10
// OUT: 	rsqrt.approx.f32 %r4, %r1;
// OUT: 	.loc 1 10 5
// OUT: 	st.global.b32 [%d1+4], %r4;
// OUT: 	.loc 1 11 10
// OUT: 	cvt.f32.f16 %r5, %h1;
// OUT: 	tanh.approx.f32 %r6, %r5;
// OUT: 	cvt.rn.f16.f32 %h2, %r6;
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b16 [%d2], %h2;
// OUT: 	.loc 1 13 5
// OUT: 	ret;
// OUT: }
// -----

// All others are polynomials.
gpu.module @kernels {
  gpu.func @exponential(%a: f32, %m: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = math.exp %a : f32
    memref.store %x, %m[%c0] : memref<1xf32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "math.mlir"
// OUT:
// OUT: .visible .entry exponential(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<25>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.u64 %d1, [param_1];
// OUT: 	.loc 1 6 10
// OUT: 	setp.lt.f32 %p1, %r1, 0fC2D20000;
// OUT: 	mov.b32 %r2, 0fC2D20000;
// OUT: 	selp.b32 %r3, %r2, %r1, %p1;
// OUT: 	setp.gt.f32 %p2, %r3, 0f42B40000;
// OUT: 	mov.b32 %r4, 0f42B40000;
// OUT: 	selp.b32 %r5, %r4, %r3, %p2;
// OUT: 	fma.rn.f32 %r6, %r5, 0f3FB8AA3B, 0f4B400000;
// OUT: 	sub.rn.f32 %r7, %r6, 0f4B400000;
// OUT: 	sub.s32 %r8, %r6, 1262485504;
// OUT: 	xor.b32 %r9, %r7, 2147483648;
// OUT: 	fma.rn.f32 %r10, %r9, 0f3F317200, %r5;
// OUT: 	fma.rn.f32 %r11, %r9, 0f35BFBE8E, %r10;
// OUT: 	fma.rn.f32 %r12, 0f3AB68885, %r11, 0f3C0905B7;
// OUT: 	fma.rn.f32 %r13, %r12, %r11, 0f3D2AAA8D;
// OUT: 	fma.rn.f32 %r14, %r13, %r11, 0f3E2AAA6E;
// OUT: 	fma.rn.f32 %r15, %r14, %r11, 0f3F000000;
// OUT: 	fma.rn.f32 %r16, %r15, %r11, 0f3F800000;
// OUT: 	fma.rn.f32 %r17, %r16, %r11, 0f3F800000;
// OUT: 	add.s32 %r18, %r8, 254;
// OUT: 	shr.u32 %r19, %r18, 1;
// OUT: 	sub.s32 %r20, %r18, %r19;
// OUT: 	shl.b32 %r21, %r19, 23;
// OUT: 	shl.b32 %r22, %r20, 23;
// OUT: 	mul.rn.f32 %r23, %r17, %r21;
// OUT: 	mul.rn.f32 %r24, %r23, %r22;
// OUT: 	.loc 1 7 5
// OUT: 	st.global.b32 [%d1], %r24;
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: }
