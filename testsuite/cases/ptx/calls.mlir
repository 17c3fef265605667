// RUN: compile --target=sm_80 --emit=ptx

// Results come back in slots of 8 bytes.
gpu.module @kernels {
  func.func @count(%n: i32, %more: i1) -> (i32, f64) {
    %one = arith.constant 1 : i32
    %f = arith.constant 0.5 : f64
    %r:2 = scf.if %more -> (i32, f64) {
      %less = arith.subi %n, %one : i32
      scf.yield %less, %f : i32, f64
    } else {
      scf.yield %n, %f : i32, f64
    }
    return %r#0, %r#1 : i32, f64
  }
  gpu.func @start(%n: i32, %m: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %yes = arith.constant true
    %v:2 = func.call @count(%n, %yes) : (i32, i1) -> (i32, f64)
    memref.store %v#0, %m[%c0] : memref<1xi32>
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "calls.mlir"
// OUT:
// OUT: .visible .entry start(
// OUT: 	.param .u32 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .pred %p<2>;
// OUT: 	.reg .b32 %r<4>;
// OUT: 	.reg .b64 %d<2>;
// OUT: 	ld.param.b32 %r1, [param_0];
// OUT: 	ld.param.u64 %d1, [param_1];
// OUT: 	.loc 1 18 12
// OUT: 	mov.pred %p1, 1;
// OUT: 	.loc 1 9 15
// OUT: 	sub.s32 %r2, %r1, 1;
// OUT: 	.loc 1 8 12
// OUT: 	@!%p1 bra $L2;
// OUT: 	mov.b32 %r3, %r2;
// OUT: 	bra $L1;
// OUT: $L2:
// OUT: 	mov.b32 %r3, %r1;
// OUT: $L1:
// OUT: 	.loc 1 20 5
// OUT: 	st.global.b32 [%d1], %r3;
// OUT: 	.loc 1 21 5
// OUT: 	ret;
// OUT: }
// -----

// Lengths in a format follow the arguments.
gpu.module @kernels {
  gpu.func @show(%n: i64, %x: f32, %b: i8) kernel {
    gpu.printf "%d of 100%%: %5.2f %hhd\n", %n, %x, %b : i64, f32, i8
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "calls.mlir"
// OUT:
// OUT: .extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 args);
// OUT:
// OUT: .global .align 1 .b8 variable_0[25] = {37,108,108,100,32,111,102,32,49,48,48,37,37,58,32,37,53,46,50,102,32,37,100,10,0};
// OUT:
// OUT: .visible .entry show(
// OUT: 	.param .u64 param_0,
// OUT: 	.param .f32 param_1,
// OUT: 	.param .u8 param_2
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<3>;
// OUT: 	.reg .b64 %d<7>;
// OUT: 	.local .align 8 .b8 local_0[20];
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.b32 %r1, [param_1];
// OUT: 	ld.param.s8 %r2, [param_2];
// OUT: 	.loc 1 5 5
// OUT: 	cvt.f64.f32 %d2, %r1;
// OUT: 	mov.u64 %d3, variable_0;
// OUT: 	cvta.global.u64 %d4, %d3;
// OUT: 	mov.u64 %d5, local_0;
// OUT: 	st.local.b64 [%d5], %d1;
// OUT: 	st.local.b64 [%d5+8], %d2;
// OUT: 	st.local.b32 [%d5+16], %r2;
// OUT: 	cvta.local.u64 %d6, %d5;
// OUT: 	{
// OUT: 	.param .b64 arg_0;
// OUT: 	st.param.b64 [arg_0], %d4;
// OUT: 	.param .b64 arg_1;
// OUT: 	st.param.b64 [arg_1], %d6;
// OUT: 	.param .b32 returned;
// OUT: 	call (returned), vprintf, (arg_0, arg_1);
// OUT: 	}
// OUT: 	.loc 1 6 5
// OUT: 	ret;
// OUT: }
