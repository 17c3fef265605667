// RUN: compile --target=sm_80 --emit=ptx

// An instruction where there is one, else compare-and-swap: of 16 bits, and of the word around a byte.
gpu.module @kernels {
  gpu.func @kinds(%a: memref<1xf16>, %b: memref<4xi8>, %c: memref<1xf32>, %h: f16, %v: i8, %f: f32) kernel {
    %c0 = arith.constant 0 : index
    %0 = memref.atomic_rmw addf %h, %a[%c0] : (f16, memref<1xf16>) -> f16
    %1 = memref.atomic_rmw maxs %v, %b[%c0] : (i8, memref<4xi8>) -> i8
    %2 = memref.generic_atomic_rmw %c[%c0] : memref<1xf32> {
    ^bb0(%old: f32):
      %twice = arith.mulf %old, %f : f32
      memref.atomic_yield %twice : f32
    }
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "atomics.mlir"
// OUT:
// OUT: .visible .entry kinds(
// OUT: 	.param .u64 .ptr .global .align 2 param_0,
// OUT: 	.param .u64 .ptr .global .align 1 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2,
// OUT: 	.param .b16 param_3,
// OUT: 	.param .u8 param_4,
// OUT: 	.param .f32 param_5
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b16 %h<2>;
// OUT: 	.reg .b32 %r<28>;
// OUT: 	.reg .b64 %d<5>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	ld.param.b16 %h1, [param_3];
// OUT: 	ld.param.s8 %r1, [param_4];
// OUT: 	ld.param.b32 %r2, [param_5];
// OUT: 	.loc 1 7 10
// OUT: 	red.global.add.noftz.f16 [%d1], %h1;
// OUT: 	.loc 1 8 10
// OUT: 	ld.relaxed.sys.global.s8 %r3, [%d2];
// OUT: 	mov.b32 %r4, %r3;
// OUT: $L1:
// OUT: 	max.s32 %r5, %r4, %r1;
// OUT: 	bfe.s32 %r6, %r5, 0, 8;
// OUT: 	and.b64 %d4, %d2, -4;
// OUT: 	cvt.u32.u64 %r7, %d2;
// OUT: 	and.b32 %r8, %r7, 3;
// OUT: 	shl.b32 %r9, %r8, 3;
// OUT: 	mov.b32 %r10, 255;
// OUT: 	shl.b32 %r11, %r10, %r9;
// OUT: 	ld.relaxed.sys.global.b32 %r12, [%d4];
// OUT: 	not.b32 %r13, %r11;
// OUT: 	and.b32 %r14, %r12, %r13;
// OUT: 	shl.b32 %r15, %r4, %r9;
// OUT: 	and.b32 %r16, %r15, %r11;
// OUT: 	or.b32 %r17, %r14, %r16;
// OUT: 	shl.b32 %r18, %r6, %r9;
// OUT: 	and.b32 %r19, %r18, %r11;
// OUT: 	or.b32 %r20, %r14, %r19;
// OUT: 	atom.global.cas.b32 %r21, [%d4], %r17, %r20;
// OUT: 	shr.u32 %r22, %r21, %r9;
// OUT: 	bfe.s32 %r23, %r22, 0, 8;
// OUT: 	setp.ne.b32 %p1, %r21, %r17;
// OUT: 	mov.b32 %r4, %r23;
// OUT: 	@%p1 bra $L1;
// OUT: 	.loc 1 9 10
// OUT: 	ld.relaxed.sys.global.b32 %r24, [%d3];
// OUT: 	mov.b32 %r25, %r24;
// OUT: $L3:
// OUT: 	.loc 1 11 16
// OUT: 	mul.rn.f32 %r26, %r25, %r2;
// OUT: 	.loc 1 9 10
// OUT: 	atom.global.cas.b32 %r27, [%d3], %r25, %r26;
// OUT: 	setp.ne.b32 %p2, %r27, %r25;
// OUT: 	mov.b32 %r25, %r27;
// OUT: 	@%p2 bra $L3;
// OUT: 	.loc 1 14 5
// OUT: 	ret;
// OUT: }
