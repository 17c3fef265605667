// RUN: compile --target=sm_90 --emit=ptx

// Numbers of threads and blocks, and what is computed from them, stay in 32 bits where their ranges allow it.
gpu.module @kernels {
  gpu.func @tile(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 64, 1, 1>} {
    %c4 = arith.constant 4 : index
    %c7 = arith.constant 7 : index
    %block = gpu.block_id x
    %size = gpu.block_dim x
    %thread = gpu.thread_id x
    %first = arith.muli %block, %size : index
    %number = arith.addi %first, %thread : index
    %rest = arith.remui %number, %c7 : index
    %place = arith.muli %rest, %c4 : index
    %value = memref.load %x[%place] : memref<?xf32>
    memref.store %value, %x[%number] : memref<?xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "index.mlir"
// OUT:
// OUT: .visible .entry tile(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1
// OUT: )
// OUT: .reqntid 128, 1, 1
// OUT: {
// OUT: 	.reg .b32 %r<8>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 8 14
// OUT: 	mov.u32 %r1, %ctaid.x;
// OUT: 	.loc 1 10 15
// OUT: 	mov.u32 %r2, %tid.x;
// OUT: 	.loc 1 11 14
// OUT: 	mul.lo.s32 %r3, %r1, 128;
// OUT: 	.loc 1 12 15
// OUT: 	add.s32 %r4, %r3, %r2;
// OUT: 	.loc 1 13 13
// OUT: 	rem.u32 %r5, %r4, 7;
// OUT: 	.loc 1 14 14
// OUT: 	mul.lo.s32 %r6, %r5, 4;
// OUT: 	.loc 1 15 14
// OUT: 	mul.wide.u32 %d2, %r6, 4;
// OUT: 	add.s64 %d3, %d1, %d2;
// OUT: 	ld.global.b32 %r7, [%d3];
// OUT: 	.loc 1 16 5
// OUT: 	mul.wide.u32 %d4, %r4, 4;
// OUT: 	add.s64 %d5, %d1, %d4;
// OUT: 	st.global.b32 [%d5], %r7;
// OUT: 	.loc 1 17 5
// OUT: 	ret;
// OUT: }
// -----

// With any number of blocks the product needs 64 bits, its factors do not.
gpu.module @kernels {
  gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) kernel {
    %block = gpu.block_id x
    %size = gpu.block_dim x
    %thread = gpu.thread_id x
    %first = arith.muli %block, %size : index
    %number = arith.addi %first, %thread : index
    %inside = arith.cmpi ult, %number, %n : index
    scf.if %inside {
      %0 = memref.load %x[%number] : memref<?xf32>
      %1 = memref.load %y[%number] : memref<?xf32>
      %2 = arith.mulf %a, %0 : f32
      %3 = arith.addf %1, %2 : f32
      memref.store %3, %y[%number] : memref<?xf32>
    }
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "index.mlir"
// OUT:
// OUT: .visible .entry saxpy(
// OUT: 	.param .f32 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1,
// OUT: 	.param .u64 param_2,
// OUT: 	.param .u64 .ptr .global .align 4 param_3,
// OUT: 	.param .u64 param_4,
// OUT: 	.param .u64 param_5
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<9>;
// OUT: 	.reg .b64 %d<10>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.u64 %d1, [param_1];
// OUT: 	ld.param.u64 %d2, [param_3];
// OUT: 	ld.param.b64 %d3, [param_5];
// OUT: 	.loc 1 5 14
// OUT: 	mov.u32 %r2, %ctaid.x;
// OUT: 	.loc 1 6 13
// OUT: 	mov.u32 %r3, %ntid.x;
// OUT: 	.loc 1 7 15
// OUT: 	mov.u32 %r4, %tid.x;
// OUT: 	cvt.u64.u32 %d4, %r4;
// OUT: 	.loc 1 8 14
// OUT: 	mul.wide.u32 %d5, %r2, %r3;
// OUT: 	.loc 1 9 15
// OUT: 	add.s64 %d6, %d5, %d4;
// OUT: 	.loc 1 10 15
// OUT: 	setp.lt.u64 %p1, %d6, %d3;
// OUT: 	.loc 1 12 12
// OUT: 	shl.b64 %d7, %d6, 2;
// OUT: 	add.s64 %d8, %d1, %d7;
// OUT: 	.loc 1 13 12
// OUT: 	add.s64 %d9, %d2, %d7;
// OUT: 	.loc 1 11 5
// OUT: 	@!%p1 bra $L1;
// OUT: 	.loc 1 12 12
// OUT: 	ld.global.b32 %r5, [%d8];
// OUT: 	.loc 1 13 12
// OUT: 	ld.global.b32 %r6, [%d9];
// OUT: 	.loc 1 14 12
// OUT: 	mul.rn.f32 %r7, %r1, %r5;
// OUT: 	.loc 1 15 12
// OUT: 	add.rn.f32 %r8, %r6, %r7;
// OUT: 	.loc 1 16 7
// OUT: 	st.global.b32 [%d9], %r8;
// OUT: $L1:
// OUT: 	.loc 1 18 5
// OUT: 	ret;
// OUT: }
// -----

// A loop of a short constant range counts in 32 bits; what an outer branch computed is not computed again.
gpu.module @kernels {
  gpu.func @row(%x: memref<64x64xf32>, %n: index, %odd: i1) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1.0 : f32
    %thread = gpu.thread_id x
    memref.store %one, %x[%thread, %c0] : memref<64x64xf32>
    scf.if %odd {
      memref.store %one, %x[%thread, %c1] : memref<64x64xf32>
    }
    %end = arith.minsi %n, %c64 : index
    %start = arith.maxsi %end, %c0 : index
    scf.for %i = %start to %c64 step %c1 {
      memref.store %one, %x[%thread, %i] : memref<64x64xf32>
    }
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "index.mlir"
// OUT:
// OUT: .visible .entry row(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u8 param_2
// OUT: )
// OUT: .reqntid 64, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<9>;
// OUT: 	.reg .b64 %d<11>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.b64 %d2, [param_1];
// OUT: 	ld.param.u8 %r1, [param_2];
// OUT: 	and.b32 %r2, %r1, 1;
// OUT: 	setp.ne.s32 %p1, %r2, 0;
// OUT: 	.loc 1 9 15
// OUT: 	mov.u32 %r3, %tid.x;
// OUT: 	.loc 1 10 5
// OUT: 	mul.wide.u32 %d3, %r3, 256;
// OUT: 	add.s64 %d4, %d1, %d3;
// OUT: 	mov.b32 %r4, 0f3F800000;
// OUT: 	st.global.b32 [%d4], %r4;
// OUT: 	.loc 1 12 7
// OUT: 	mov.b32 %r5, 0f3F800000;
// OUT: 	@%p1 st.global.b32 [%d4+4], %r5;
// OUT: 	.loc 1 14 12
// OUT: 	min.s64 %d5, %d2, 64;
// OUT: 	.loc 1 15 14
// OUT: 	max.s64 %d6, %d5, 0;
// OUT: 	.loc 1 17 7
// OUT: 	cvt.u32.u64 %r6, %d6;
// OUT: 	mul.wide.u32 %d7, %r6, 4;
// OUT: 	add.s64 %d8, %d4, %d7;
// OUT: 	.loc 1 16 5
// OUT: 	mov.b64 %d9, %d8;
// OUT: 	mov.b32 %r7, %r6;
// OUT: 	setp.ge.s32 %p2, %r7, 64;
// OUT: 	@%p2 bra $L2;
// OUT: $L1:
// OUT: 	.loc 1 17 7
// OUT: 	mov.b32 %r8, 0f3F800000;
// OUT: 	st.global.b32 [%d9], %r8;
// OUT: 	.loc 1 16 5
// OUT: 	add.s64 %d10, %d9, 4;
// OUT: 	mov.b64 %d9, %d10;
// OUT: 	add.s32 %r7, %r7, 1;
// OUT: 	setp.lt.s32 %p3, %r7, 64;
// OUT: 	@%p3 bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 19 5
// OUT: 	ret;
// OUT: }
// -----

// Launches of two sizes bound the block; a constant of the program is read past the cache of writes.
module attributes {gpu.container_module} {
  memref.global "private" constant @weights : memref<8xf32> = dense<2.0>
  gpu.module @kernels {
    gpu.func @scale(%w: memref<8xf32>, %x: memref<128xf32>) kernel {
      %c0 = arith.constant 0 : index
      %thread = gpu.thread_id x
      %0 = memref.load %w[%c0] : memref<8xf32>
      %1 = memref.load %x[%thread] : memref<128xf32>
      %2 = arith.mulf %0, %1 : f32
      memref.store %2, %x[%thread] : memref<128xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<128xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %w = memref.get_global @weights : memref<8xf32>
    gpu.launch_func @kernels::@scale blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%w : memref<8xf32>, %x : memref<128xf32>)
    gpu.launch_func @kernels::@scale blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%w : memref<8xf32>, %x : memref<128xf32>)
    return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "index.mlir"
// OUT:
// OUT: .visible .entry scale(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: .maxntid 128, 1, 1
// OUT: {
// OUT: 	.reg .b32 %r<5>;
// OUT: 	.reg .b64 %d<5>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 8 17
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 9 12
// OUT: 	ld.global.nc.b32 %r2, [%d1];
// OUT: 	.loc 1 10 12
// OUT: 	mul.wide.u32 %d3, %r1, 4;
// OUT: 	add.s64 %d4, %d2, %d3;
// OUT: 	ld.global.b32 %r3, [%d4];
// OUT: 	.loc 1 11 12
// OUT: 	mul.rn.f32 %r4, %r2, %r3;
// OUT: 	.loc 1 12 7
// OUT: 	st.global.b32 [%d4], %r4;
// OUT: 	.loc 1 13 7
// OUT: 	ret;
// OUT: }
