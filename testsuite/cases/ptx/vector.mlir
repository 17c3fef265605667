// RUN: compile --target=sm_80 --emit=ptx

// Neighbours are read four at a time where the address is proved to be a multiple of 16 bytes.
gpu.module @kernels {
  gpu.func @neighbours(%a: memref<64xf32>, %i: index)
      workgroup(%w : memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c4 = arith.constant 4 : index
    %at = arith.muli %i, %c4 : index
    %x = vector.load %w[%at] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    vector.store %y, %a[%at] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    vector.store %y, %a[%i] : memref<64xf32>, vector<4xf32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "vector.mlir"
// OUT:
// OUT: .visible .entry neighbours(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<14>;
// OUT: 	.reg .b64 %d<8>;
// OUT: 	.shared .align 16 .b8 shared_0[256];
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.b64 %d2, [param_1];
// OUT: 	mov.u32 %r1, shared_0;
// OUT: 	.loc 1 8 11
// OUT: 	shl.b64 %d3, %d2, 2;
// OUT: 	.loc 1 9 10
// OUT: 	cvt.u32.u64 %r2, %d3;
// OUT: 	mul.wide.u32 %d4, %r2, 4;
// OUT: 	mul.lo.s32 %r3, %r2, 4;
// OUT: 	add.s32 %r4, %r1, %r3;
// OUT: 	ld.shared.v4.b32 {%r5, %r6, %r7, %r8}, [%r4];
// OUT: 	.loc 1 10 10
// OUT: 	add.rn.f32 %r9, %r5, %r5;
// OUT: 	add.rn.f32 %r10, %r6, %r6;
// OUT: 	add.rn.f32 %r11, %r7, %r7;
// OUT: 	add.rn.f32 %r12, %r8, %r8;
// OUT: 	.loc 1 11 5
// OUT: 	add.s64 %d5, %d1, %d4;
// OUT: 	st.global.v4.b32 [%d5], {%r9, %r10, %r11, %r12};
// OUT: 	.loc 1 12 5
// OUT: 	cvt.u32.u64 %r13, %d2;
// OUT: 	mul.wide.u32 %d6, %r13, 4;
// OUT: 	add.s64 %d7, %d1, %d6;
// OUT: 	st.global.b32 [%d7], %r9;
// OUT: 	st.global.b32 [%d7+4], %r10;
// OUT: 	st.global.b32 [%d7+8], %r11;
// OUT: 	st.global.b32 [%d7+12], %r12;
// OUT: 	.loc 1 13 5
// OUT: 	ret;
// OUT: }
// -----

// What lies outside is padding, and is not written.
gpu.module @kernels {
  gpu.func @edges(%a: memref<?xf32>, %i: index) kernel {
    %zero = arith.constant 0.0 : f32
    %x = vector.transfer_read %a[%i], %zero : memref<?xf32>, vector<2xf32>
    vector.transfer_write %x, %a[%i] : vector<2xf32>, memref<?xf32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "vector.mlir"
// OUT:
// OUT: .visible .entry edges(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<3>;
// OUT: 	.reg .b64 %d<7>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	ld.param.b64 %d3, [param_2];
// OUT: 	.loc 1 6 10
// OUT: 	add.s64 %d4, %d3, 1;
// OUT: 	setp.lt.u64 %p1, %d3, %d2;
// OUT: 	setp.lt.u64 %p2, %d4, %d2;
// OUT: 	shl.b64 %d5, %d3, 2;
// OUT: 	add.s64 %d6, %d1, %d5;
// OUT: 	mov.b32 %r1, 0f00000000;
// OUT: 	@%p1 ld.global.b32 %r1, [%d6];
// OUT: 	mov.b32 %r2, 0f00000000;
// OUT: 	@%p2 ld.global.b32 %r2, [%d6+4];
// OUT: 	.loc 1 7 5
// OUT: 	@%p1 st.global.b32 [%d6], %r1;
// OUT: 	@%p2 st.global.b32 [%d6+4], %r2;
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: }
// -----

gpu.module @kernels {
  gpu.func @combine(%a: memref<4xf32>, %b: memref<2x2xf32>, %m: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<4xf32>, vector<4xf32>
    %s = vector.shape_cast %x : vector<4xf32> to vector<2x2xf32>
    %t = vector.transpose %s, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
    %p = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %s, %t, %s : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
    %r = vector.extract %p[1] : vector<2xf32> from vector<2x2xf32>
    %sum = vector.reduction <add>, %r : vector<2xf32> into f32
    memref.store %sum, %m[%c0] : memref<1xf32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "vector.mlir"
// OUT:
// OUT: .visible .entry combine(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<14>;
// OUT: 	.reg .b64 %d<3>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_2];
// OUT: 	.loc 1 5 10
// OUT: 	ld.global.b32 %r1, [%d1];
// OUT: 	ld.global.b32 %r2, [%d1+4];
// OUT: 	ld.global.b32 %r3, [%d1+8];
// OUT: 	ld.global.b32 %r4, [%d1+12];
// OUT: 	.loc 1 8 10
// OUT: 	mul.rn.f32 %r5, %r3, %r1;
// OUT: 	add.rn.f32 %r6, %r3, %r5;
// OUT: 	mul.rn.f32 %r7, %r4, %r2;
// OUT: 	add.rn.f32 %r8, %r6, %r7;
// OUT: 	mul.rn.f32 %r9, %r3, %r3;
// OUT: 	add.rn.f32 %r10, %r4, %r9;
// OUT: 	mul.rn.f32 %r11, %r4, %r4;
// OUT: 	add.rn.f32 %r12, %r10, %r11;
// OUT: 	.loc 1 10 12
// OUT: 	add.rn.f32 %r13, %r8, %r12;
// OUT: 	.loc 1 11 5
// OUT: 	st.global.b32 [%d2], %r13;
// OUT: 	.loc 1 12 5
// OUT: 	ret;
// OUT: }
