// RUN: compile --target=sm_80 --emit=ptx

// Switches are comparisons in a row.
gpu.module @kernels {
  gpu.func @switch(%flag: i32, %m: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    cf.switch %flag : i32, [
      default: ^rest(%one : i32),
      7: ^seven,
      -3: ^rest(%two : i32)
    ]
  ^seven:
    memref.store %flag, %m[%c0] : memref<1xi32>
    gpu.return
  ^rest(%v: i32):
    memref.store %v, %m[%c0] : memref<1xi32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "control.mlir"
// OUT:
// OUT: .visible .entry switch(
// OUT: 	.param .u32 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<3>;
// OUT: 	.reg .b32 %r<3>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.u64 %d1, [param_1];
// OUT: 	.loc 1 9 5
// OUT: 	setp.eq.s32 %p1, %r1, 7;
// OUT: 	@%p1 bra $L1;
// OUT: 	setp.eq.s32 %p2, %r1, -3;
// OUT: 	@!%p2 bra $L3;
// OUT: 	mov.b32 %r2, 2;
// OUT: 	bra $L2;
// OUT: $L3:
// OUT: 	mov.b32 %r2, 1;
// OUT: 	bra $L2;
// OUT: $L1:
// OUT: 	.loc 1 15 5
// OUT: 	st.global.b32 [%d1], %r1;
// OUT: 	.loc 1 16 5
// OUT: 	ret;
// OUT: $L2:
// OUT: 	.loc 1 18 5
// OUT: 	st.global.b32 [%d1], %r2;
// OUT: 	.loc 1 19 5
// OUT: 	ret;
// OUT: }
// -----

gpu.module @kernels {
  gpu.func @regions(%i: index, %n: i32, %m: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %v = scf.index_switch %i -> i32
    case 2 {
      scf.yield %n : i32
    }
    case 5 {
      %t = arith.addi %n, %n : i32
      scf.yield %t : i32
    }
    default {
      %z = arith.constant 0 : i32
      scf.yield %z : i32
    }
    %is = arith.cmpi slt, %v, %n : i32
    %w = scf.execute_region -> i32 no_inline {
      cf.cond_br %is, ^a, ^b
    ^a:
      scf.yield %v : i32
    ^b:
      %s = arith.subi %v, %n : i32
      scf.yield %s : i32
    }
    memref.store %w, %m[%c0] : memref<1xi32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "control.mlir"
// OUT:
// OUT: .visible .entry regions(
// OUT: 	.param .u64 param_0,
// OUT: 	.param .u32 param_1,
// OUT: 	.param .u64 .ptr .global .align 4 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<6>;
// OUT: 	.reg .b64 %d<3>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.b32 %r1, [param_1];
// OUT: 	ld.param.u64 %d2, [param_2];
// OUT: 	.loc 1 5 10
// OUT: 	setp.ne.s64 %p1, %d1, 2;
// OUT: 	@%p1 bra $L2;
// OUT: 	mov.b32 %r2, %r1;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	setp.ne.s64 %p2, %d1, 5;
// OUT: 	@%p2 bra $L3;
// OUT: 	.loc 1 10 12
// OUT: 	add.s32 %r3, %r1, %r1;
// OUT: 	mov.b32 %r2, %r3;
// OUT: 	bra $L1;
// OUT: $L3:
// OUT: 	mov.b32 %r2, 0;
// OUT: $L1:
// OUT: 	.loc 1 17 11
// OUT: 	setp.lt.s32 %p3, %r2, %r1;
// OUT: 	.loc 1 19 7
// OUT: 	@%p3 bra $L6;
// OUT: 	.loc 1 23 12
// OUT: 	sub.s32 %r4, %r2, %r1;
// OUT: 	.loc 1 24 7
// OUT: 	mov.b32 %r5, %r4;
// OUT: 	bra $L4;
// OUT: $L6:
// OUT: 	.loc 1 21 7
// OUT: 	mov.b32 %r5, %r2;
// OUT: $L4:
// OUT: 	.loc 1 26 5
// OUT: 	st.global.b32 [%d2], %r5;
// OUT: 	.loc 1 27 5
// OUT: 	ret;
// OUT: }
// -----

// A condition that must hold prints its message and stops the kernel.
gpu.module @kernels {
  gpu.func @check(%n: i32) kernel {
    %zero = arith.constant 0 : i32
    %holds = arith.cmpi sgt, %n, %zero : i32
    cf.assert %holds, "n is 100% positive"
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "control.mlir"
// OUT:
// OUT: .visible .global .align 8 .b64 warpline$report[2];
// OUT:
// OUT: .visible .entry check(
// OUT: 	.param .u32 param_0
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<4>;
// OUT: 	.reg .b32 %r<10>;
// OUT: 	.reg .b64 %d<14>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	.loc 1 6 14
// OUT: 	setp.gt.s32 %p1, %r1, 0;
// OUT: 	.loc 1 7 5
// OUT: 	@%p1 bra $L2;
// OUT: 	mov.b32 %r2, 1;
// OUT: 	mov.b64 %d1, 0;
// OUT: 	mov.b64 %d2, 0;
// OUT: 	mov.b64 %d3, 0;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: $L1:
// OUT: 	mov.u64 %d4, warpline$report;
// OUT: 	atom.global.cas.b32 %r3, [%d4], 0, %r2;
// OUT: 	setp.ne.s32 %p2, %r3, 0;
// OUT: 	@%p2 exit;
// OUT: 	ld.global.u64 %d5, [%d4+8];
// OUT: 	setp.eq.s64 %p3, %d5, 0;
// OUT: 	@%p3 bra $L3;
// OUT: 	cvt.u64.u32 %d6, %r2;
// OUT: 	mov.u32 %r4, %ctaid.x;
// OUT: 	cvt.u64.u32 %d7, %r4;
// OUT: 	mov.u32 %r5, %tid.x;
// OUT: 	cvt.u64.u32 %d8, %r5;
// OUT: 	mov.u32 %r6, %ctaid.y;
// OUT: 	cvt.u64.u32 %d9, %r6;
// OUT: 	mov.u32 %r7, %tid.y;
// OUT: 	cvt.u64.u32 %d10, %r7;
// OUT: 	mov.u32 %r8, %ctaid.z;
// OUT: 	cvt.u64.u32 %d11, %r8;
// OUT: 	mov.u32 %r9, %tid.z;
// OUT: 	cvt.u64.u32 %d12, %r9;
// OUT: 	mov.b64 %d13, 1;
// OUT: 	st.global.u64 [%d5+8], %d13;
// OUT: 	st.global.u64 [%d5+16], %d1;
// OUT: 	st.global.u64 [%d5+40], %d7;
// OUT: 	st.global.u64 [%d5+64], %d8;
// OUT: 	st.global.u64 [%d5+48], %d9;
// OUT: 	st.global.u64 [%d5+72], %d10;
// OUT: 	st.global.u64 [%d5+56], %d11;
// OUT: 	st.global.u64 [%d5+80], %d12;
// OUT: 	st.global.u64 [%d5+24], %d2;
// OUT: 	st.global.u64 [%d5+32], %d3;
// OUT: 	membar.sys;
// OUT: 	st.global.u64 [%d5], %d6;
// OUT: 	exit;
// OUT: $L3:
// OUT: 	membar.sys;
// OUT: 	trap;
// OUT: }
