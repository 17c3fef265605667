// RUN: compile --target=sm_90 --emit=ptx
// A loop of 100 iterations would be unrolled whole; one of 16 may be, and one of 1000 is unrolled in part.
gpu.module @m {
  gpu.func @loops(%x: memref<?xf32>, %y: memref<3xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %c100 = arith.constant 100 : index
    %c1000 = arith.constant 1000 : index
    %zero = arith.constant 0.0 : f32
    %short = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %short, %y[%c0] : memref<3xf32>
    %middle = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %middle, %y[%c1] : memref<3xf32>
    %long = scf.for %i = %c0 to %c1000 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %long, %y[%c2] : memref<3xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "unroll.mlir"
// OUT:
// OUT: .visible .entry loops(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<13>;
// OUT: 	.reg .b64 %d<9>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_2];
// OUT: 	.loc 1 12 14
// OUT: 	mov.b32 %r1, 0f00000000;
// OUT: 	mov.b64 %d3, %d1;
// OUT: 	mov.b32 %r2, 0;
// OUT: $L1:
// OUT: 	.loc 1 13 12
// OUT: 	ld.global.b32 %r3, [%d3];
// OUT: 	.loc 1 14 12
// OUT: 	add.rn.f32 %r4, %r1, %r3;
// OUT: 	.loc 1 15 7
// OUT: 	add.s64 %d4, %d3, 4;
// OUT: 	mov.b32 %r1, %r4;
// OUT: 	mov.b64 %d3, %d4;
// OUT: 	add.s32 %r2, %r2, 1;
// OUT: 	setp.lt.s32 %p1, %r2, 16;
// OUT: 	@%p1 bra $L1;
// OUT: 	.loc 1 17 5
// OUT: 	st.global.b32 [%d2], %r1;
// OUT: 	.loc 1 18 15
// OUT: 	mov.b32 %r5, 0f00000000;
// OUT: 	mov.b64 %d5, %d1;
// OUT: 	mov.b32 %r6, 0;
// OUT: $L3:
// OUT: 	.pragma "nounroll";
// OUT: 	.loc 1 19 12
// OUT: 	ld.global.b32 %r7, [%d5];
// OUT: 	.loc 1 20 12
// OUT: 	add.rn.f32 %r8, %r5, %r7;
// OUT: 	.loc 1 21 7
// OUT: 	add.s64 %d6, %d5, 4;
// OUT: 	mov.b32 %r5, %r8;
// OUT: 	mov.b64 %d5, %d6;
// OUT: 	add.s32 %r6, %r6, 1;
// OUT: 	setp.lt.s32 %p2, %r6, 100;
// OUT: 	@%p2 bra $L3;
// OUT: 	.loc 1 23 5
// OUT: 	st.global.b32 [%d2+4], %r5;
// OUT: 	.loc 1 24 13
// OUT: 	mov.b32 %r9, 0f00000000;
// OUT: 	mov.b64 %d7, %d1;
// OUT: 	mov.b32 %r10, 0;
// OUT: $L5:
// OUT: 	.loc 1 25 12
// OUT: 	ld.global.b32 %r11, [%d7];
// OUT: 	.loc 1 26 12
// OUT: 	add.rn.f32 %r12, %r9, %r11;
// OUT: 	.loc 1 27 7
// OUT: 	add.s64 %d8, %d7, 4;
// OUT: 	mov.b32 %r9, %r12;
// OUT: 	mov.b64 %d7, %d8;
// OUT: 	add.s32 %r10, %r10, 1;
// OUT: 	setp.lt.s32 %p3, %r10, 1000;
// OUT: 	@%p3 bra $L5;
// OUT: 	.loc 1 29 5
// OUT: 	st.global.b32 [%d2+8], %r9;
// OUT: 	.loc 1 30 5
// OUT: 	ret;
// OUT: }
