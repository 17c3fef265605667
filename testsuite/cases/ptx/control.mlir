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
// OUT: 	@%p1 bra $L2;
// OUT: 	setp.eq.s32 %p2, %r1, -3;
// OUT: 	@!%p2 bra $L3;
// OUT: 	mov.b32 %r2, 2;
// OUT: 	bra $L1;
// OUT: $L3:
// OUT: 	mov.b32 %r2, 1;
// OUT: $L1:
// OUT: 	.loc 1 18 5
// OUT: 	st.global.b32 [%d1], %r2;
// OUT: 	.loc 1 19 5
// OUT: 	ret;
// OUT: $L2:
// OUT: 	.loc 1 15 5
// OUT: 	st.global.b32 [%d1], %r1;
// OUT: 	.loc 1 16 5
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
// OUT: 	@%p3 bra $L5;
// OUT: 	bra $L6;
// OUT: $L5:
// OUT: 	.loc 1 21 7
// OUT: 	mov.b32 %r4, %r2;
// OUT: 	bra $L4;
// OUT: $L6:
// OUT: 	.loc 1 23 12
// OUT: 	sub.s32 %r5, %r2, %r1;
// OUT: 	.loc 1 24 7
// OUT: 	mov.b32 %r4, %r5;
// OUT: $L4:
// OUT: 	.loc 1 26 5
// OUT: 	st.global.b32 [%d2], %r4;
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
// OUT: .extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 args);
// OUT:
// OUT: .global .align 1 .b8 variable_0[39] = {97,115,115,101,114,116,105,111,110,32,102,97,105,108,101,100,58,32,110,32,105,115,32,49,48,48,37,37,32,112,111,115,105,116,105,118,101,10,0};
// OUT:
// OUT: .visible .entry check(
// OUT: 	.param .u32 param_0
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<3>;
// OUT: 	.reg .b64 %d<4>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	.loc 1 6 14
// OUT: 	setp.gt.s32 %p1, %r1, 0;
// OUT: 	.loc 1 7 5
// OUT: 	@%p1 bra $L1;
// OUT: 	mov.u64 %d1, variable_0;
// OUT: 	cvta.global.u64 %d2, %d1;
// OUT: 	mov.b64 %d3, 0;
// OUT: 	{
// OUT: 	.param .b64 arg_0;
// OUT: 	st.param.b64 [arg_0], %d2;
// OUT: 	.param .b64 arg_1;
// OUT: 	st.param.b64 [arg_1], %d3;
// OUT: 	.param .b32 returned;
// OUT: 	call (returned), vprintf, (arg_0, arg_1);
// OUT: 	ld.param.b32 %r2, [returned+0];
// OUT: 	}
// OUT: 	trap;
// OUT: $L1:
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: }
