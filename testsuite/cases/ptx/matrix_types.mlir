// RUN: compile --target=sm_80 --emit=ptx

// Products of f64, and of bytes with and without a sign.
gpu.module @kernels {
  gpu.func @doubles(%a: memref<8x4xf64>, %b: memref<4x8xf64>, %c: memref<8x8xf64>) kernel {
    %c0 = arith.constant 0 : index
    %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 4 : index} : memref<8x4xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
    %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 8 : index} : memref<4x8xf64> -> !gpu.mma_matrix<4x8xf64, "BOp">
    %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 8 : index} : memref<8x8xf64> -> !gpu.mma_matrix<8x8xf64, "COp">
    %r = gpu.subgroup_mma_compute %x, %y, %z : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
    gpu.subgroup_mma_store_matrix %r, %c[%c0, %c0] {leadDimension = 8 : index} : !gpu.mma_matrix<8x8xf64, "COp">, memref<8x8xf64>
    gpu.return
  }
  gpu.func @bytes(%a: memref<16x16xi8>, %c: memref<16x16xi32>) kernel {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %zero = gpu.subgroup_mma_constant_matrix %none : !gpu.mma_matrix<16x16xi32, "COp">
    %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
    %y = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
    %u = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "AOp">
    %v = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "BOp">
    %r = gpu.subgroup_mma_compute %x, %y, %zero : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    %s = gpu.subgroup_mma_compute %u, %v, %r : !gpu.mma_matrix<16x16xui8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %s, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "matrix_types.mlir"
// OUT:
// OUT: .visible .entry doubles(
// OUT: 	.param .u64 .ptr .global .align 8 param_0,
// OUT: 	.param .u64 .ptr .global .align 8 param_1,
// OUT: 	.param .u64 .ptr .global .align 8 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .b64 %d<10>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	.loc 1 7 10
// OUT: 	wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%d4}, [%d1], 4;
// OUT: 	.loc 1 8 10
// OUT: 	wmma.load.b.sync.aligned.row.m8n8k4.global.f64 {%d5}, [%d2], 8;
// OUT: 	.loc 1 9 10
// OUT: 	wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {%d6, %d7}, [%d3], 8;
// OUT: 	.loc 1 10 10
// OUT: 	wmma.mma.sync.aligned.row.row.m8n8k4.rn.f64.f64.f64.f64 {%d8, %d9}, {%d4}, {%d5}, {%d6, %d7};
// OUT: 	.loc 1 11 5
// OUT: 	wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%d3], {%d8, %d9}, 8;
// OUT: 	.loc 1 12 5
// OUT: 	ret;
// OUT: }
// OUT:
// OUT: .visible .entry bytes(
// OUT: 	.param .u64 .ptr .global .align 1 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<26>;
// OUT: 	.reg .b64 %d<3>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 17 13
// OUT: 	mov.b32 %r1, 0;
// OUT: 	.loc 1 18 10
// OUT: 	wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r2, %r3}, [%d1], 16;
// OUT: 	.loc 1 19 10
// OUT: 	wmma.load.b.sync.aligned.row.m16n16k16.global.s8 {%r4, %r5}, [%d1], 16;
// OUT: 	.loc 1 20 10
// OUT: 	wmma.load.a.sync.aligned.row.m16n16k16.global.u8 {%r6, %r7}, [%d1], 16;
// OUT: 	.loc 1 21 10
// OUT: 	wmma.load.b.sync.aligned.row.m16n16k16.global.u8 {%r8, %r9}, [%d1], 16;
// OUT: 	.loc 1 22 10
// OUT: 	wmma.mma.sync.aligned.row.row.m16n16k16.s32.s8.s8.s32 {%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}, {%r2, %r3}, {%r4, %r5}, {%r1, %r1, %r1, %r1, %r1, %r1, %r1, %r1};
// OUT: 	.loc 1 23 10
// OUT: 	wmma.mma.sync.aligned.row.row.m16n16k16.s32.u8.u8.s32 {%r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25}, {%r6, %r7}, {%r8, %r9}, {%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17};
// OUT: 	.loc 1 24 5
// OUT: 	wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%d2], {%r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25}, 16;
// OUT: 	.loc 1 25 5
// OUT: 	ret;
// OUT: }
