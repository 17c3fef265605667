// RUN: compile --target=sm_90 --emit=ptx

// Neighbours share an address: columns differ by a number of bytes, rows by the stride.
gpu.module @kernels {
  gpu.func @neighbours(%x: memref<?x?xf32>, %y: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %j = gpu.global_id x
    %i = gpu.global_id y
    %up = arith.subi %i, %c1 : index
    %far = arith.addi %i, %c3 : index
    %west = arith.subi %j, %c2 : index
    %east = arith.addi %j, %c1 : index
    %a = memref.load %x[%up, %j] : memref<?x?xf32>
    %b = memref.load %x[%far, %j] : memref<?x?xf32>
    %c = memref.load %x[%i, %west] : memref<?x?xf32>
    %d = memref.load %x[%up, %east] : memref<?x?xf32>
    memref.store %a, %y[%c0] : memref<4xf32>
    memref.store %b, %y[%c1] : memref<4xf32>
    memref.store %c, %y[%c2] : memref<4xf32>
    memref.store %d, %y[%c3] : memref<4xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "address.mlir"
// OUT:
// OUT: .visible .entry neighbours(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 param_2,
// OUT: 	.param .u64 param_3,
// OUT: 	.param .u64 .ptr .global .align 4 param_4
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<13>;
// OUT: 	.reg .b64 %d<16>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_3];
// OUT: 	ld.param.u64 %d3, [param_4];
// OUT: 	.loc 1 10 10
// OUT: 	mov.u32 %r1, %ctaid.x;
// OUT: 	mov.u32 %r2, %ntid.x;
// OUT: 	mov.u32 %r3, %tid.x;
// OUT: 	cvt.u64.u32 %d4, %r3;
// OUT: 	mul.wide.u32 %d5, %r1, %r2;
// OUT: 	add.s64 %d6, %d5, %d4;
// OUT: 	.loc 1 11 10
// OUT: 	mov.u32 %r4, %ctaid.y;
// OUT: 	mov.u32 %r5, %ntid.y;
// OUT: 	mov.u32 %r6, %tid.y;
// OUT: 	mul.lo.s32 %r7, %r4, %r5;
// OUT: 	add.s32 %r8, %r7, %r6;
// OUT: 	cvt.u64.u32 %d7, %r8;
// OUT: 	.loc 1 16 10
// OUT: 	mul.lo.s64 %d8, %d7, %d2;
// OUT: 	add.s64 %d9, %d8, %d6;
// OUT: 	shl.b64 %d10, %d9, 2;
// OUT: 	add.s64 %d11, %d1, %d10;
// OUT: 	shl.b64 %d12, %d2, 2;
// OUT: 	sub.s64 %d13, %d11, %d12;
// OUT: 	ld.global.b32 %r9, [%d13];
// OUT: 	.loc 1 17 10
// OUT: 	mul.lo.s64 %d14, %d2, 12;
// OUT: 	add.s64 %d15, %d11, %d14;
// OUT: 	ld.global.b32 %r10, [%d15];
// OUT: 	.loc 1 18 10
// OUT: 	ld.global.b32 %r11, [%d11+-8];
// OUT: 	.loc 1 19 10
// OUT: 	ld.global.b32 %r12, [%d13+4];
// OUT: 	.loc 1 20 5
// OUT: 	st.global.b32 [%d3], %r9;
// OUT: 	.loc 1 21 5
// OUT: 	st.global.b32 [%d3+4], %r10;
// OUT: 	.loc 1 22 5
// OUT: 	st.global.b32 [%d3+8], %r11;
// OUT: 	.loc 1 23 5
// OUT: 	st.global.b32 [%d3+12], %r12;
// OUT: 	.loc 1 24 5
// OUT: 	ret;
// OUT: }
// -----

// Along a row the loop moves one address on by 4 bytes, along a column by the stride; what it does not change is added
// before it.
gpu.module @kernels {
  gpu.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %j = gpu.thread_id x
    %i = gpu.thread_id y
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
      %v = memref.load %a[%i, %k] : memref<?x?xf32>
      %w = memref.load %b[%k, %j] : memref<?x?xf32>
      %after = math.fma %v, %w, %before : f32
      scf.yield %after : f32
    }
    memref.store %sum, %c[%i, %j] : memref<?x?xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "address.mlir"
// OUT:
// OUT: .visible .entry product(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 param_2,
// OUT: 	.param .u64 param_3,
// OUT: 	.param .u64 .ptr .global .align 4 param_4,
// OUT: 	.param .u64 param_5,
// OUT: 	.param .u64 param_6,
// OUT: 	.param .u64 param_7,
// OUT: 	.param .u64 .ptr .global .align 4 param_8,
// OUT: 	.param .u64 param_9,
// OUT: 	.param .u64 param_10,
// OUT: 	.param .u64 param_11,
// OUT: 	.param .u64 param_12
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<7>;
// OUT: 	.reg .b64 %d<25>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_3];
// OUT: 	ld.param.u64 %d3, [param_4];
// OUT: 	ld.param.u64 %d4, [param_7];
// OUT: 	ld.param.u64 %d5, [param_8];
// OUT: 	ld.param.u64 %d6, [param_11];
// OUT: 	ld.param.b64 %d7, [param_12];
// OUT: 	.loc 1 9 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	cvt.u64.u32 %d8, %r1;
// OUT: 	.loc 1 10 10
// OUT: 	mov.u32 %r2, %tid.y;
// OUT: 	cvt.u64.u32 %d9, %r2;
// OUT: 	.loc 1 12 12
// OUT: 	mul.lo.s64 %d10, %d9, %d2;
// OUT: 	shl.b64 %d11, %d10, 2;
// OUT: 	add.s64 %d12, %d1, %d11;
// OUT: 	.loc 1 13 12
// OUT: 	mul.wide.u32 %d13, %r1, 4;
// OUT: 	add.s64 %d14, %d3, %d13;
// OUT: 	shl.b64 %d15, %d4, 2;
// OUT: 	.loc 1 11 12
// OUT: 	mov.b32 %r3, 0f00000000;
// OUT: 	mov.b64 %d16, %d12;
// OUT: 	mov.b64 %d17, %d14;
// OUT: 	mov.b64 %d18, 0;
// OUT: 	setp.ge.s64 %p1, %d18, %d7;
// OUT: 	@%p1 bra $L2;
// OUT: $L1:
// OUT: 	.loc 1 12 12
// OUT: 	ld.global.b32 %r4, [%d16];
// OUT: 	.loc 1 13 12
// OUT: 	ld.global.b32 %r5, [%d17];
// OUT: 	.loc 1 14 16
// OUT: 	fma.rn.f32 %r6, %r4, %r5, %r3;
// OUT: 	.loc 1 15 7
// OUT: 	add.s64 %d19, %d16, 4;
// OUT: 	add.s64 %d20, %d17, %d15;
// OUT: 	mov.b32 %r3, %r6;
// OUT: 	mov.b64 %d16, %d19;
// OUT: 	mov.b64 %d17, %d20;
// OUT: 	add.s64 %d18, %d18, 1;
// OUT: 	setp.lt.s64 %p2, %d18, %d7;
// OUT: 	@%p2 bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 17 5
// OUT: 	mul.lo.s64 %d21, %d9, %d6;
// OUT: 	add.s64 %d22, %d21, %d8;
// OUT: 	shl.b64 %d23, %d22, 2;
// OUT: 	add.s64 %d24, %d5, %d23;
// OUT: 	st.global.b32 [%d24], %r3;
// OUT: 	.loc 1 18 5
// OUT: 	ret;
// OUT: }
// -----

// The inner loop starts where the outer one has moved its address to; both steps are computed before the outer one.
gpu.module @kernels {
  gpu.func @nested(%x: memref<?x?xf32>, %from: index, %n: index, %step: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    scf.for %i = %from to %n step %step {
      scf.for %j = %c0 to %n step %c1 {
        %next = arith.addi %j, %c1 : index
        memref.store %one, %x[%i, %next] : memref<?x?xf32>
      }
    }
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "address.mlir"
// OUT:
// OUT: .visible .entry nested(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 param_2,
// OUT: 	.param .u64 param_3,
// OUT: 	.param .u64 param_4,
// OUT: 	.param .u64 param_5,
// OUT: 	.param .u64 param_6
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<5>;
// OUT: 	.reg .b32 %r<2>;
// OUT: 	.reg .b64 %d<17>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_3];
// OUT: 	ld.param.b64 %d3, [param_4];
// OUT: 	ld.param.b64 %d4, [param_5];
// OUT: 	ld.param.b64 %d5, [param_6];
// OUT: 	.loc 1 11 9
// OUT: 	mul.lo.s64 %d6, %d3, %d2;
// OUT: 	shl.b64 %d7, %d6, 2;
// OUT: 	add.s64 %d8, %d1, %d7;
// OUT: 	mul.lo.s64 %d9, %d5, %d2;
// OUT: 	shl.b64 %d10, %d9, 2;
// OUT: 	.loc 1 8 5
// OUT: 	mov.b64 %d11, %d8;
// OUT: 	mov.b64 %d12, %d3;
// OUT: 	setp.ge.s64 %p1, %d12, %d4;
// OUT: 	@%p1 bra $L2;
// OUT: $L1:
// OUT: 	.loc 1 9 7
// OUT: 	mov.b64 %d13, %d11;
// OUT: 	mov.b64 %d14, 0;
// OUT: 	setp.ge.s64 %p2, %d14, %d4;
// OUT: 	@%p2 bra $L4;
// OUT: $L3:
// OUT: 	.loc 1 11 9
// OUT: 	add.s64 %d15, %d13, 4;
// OUT: 	mov.b32 %r1, 0f3F800000;
// OUT: 	st.global.b32 [%d15], %r1;
// OUT: 	mov.b64 %d13, %d15;
// OUT: 	add.s64 %d14, %d14, 1;
// OUT: 	setp.lt.s64 %p3, %d14, %d4;
// OUT: 	@%p3 bra $L3;
// OUT: $L4:
// OUT: 	.loc 1 8 5
// OUT: 	add.s64 %d16, %d11, %d10;
// OUT: 	mov.b64 %d11, %d16;
// OUT: 	add.s64 %d12, %d12, %d5;
// OUT: 	setp.lt.s64 %p4, %d12, %d4;
// OUT: 	@%p4 bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 14 5
// OUT: 	ret;
// OUT: }
// -----

// An index in bounds of 4096 elements fits 32 bits, but its parts may not, so that it stays whole.
gpu.module @kernels {
  gpu.func @whole(%x: memref<4096xf32>, %from: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %one = arith.constant 1.0 : f32
    %i = memref.load %from[%c0] : memref<1xindex>
    %place = arith.addi %i, %c5 : index
    memref.store %one, %x[%place] : memref<4096xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "address.mlir"
// OUT:
// OUT: .visible .entry whole(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 8 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<2>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 8 10
// OUT: 	ld.global.b64 %d3, [%d2];
// OUT: 	.loc 1 10 5
// OUT: 	shl.b64 %d4, %d3, 2;
// OUT: 	add.s64 %d5, %d1, %d4;
// OUT: 	mov.b32 %r1, 0f3F800000;
// OUT: 	st.global.b32 [%d5+20], %r1;
// OUT: 	.loc 1 11 5
// OUT: 	ret;
// OUT: }
// -----

// What a condition in a loop needs of the loop's surroundings is computed before the loop.
gpu.module @kernels {
  gpu.func @guarded(%x: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1.0 : f32
    %t = gpu.thread_id x
    scf.for %k = %c0 to %c64 step %c1 {
      %is_in = arith.cmpi slt, %k, %n : index
      scf.if %is_in {
        memref.store %one, %x[%t, %k] : memref<64x64xf32>
      }
    }
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "address.mlir"
// OUT:
// OUT: .visible .entry guarded(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1
// OUT: )
// OUT: .reqntid 64, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<4>;
// OUT: 	.reg .b64 %d<8>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.b64 %d2, [param_1];
// OUT: 	.loc 1 9 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 13 9
// OUT: 	mul.wide.u32 %d3, %r1, 256;
// OUT: 	add.s64 %d4, %d1, %d3;
// OUT: 	.loc 1 10 5
// OUT: 	mov.b64 %d5, %d4;
// OUT: 	mov.b32 %r2, 0;
// OUT: $L1:
// OUT: 	cvt.u64.u32 %d6, %r2;
// OUT: 	.loc 1 11 16
// OUT: 	setp.lt.s64 %p1, %d6, %d2;
// OUT: 	.loc 1 13 9
// OUT: 	mov.b32 %r3, 0f3F800000;
// OUT: 	@%p1 st.global.b32 [%d5], %r3;
// OUT: 	.loc 1 10 5
// OUT: 	add.s64 %d7, %d5, 4;
// OUT: 	mov.b64 %d5, %d7;
// OUT: 	add.s32 %r2, %r2, 1;
// OUT: 	setp.lt.s32 %p2, %r2, 64;
// OUT: 	@%p2 bra $L1;
// OUT: 	.loc 1 16 5
// OUT: 	ret;
// OUT: }
