// RUN: compile --target=sm_75 --emit=ptx

gpu.module @kernels {
  gpu.func @extend(%n: i64, %out: memref<i64>) kernel {
    %cut = arith.trunci %n : i64 to i63
    %wide = arith.extui %cut : i63 to i64
    memref.store %wide, %out[] : memref<i64>
    gpu.return
  }
}

// OUT: .version 6.3
// OUT: .target sm_75
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "extension_of_63_bits.mlir"
// OUT:
// OUT: .visible .entry extend(
// OUT: 	.param .u64 param_0,
// OUT: 	.param .u64 .ptr .global .align 8 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b64 %d<5>;
// OUT: 	ld.param.b64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 5 12
// OUT: 	bfe.s64 %d3, %d1, 0, 63;
// OUT: 	.loc 1 6 13
// OUT: 	and.b64 %d4, %d3, 9223372036854775807;
// OUT: 	.loc 1 7 5
// OUT: 	st.global.b64 [%d2], %d4;
// OUT: 	.loc 1 8 5
// OUT: 	ret;
// OUT: }
