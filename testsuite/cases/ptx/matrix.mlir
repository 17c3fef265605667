// RUN: compile --target=sm_75 --emit=ptx

gpu.module @kernels {
  gpu.func @product(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    %d = gpu.subgroup_mma_compute %x, %y, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %e = gpu.subgroup_mma_elementwise addf %d, %z : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %e, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "matrix.mlir"
// OUT:
// OUT: .visible .entry product(
// OUT: 	.param .u64 .ptr .global .align 2 param_0,
// OUT: 	.param .u64 .ptr .global .align 2 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: .reqntid 32, 1, 1
// OUT: {
// OUT: 	.reg .b32 %r<41>;
// OUT: 	.reg .b64 %d<4>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.u64 %d3, [param_2];
// OUT: 	.loc 1 6 10
// OUT: 	wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%d1], 16;
// OUT: 	.loc 1 7 10
// OUT: 	wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16}, [%d2], 16;
// OUT: 	.loc 1 8 10
// OUT: 	wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24}, [%d3], 16;
// OUT: 	.loc 1 9 10
// OUT: 	wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32}, {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, {%r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16}, {%r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24};
// OUT: 	.loc 1 10 10
// OUT: 	add.rn.f32 %r33, %r25, %r17;
// OUT: 	add.rn.f32 %r34, %r26, %r18;
// OUT: 	add.rn.f32 %r35, %r27, %r19;
// OUT: 	add.rn.f32 %r36, %r28, %r20;
// OUT: 	add.rn.f32 %r37, %r29, %r21;
// OUT: 	add.rn.f32 %r38, %r30, %r22;
// OUT: 	add.rn.f32 %r39, %r31, %r23;
// OUT: 	add.rn.f32 %r40, %r32, %r24;
// OUT: 	.loc 1 11 5
// OUT: 	wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%d3], {%r33, %r34, %r35, %r36, %r37, %r38, %r39, %r40}, 16;
// OUT: 	.loc 1 12 5
// OUT: 	ret;
// OUT: }
