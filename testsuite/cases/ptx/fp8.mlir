// RUN: compile --target=sm_89 --emit=ptx

// Floats of 8 bits are stored and converted; on sm_89 that needs PTX 8.1.
gpu.module @kernels {
  gpu.func @convert(%a: memref<4xf8E4M3FN>, %b: memref<4xf8E5M2>, %m: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<4xf8E4M3FN>
    %wide = arith.extf %x : f8E4M3FN to f32
    memref.store %wide, %m[%c0] : memref<4xf32>
    %narrow = arith.truncf %wide : f32 to f8E5M2
    memref.store %narrow, %b[%c0] : memref<4xf8E5M2>
    gpu.return
  }
}

// OUT: .version 8.1
// OUT: .target sm_89
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "fp8.mlir"
// OUT:
// OUT: .visible .entry convert(
// OUT: 	.param .u64 .ptr .global .align 1 param_0,
// OUT: 	.param .u64 .ptr .global .align 1 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b16 %h<4>;
// OUT: 	.reg .b32 %r<13>;
// OUT: 	.reg .b64 %d<4>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	.loc 1 7 10
// OUT: 	ld.global.s8 %r1, [%d1];
// OUT: 	and.b32 %r2, %r1, 255;
// OUT: 	.loc 1 8 13
// OUT: 	cvt.u16.u32 %h1, %r2;
// OUT: 	cvt.rn.f16x2.e4m3x2 %r3, %h1;
// OUT: 	cvt.u16.u32 %h2, %r3;
// OUT: 	cvt.f32.f16 %r4, %h2;
// OUT: 	.loc 1 9 5
// OUT: 	st.global.b32 [%d3], %r4;
// OUT: 	.loc 1 10 15
// OUT: 	cvt.rn.satfinite.e5m2x2.f32 %h3, 0f00000000, %r4;
// OUT: 	cvt.u32.u16 %r5, %h3;
// OUT: 	and.b32 %r6, %r5, 255;
// OUT: 	and.b32 %r7, %r4, 2147483647;
// OUT: 	setp.ge.f32 %p1, %r7, 0f47700000;
// OUT: 	and.b32 %r8, %r6, 128;
// OUT: 	or.b32 %r9, %r8, 124;
// OUT: 	selp.b32 %r10, %r9, %r6, %p1;
// OUT: 	setp.nan.f32 %p2, %r4, %r4;
// OUT: 	selp.b32 %r11, 126, %r10, %p2;
// OUT: 	.loc 1 11 5
// OUT: 	bfe.s32 %r12, %r11, 0, 8;
// OUT: 	st.global.s8 [%d2], %r12;
// OUT: 	.loc 1 12 5
// OUT: 	ret;
// OUT: }
