// RUN: compile --target=sm_80 --emit=ptx

// Two elements of 16 bits at once; what is made in pairs stays in pairs.
gpu.module @kernels {
  gpu.func @f16(%a: memref<4xf16>, %b: memref<4xf16>) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<4xf16>, vector<4xf16>
    %y = vector.load %b[%c0] : memref<4xf16>, vector<4xf16>
    %0 = arith.mulf %x, %y : vector<4xf16>
    %1 = math.fma %0, %x, %y : vector<4xf16>
    %2 = arith.subf %1, %x : vector<4xf16>
    vector.store %2, %b[%c0] : memref<4xf16>, vector<4xf16>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "packed.mlir"
// OUT:
// OUT: .visible .entry f16(
// OUT: 	.param .u64 .ptr .global .align 2 param_0,
// OUT: 	.param .u64 .ptr .global .align 2 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b16 %h<13>;
// OUT: 	.reg .b32 %r<17>;
// OUT: 	.reg .b64 %d<3>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 7 10
// OUT: 	ld.global.b16 %h1, [%d1];
// OUT: 	ld.global.b16 %h2, [%d1+2];
// OUT: 	ld.global.b16 %h3, [%d1+4];
// OUT: 	ld.global.b16 %h4, [%d1+6];
// OUT: 	.loc 1 8 10
// OUT: 	ld.global.b16 %h5, [%d2];
// OUT: 	ld.global.b16 %h6, [%d2+2];
// OUT: 	ld.global.b16 %h7, [%d2+4];
// OUT: 	ld.global.b16 %h8, [%d2+6];
// OUT: 	.loc 1 9 10
// OUT: 	mov.b32 %r1, {%h1, %h2};
// OUT: 	mov.b32 %r2, {%h5, %h6};
// OUT: 	mul.rn.f16x2 %r3, %r1, %r2;
// OUT: 	mov.b32 %r4, {%h3, %h4};
// OUT: 	mov.b32 %r5, {%h7, %h8};
// OUT: 	mul.rn.f16x2 %r6, %r4, %r5;
// OUT: 	.loc 1 10 10
// OUT: 	mov.b32 %r7, {%h1, %h2};
// OUT: 	mov.b32 %r8, {%h5, %h6};
// OUT: 	fma.rn.f16x2 %r9, %r3, %r7, %r8;
// OUT: 	mov.b32 %r10, {%h3, %h4};
// OUT: 	mov.b32 %r11, {%h7, %h8};
// OUT: 	fma.rn.f16x2 %r12, %r6, %r10, %r11;
// OUT: 	.loc 1 11 10
// OUT: 	mov.b32 %r13, {%h1, %h2};
// OUT: 	sub.rn.f16x2 %r14, %r9, %r13;
// OUT: 	mov.b32 {%h9, %h10}, %r14;
// OUT: 	mov.b32 %r15, {%h3, %h4};
// OUT: 	sub.rn.f16x2 %r16, %r12, %r15;
// OUT: 	mov.b32 {%h11, %h12}, %r16;
// OUT: 	.loc 1 12 5
// OUT: 	st.global.b16 [%d2], %h9;
// OUT: 	st.global.b16 [%d2+2], %h10;
// OUT: 	st.global.b16 [%d2+4], %h11;
// OUT: 	st.global.b16 [%d2+6], %h12;
// OUT: 	.loc 1 13 5
// OUT: 	ret;
// OUT: }
// -----

gpu.module @kernels {
  gpu.func @bf16(%a: memref<2xbf16>, %b: memref<2xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<2xbf16>, vector<2xbf16>
    %y = vector.load %b[%c0] : memref<2xbf16>, vector<2xbf16>
    %0 = arith.addf %x, %y : vector<2xbf16>
    %1 = arith.mulf %0, %y : vector<2xbf16>
    vector.store %1, %b[%c0] : memref<2xbf16>, vector<2xbf16>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "packed.mlir"
// OUT:
// OUT: .visible .entry bf16(
// OUT: 	.param .u64 .ptr .global .align 2 param_0,
// OUT: 	.param .u64 .ptr .global .align 2 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b16 %h<9>;
// OUT: 	.reg .b32 %r<8>;
// OUT: 	.reg .b64 %d<3>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 5 10
// OUT: 	ld.global.b16 %h1, [%d1];
// OUT: 	ld.global.b16 %h2, [%d1+2];
// OUT: 	.loc 1 6 10
// OUT: 	ld.global.b16 %h3, [%d2];
// OUT: 	ld.global.b16 %h4, [%d2+2];
// OUT: 	.loc 1 7 10
// OUT: 	mov.b16 %h5, 16256;
// OUT: 	mov.b32 %r1, {%h1, %h2};
// OUT: 	mov.b32 %r2, {%h5, %h5};
// OUT: 	mov.b32 %r3, {%h3, %h4};
// OUT: 	fma.rn.bf16x2 %r4, %r1, %r2, %r3;
// OUT: 	.loc 1 8 10
// OUT: 	mov.b16 %h6, 32768;
// OUT: 	mov.b32 %r5, {%h3, %h4};
// OUT: 	mov.b32 %r6, {%h6, %h6};
// OUT: 	fma.rn.bf16x2 %r7, %r4, %r5, %r6;
// OUT: 	mov.b32 {%h7, %h8}, %r7;
// OUT: 	.loc 1 9 5
// OUT: 	st.global.b16 [%d2], %h7;
// OUT: 	st.global.b16 [%d2+2], %h8;
// OUT: 	.loc 1 10 5
// OUT: 	ret;
// OUT: }
// -----

// An odd number of elements, one by one.
gpu.module @kernels {
  gpu.func @three(%a: memref<3xf16>) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<3xf16>, vector<3xf16>
    %0 = arith.addf %x, %x : vector<3xf16>
    vector.store %0, %a[%c0] : memref<3xf16>, vector<3xf16>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "packed.mlir"
// OUT:
// OUT: .visible .entry three(
// OUT: 	.param .u64 .ptr .global .align 2 param_0
// OUT: )
// OUT: {
// OUT: 	.reg .b16 %h<7>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 6 10
// OUT: 	ld.global.b16 %h1, [%d1];
// OUT: 	ld.global.b16 %h2, [%d1+2];
// OUT: 	ld.global.b16 %h3, [%d1+4];
// OUT: 	.loc 1 7 10
// OUT: 	add.rn.f16 %h4, %h1, %h1;
// OUT: 	add.rn.f16 %h5, %h2, %h2;
// OUT: 	add.rn.f16 %h6, %h3, %h3;
// OUT: 	.loc 1 8 5
// OUT: 	st.global.b16 [%d1], %h4;
// OUT: 	st.global.b16 [%d1+2], %h5;
// OUT: 	st.global.b16 [%d1+4], %h6;
// OUT: 	.loc 1 9 5
// OUT: 	ret;
// OUT: }
