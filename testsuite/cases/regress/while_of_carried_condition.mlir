// RUN: compile --target=sm_80 --emit=ptx

// The condition is a value that the loop carries: the branch is on the old one, not on that of the next iteration.
gpu.module @kernels {
  gpu.func @count(%flag: i1, %m: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %five = arith.constant 5 : i32
    %r:2 = scf.while (%goes_on = %flag, %n = %zero) : (i1, i32) -> (i1, i32) {
      %more = arith.addi %n, %one : i32
      %next = arith.cmpi slt, %more, %five : i32
      scf.condition(%goes_on) %next, %more : i1, i32
    } do {
    ^bb0(%next: i1, %more: i32):
      scf.yield %next, %more : i1, i32
    }
    memref.store %r#1, %m[%c0] : memref<1xi32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "while_of_carried_condition.mlir"
// OUT:
// OUT: .visible .entry count(
// OUT: 	.param .u8 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<5>;
// OUT: 	.reg .b32 %r<6>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.u8 %r1, [param_0];
// OUT: 	and.b32 %r2, %r1, 1;
// OUT: 	setp.ne.s32 %p1, %r2, 0;
// OUT: 	ld.param.u64 %d1, [param_1];
// OUT: 	.loc 1 10 12
// OUT: 	mov.pred %p2, %p1;
// OUT: 	mov.b32 %r3, 0;
// OUT: $L1:
// OUT: 	.loc 1 11 15
// OUT: 	add.s32 %r4, %r3, 1;
// OUT: 	.loc 1 12 15
// OUT: 	setp.lt.s32 %p3, %r4, 5;
// OUT: 	mov.pred %p4, %p3;
// OUT: 	mov.b32 %r5, %r4;
// OUT: 	@!%p2 bra $L2;
// OUT: 	mov.pred %p2, %p4;
// OUT: 	mov.b32 %r3, %r5;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	.loc 1 18 5
// OUT: 	st.global.b32 [%d1], %r5;
// OUT: 	.loc 1 19 5
// OUT: 	ret;
// OUT: }
