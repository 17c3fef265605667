// RUN: compile --target=sm_80 --emit=ptx

// Sums with a carry and both halves of products, in each kind of register.
gpu.module @kernels {
  gpu.func @extended(%a: i32, %b: i32, %c: i64, %d: i16, %m: memref<8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %sum, %carry = arith.addui_extended %a, %b : i32, i1
    %bit = arith.extui %carry : i1 to i32
    memref.store %sum, %m[%c0] : memref<8xi32>
    memref.store %bit, %m[%c1] : memref<8xi32>
    %low, %high = arith.mulsi_extended %a, %b : i32
    memref.store %high, %m[%c2] : memref<8xi32>
    %low64, %high64 = arith.mului_extended %c, %c : i64
    %cut = arith.trunci %high64 : i64 to i32
    memref.store %cut, %m[%c3] : memref<8xi32>
    %low16, %high16 = arith.mulsi_extended %d, %d : i16
    %wide = arith.extsi %high16 : i16 to i32
    memref.store %wide, %m[%c4] : memref<8xi32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "arith.mlir"
// OUT:
// OUT: .visible .entry extended(
// OUT: 	.param .u32 param_0,
// OUT: 	.param .u32 param_1,
// OUT: 	.param .u64 param_2,
// OUT: 	.param .u16 param_3,
// OUT: 	.param .u64 .ptr .global .align 4 param_4
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<11>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.b32 %r2, [param_1];
// OUT: 	ld.param.b64 %d1, [param_2];
// OUT: 	ld.param.s16 %r3, [param_3];
// OUT: 	ld.param.u64 %d2, [param_4];
// OUT: 	.loc 1 11 20
// OUT: 	add.s32 %r4, %r1, %r2;
// OUT: 	setp.lt.u32 %p1, %r4, %r1;
// OUT: 	.loc 1 12 12
// OUT: 	selp.b32 %r5, 1, 0, %p1;
// OUT: 	.loc 1 13 5
// OUT: 	st.global.b32 [%d2], %r4;
// OUT: 	.loc 1 14 5
// OUT: 	st.global.b32 [%d2+4], %r5;
// OUT: 	.loc 1 15 19
// OUT: 	mul.wide.s32 %d3, %r1, %r2;
// OUT: 	shr.u64 %d4, %d3, 32;
// OUT: 	cvt.u32.u64 %r6, %d4;
// OUT: 	.loc 1 16 5
// OUT: 	st.global.b32 [%d2+8], %r6;
// OUT: 	.loc 1 17 23
// OUT: 	mul.hi.u64 %d5, %d1, %d1;
// OUT: 	.loc 1 18 12
// OUT: 	cvt.u32.u64 %r7, %d5;
// OUT: 	.loc 1 19 5
// OUT: 	st.global.b32 [%d2+12], %r7;
// OUT: 	.loc 1 20 23
// OUT: 	mul.lo.s32 %r8, %r3, %r3;
// OUT: 	shr.u32 %r9, %r8, 16;
// OUT: 	bfe.s32 %r10, %r9, 0, 16;
// OUT: 	.loc 1 22 5
// OUT: 	st.global.b32 [%d2+16], %r10;
// OUT: 	.loc 1 23 5
// OUT: 	ret;
// OUT: }
// -----

// An odd width lies sign-extended in its register.
gpu.module @kernels {
  gpu.func @narrow(%a: i7, %b: i7, %m: memref<1xi7>) kernel {
    %c0 = arith.constant 0 : index
    %sum = arith.addi %a, %b : i7
    %quotient = arith.divui %sum, %b : i7
    memref.store %quotient, %m[%c0] : memref<1xi7>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "arith.mlir"
// OUT:
// OUT: .visible .entry narrow(
// OUT: 	.param .u8 param_0,
// OUT: 	.param .u8 param_1,
// OUT: 	.param .u64 .ptr .global .align 1 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<14>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.s8 %r1, [param_0];
// OUT: 	ld.param.s8 %r2, [param_1];
// OUT: 	ld.param.u64 %d1, [param_2];
// OUT: 	.loc 1 5 11
// OUT: 	and.b32 %r3, %r1, 127;
// OUT: 	bfe.s32 %r4, %r3, 0, 7;
// OUT: 	and.b32 %r5, %r2, 127;
// OUT: 	bfe.s32 %r6, %r5, 0, 7;
// OUT: 	.loc 1 6 12
// OUT: 	add.s32 %r7, %r4, %r6;
// OUT: 	bfe.s32 %r8, %r7, 0, 7;
// OUT: 	.loc 1 7 17
// OUT: 	and.b32 %r9, %r8, 127;
// OUT: 	and.b32 %r10, %r6, 127;
// OUT: 	div.u32 %r11, %r9, %r10;
// OUT: 	bfe.s32 %r12, %r11, 0, 7;
// OUT: 	.loc 1 8 5
// OUT: 	and.b32 %r13, %r12, 127;
// OUT: 	st.global.s8 [%d1], %r13;
// OUT: 	.loc 1 9 5
// OUT: 	ret;
// OUT: }
