// RUN: compile --target=sm_90 --emit=ptx

// Each trip adds 1000 to what the loop carries, at most ten times: the sum, its last value too, stays in 32 bits.
gpu.module @kernels {
  gpu.func @sum(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    %c1000 = arith.constant 1000 : index
    %one = arith.constant 1.0 : f32
    %t = gpu.thread_id x
    %last = scf.for %k = %c0 to %c10 step %c1 iter_args(%place = %t) -> (index) {
      memref.store %one, %x[%place] : memref<?xf32>
      %next = arith.addi %place, %c1000 : index
      scf.yield %next : index
    }
    memref.store %one, %x[%last] : memref<?xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "ranges.mlir"
// OUT:
// OUT: .visible .entry sum(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1
// OUT: )
// OUT: .reqntid 256, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<7>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 11 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 12 13
// OUT: 	mov.b32 %r2, %r1;
// OUT: 	mov.b32 %r3, 0;
// OUT: $L1:
// OUT: 	.loc 1 13 7
// OUT: 	mul.wide.u32 %d2, %r2, 4;
// OUT: 	add.s64 %d3, %d1, %d2;
// OUT: 	mov.b32 %r4, 0f3F800000;
// OUT: 	st.global.b32 [%d3], %r4;
// OUT: 	.loc 1 14 15
// OUT: 	add.s32 %r5, %r2, 1000;
// OUT: 	mov.b32 %r2, %r5;
// OUT: 	add.s32 %r3, %r3, 1;
// OUT: 	setp.lt.s32 %p1, %r3, 10;
// OUT: 	@%p1 bra $L1;
// OUT: 	.loc 1 17 5
// OUT: 	mul.wide.u32 %d4, %r2, 4;
// OUT: 	add.s64 %d5, %d1, %d4;
// OUT: 	mov.b32 %r6, 0f3F800000;
// OUT: 	st.global.b32 [%d5], %r6;
// OUT: 	.loc 1 18 5
// OUT: 	ret;
// OUT: }
// -----

// Nobody knows how often this one runs, so the sum needs 64 bits.
gpu.module @kernels {
  gpu.func @sum(%x: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %one = arith.constant 1.0 : f32
    %last = scf.for %k = %c0 to %n step %c1 iter_args(%place = %c0) -> (index) {
      %next = arith.addi %place, %c7 : index
      scf.yield %next : index
    }
    memref.store %one, %x[%last] : memref<?xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "ranges.mlir"
// OUT:
// OUT: .visible .entry sum(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<2>;
// OUT: 	.reg .b64 %d<8>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.b64 %d2, [param_2];
// OUT: 	.loc 1 9 13
// OUT: 	mov.b64 %d3, 0;
// OUT: 	mov.b64 %d4, 0;
// OUT: 	setp.ge.s64 %p1, %d4, %d2;
// OUT: 	@%p1 bra $L2;
// OUT: $L1:
// OUT: 	.loc 1 10 15
// OUT: 	add.s64 %d5, %d3, 7;
// OUT: 	mov.b64 %d3, %d5;
// OUT: 	add.s64 %d4, %d4, 1;
// OUT: 	setp.lt.s64 %p2, %d4, %d2;
// OUT: 	@%p2 bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 13 5
// OUT: 	shl.b64 %d6, %d3, 2;
// OUT: 	add.s64 %d7, %d1, %d6;
// OUT: 	mov.b32 %r1, 0f3F800000;
// OUT: 	st.global.b32 [%d7], %r1;
// OUT: 	.loc 1 14 5
// OUT: 	ret;
// OUT: }
// -----

// Ten trips of a big step pass the numbers of 32 bits.
gpu.module @kernels {
  gpu.func @sum(%x: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    %big = arith.constant 300000000 : index
    %one = arith.constant 1.0 : f32
    %last = scf.for %k = %c0 to %c10 step %c1 iter_args(%place = %c0) -> (index) {
      %next = arith.addi %place, %big : index
      scf.yield %next : index
    }
    memref.store %one, %x[%last] : memref<?xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "ranges.mlir"
// OUT:
// OUT: .visible .entry sum(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<4>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 10 13
// OUT: 	mov.b64 %d2, 0;
// OUT: 	mov.b32 %r1, 0;
// OUT: $L1:
// OUT: 	.loc 1 11 15
// OUT: 	add.s64 %d3, %d2, 300000000;
// OUT: 	mov.b64 %d2, %d3;
// OUT: 	add.s32 %r1, %r1, 1;
// OUT: 	setp.lt.s32 %p1, %r1, 10;
// OUT: 	@%p1 bra $L1;
// OUT: 	.loc 1 14 5
// OUT: 	cvt.u32.u64 %r2, %d2;
// OUT: 	mul.wide.u32 %d4, %r2, 4;
// OUT: 	add.s64 %d5, %d1, %d4;
// OUT: 	mov.b32 %r3, 0f3F800000;
// OUT: 	st.global.b32 [%d5], %r3;
// OUT: 	.loc 1 15 5
// OUT: 	ret;
// OUT: }
// -----

// A distance that a loop halves stays between what it starts with and 0.
gpu.module @kernels {
  gpu.func @halves(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    %one = arith.constant 1.0 : f32
    %t = gpu.thread_id x
    %end = scf.while (%far = %c128) : (index) -> (index) {
      %more = arith.cmpi sgt, %far, %c0 : index
      scf.condition(%more) %far : index
    } do {
    ^bb0(%distance: index):
      %place = arith.addi %t, %distance : index
      memref.store %one, %x[%place] : memref<?xf32>
      %half = arith.divui %distance, %c2 : index
      scf.yield %half : index
    }
    memref.store %one, %x[%end] : memref<?xf32>
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "ranges.mlir"
// OUT:
// OUT: .visible .entry halves(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1
// OUT: )
// OUT: .reqntid 256, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<7>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 9 10
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 16 7
// OUT: 	mul.wide.u32 %d2, %r1, 4;
// OUT: 	add.s64 %d3, %d1, %d2;
// OUT: 	.loc 1 10 12
// OUT: 	mov.b32 %r2, 128;
// OUT: $L1:
// OUT: 	.loc 1 11 15
// OUT: 	setp.gt.s32 %p1, %r2, 0;
// OUT: 	mov.b32 %r3, %r2;
// OUT: 	@!%p1 bra $L2;
// OUT: 	.loc 1 16 7
// OUT: 	mul.wide.u32 %d4, %r3, 4;
// OUT: 	add.s64 %d5, %d3, %d4;
// OUT: 	mov.b32 %r4, 0f3F800000;
// OUT: 	st.global.b32 [%d5], %r4;
// OUT: 	.loc 1 17 15
// OUT: 	div.u32 %r5, %r3, 2;
// OUT: 	mov.b32 %r2, %r5;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 20 5
// OUT: 	mov.b32 %r6, 0f3F800000;
// OUT: 	st.global.b32 [%d1], %r6;
// OUT: 	.loc 1 21 5
// OUT: 	ret;
// OUT: }
// -----

// A loop of blocks: the comparison before its body bounds what the edge back carries.
gpu.module @kernels {
  gpu.func @blocks(%x: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c100 = arith.constant 100 : index
    %one = arith.constant 1.0 : f32
    cf.br ^head(%c0 : index)
  ^head(%i: index):
    %more = arith.cmpi slt, %i, %c100 : index
    cf.cond_br %more, ^body, ^end
  ^body:
    memref.store %one, %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c3 : index
    cf.br ^head(%next : index)
  ^end:
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "ranges.mlir"
// OUT:
// OUT: .visible .entry blocks(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<4>;
// OUT: 	.reg .b64 %d<4>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	.loc 1 9 5
// OUT: 	mov.b32 %r1, 0;
// OUT: $L1:
// OUT: 	.loc 1 11 13
// OUT: 	setp.lt.s32 %p1, %r1, 100;
// OUT: 	.loc 1 12 5
// OUT: 	@%p1 bra $L3;
// OUT: 	.loc 1 18 5
// OUT: 	ret;
// OUT: $L3:
// OUT: 	.loc 1 14 5
// OUT: 	mul.wide.u32 %d2, %r1, 4;
// OUT: 	add.s64 %d3, %d1, %d2;
// OUT: 	mov.b32 %r2, 0f3F800000;
// OUT: 	st.global.b32 [%d3], %r2;
// OUT: 	.loc 1 15 13
// OUT: 	add.s32 %r3, %r1, 3;
// OUT: 	.loc 1 16 5
// OUT: 	mov.b32 %r1, %r3;
// OUT: 	bra $L1;
// OUT: }
// -----

// A signed comparison with a number of 32 bits makes the thread's number one of 32 bits where it holds; an unsigned one
// does not, as the number may be negative.
gpu.module @kernels {
  gpu.func @guard(%x: memref<?xf32>, %m: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %n = arith.index_cast %m : i32 to index
    %one = arith.constant 1.0 : f32
    %i = gpu.global_id x
    %signed = arith.cmpi slt, %i, %n : index
    scf.if %signed {
      memref.store %one, %x[%i] : memref<?xf32>
    }
    %unsigned = arith.cmpi ult, %i, %n : index
    scf.if %unsigned {
      memref.store %one, %x[%i] : memref<?xf32>
    }
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "ranges.mlir"
// OUT:
// OUT: .visible .entry guard(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u32 param_2
// OUT: )
// OUT: .reqntid 256, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<7>;
// OUT: 	.reg .b64 %d<10>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.b32 %r1, [param_2];
// OUT: 	.loc 1 6 10
// OUT: 	cvt.s64.s32 %d2, %r1;
// OUT: 	.loc 1 8 10
// OUT: 	mov.u32 %r2, %ctaid.x;
// OUT: 	mov.u32 %r3, %tid.x;
// OUT: 	cvt.u64.u32 %d3, %r3;
// OUT: 	mul.wide.u32 %d4, %r2, 256;
// OUT: 	add.s64 %d5, %d4, %d3;
// OUT: 	.loc 1 9 15
// OUT: 	setp.lt.s64 %p1, %d5, %d2;
// OUT: 	.loc 1 11 7
// OUT: 	cvt.u32.u64 %r4, %d5;
// OUT: 	mul.wide.u32 %d6, %r4, 4;
// OUT: 	add.s64 %d7, %d1, %d6;
// OUT: 	mov.b32 %r5, 0f3F800000;
// OUT: 	@%p1 st.global.b32 [%d7], %r5;
// OUT: 	.loc 1 13 17
// OUT: 	setp.lt.u64 %p2, %d5, %d2;
// OUT: 	.loc 1 15 7
// OUT: 	shl.b64 %d8, %d5, 2;
// OUT: 	add.s64 %d9, %d1, %d8;
// OUT: 	mov.b32 %r6, 0f3F800000;
// OUT: 	@%p2 st.global.b32 [%d9], %r6;
// OUT: 	.loc 1 17 5
// OUT: 	ret;
// OUT: }
// -----

// Every launch gives one of two constants, so that the loop counts in 32 bits.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @launched(%x: memref<?xf32>, %n: index) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %one = arith.constant 1.0 : f32
      scf.for %k = %c0 to %n step %c1 {
        memref.store %one, %x[%k] : memref<?xf32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    %c30 = arith.constant 30 : index
    gpu.launch_func @kernels::@launched blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>, %c12 : index)
    gpu.launch_func @kernels::@launched blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>, %c30 : index)
    return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "ranges.mlir"
// OUT:
// OUT: .visible .entry launched(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 param_1,
// OUT: 	.param .u64 param_2
// OUT: )
// OUT: .reqntid 1, 1, 1
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<4>;
// OUT: 	.reg .b64 %d<5>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.b64 %d2, [param_2];
// OUT: 	.loc 1 9 7
// OUT: 	cvt.u32.u64 %r1, %d2;
// OUT: 	mov.b64 %d3, %d1;
// OUT: 	mov.b32 %r2, 0;
// OUT: 	setp.ge.s32 %p1, %r2, %r1;
// OUT: 	@%p1 bra $L2;
// OUT: $L1:
// OUT: 	.loc 1 10 9
// OUT: 	mov.b32 %r3, 0f3F800000;
// OUT: 	st.global.b32 [%d3], %r3;
// OUT: 	.loc 1 9 7
// OUT: 	add.s64 %d4, %d3, 4;
// OUT: 	mov.b64 %d3, %d4;
// OUT: 	add.s32 %r2, %r2, 1;
// OUT: 	setp.lt.s32 %p2, %r2, %r1;
// OUT: 	@%p2 bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 12 7
// OUT: 	ret;
// OUT: }
