// RUN: compile --target=sm_80 --emit=ptx

// Globals of the device.
gpu.module @kernels {
  memref.global "private" constant @table : memref<4xi16> = dense<[1, 2, 3, -1]>
  memref.global "private" @counter : memref<1xi32> = dense<7>
  memref.global "private" @scratch : memref<32xf32, #gpu.address_space<workgroup>>
  gpu.func @globals(%i: index, %m: memref<4xi16>) kernel {
    %c0 = arith.constant 0 : index
    %t = memref.get_global @table : memref<4xi16>
    %v = memref.load %t[%i] : memref<4xi16>
    memref.store %v, %m[%i] : memref<4xi16>
    %c = memref.get_global @counter : memref<1xi32>
    %one = arith.constant 1 : i32
    %old = memref.atomic_rmw addi %one, %c[%c0] : (i32, memref<1xi32>) -> i32
    %s = memref.get_global @scratch : memref<32xf32, #gpu.address_space<workgroup>>
    %f = arith.constant 1.0 : f32
    memref.store %f, %s[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "memory.mlir"
// OUT:
// OUT: .global .align 16 .b8 variable_0[8] = {1,0,2,0,3,0,255,255};
// OUT:
// OUT: .global .align 16 .b8 variable_1[4] = {7,0,0,0};
// OUT:
// OUT: .shared .align 16 .b8 variable_2[128];
// OUT:
// OUT: .visible .entry globals(
// OUT: 	.param .u64 param_0,
// OUT: 	.param .u64 .ptr .global .align 2 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<8>;
// OUT: 	.reg .b64 %d<8>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 10 10
// OUT: 	mov.u64 %d3, variable_0;
// OUT: 	.loc 1 11 10
// OUT: 	cvt.u32.u64 %r1, %d1;
// OUT: 	mul.wide.u32 %d4, %r1, 2;
// OUT: 	add.s64 %d5, %d3, %d4;
// OUT: 	ld.global.s16 %r2, [%d5];
// OUT: 	.loc 1 12 5
// OUT: 	add.s64 %d6, %d2, %d4;
// OUT: 	st.global.s16 [%d6], %r2;
// OUT: 	.loc 1 13 10
// OUT: 	mov.u64 %d7, variable_1;
// OUT: 	.loc 1 15 12
// OUT: 	mov.b32 %r3, 1;
// OUT: 	red.global.add.u32 [%d7], %r3;
// OUT: 	.loc 1 16 10
// OUT: 	mov.u32 %r4, variable_2;
// OUT: 	.loc 1 18 5
// OUT: 	mul.lo.s32 %r5, %r1, 4;
// OUT: 	add.s32 %r6, %r4, %r5;
// OUT: 	mov.b32 %r7, 0f3F800000;
// OUT: 	st.shared.b32 [%r6], %r7;
// OUT: 	.loc 1 19 5
// OUT: 	ret;
// OUT: }
// -----

// Views are address arithmetic.
gpu.module @kernels {
  gpu.func @views(%a: memref<4x8xf32>, %b: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %flat = memref.collapse_shape %a [[0, 1]] : memref<4x8xf32> into memref<32xf32>
    %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 4, 4] : memref<32xf32> into memref<2x4x4xf32>
    %turned = memref.transpose %cube (i, j, k) -> (k, j, i) : memref<2x4x4xf32> to memref<4x4x2xf32, strided<[1, 4, 16]>>
    %v = memref.load %turned[%c1, %c0, %c1] : memref<4x4x2xf32, strided<[1, 4, 16]>>
    memref.store %v, %b[%n] : memref<?xf32>
    %again = memref.reinterpret_cast %b to offset: [2], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 2>>
    memref.store %v, %again[%c0] : memref<?xf32, strided<[1], offset: 2>>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "memory.mlir"
// OUT:
// OUT: .visible .entry views(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1,
// OUT: 	.param .u64 param_2,
// OUT: 	.param .u64 param_3
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<2>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.b64 %d3, [param_3];
// OUT: 	.loc 1 10 10
// OUT: 	ld.global.b32 %r1, [%d1+68];
// OUT: 	.loc 1 11 5
// OUT: 	shl.b64 %d4, %d3, 2;
// OUT: 	add.s64 %d5, %d2, %d4;
// OUT: 	st.global.b32 [%d5], %r1;
// OUT: 	.loc 1 13 5
// OUT: 	st.global.b32 [%d2+8], %r1;
// OUT: 	.loc 1 14 5
// OUT: 	ret;
// OUT: }
// -----

// Workgroup memory whose size the launch says, seen as floats.
gpu.module @kernels {
  gpu.func @dynamic(%i: index, %m: memref<64xf32>) kernel {
    %c128 = arith.constant 128 : index
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %floats = memref.view %bytes[%c128][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %v = memref.load %floats[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %v, %m[%i] : memref<64xf32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "memory.mlir"
// OUT:
// OUT: .extern .shared .align 16 .b8 dynamic_shared[];
// OUT:
// OUT: .visible .entry dynamic(
// OUT: 	.param .u64 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<6>;
// OUT: 	.reg .b64 %d<5>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 6 14
// OUT: 	mov.u32 %r1, dynamic_shared;
// OUT: 	.loc 1 8 10
// OUT: 	cvt.u32.u64 %r2, %d1;
// OUT: 	mul.lo.s32 %r3, %r2, 4;
// OUT: 	add.s32 %r4, %r1, %r3;
// OUT: 	ld.shared.b32 %r5, [%r4+128];
// OUT: 	.loc 1 9 5
// OUT: 	mul.wide.u32 %d3, %r2, 4;
// OUT: 	add.s64 %d4, %d2, %d3;
// OUT: 	st.global.b32 [%d4], %r5;
// OUT: 	.loc 1 10 5
// OUT: 	ret;
// OUT: }
