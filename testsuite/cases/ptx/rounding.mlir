// RUN: compile --target=sm_90 --emit=ptx
// RUN: not run --device=cpu
// RUN: not run --device=interp
// RUN: opt --canonicalize
// A chip rounds sums, products and quotients of f32 and f64 in directions; other devices refuse them by name. Constants are
// folded only where the result is that of the device.
gpu.module @kernels {
  gpu.func @directions(%m: memref<4xf32>, %n: memref<4xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %m[%c0] : memref<4xf32>
    %b = memref.load %m[%c1] : memref<4xf32>
    %c = memref.load %n[%c1] : memref<4xf64>
    %0 = arith.addf %a, %b downward : f32
    %1 = arith.subf %0, %b upward : f32
    %2 = arith.divf %1, %b to_nearest_even : f32
    %3 = math.fma %1, %2, %b toward_zero : f32
    %4 = arith.mulf %c, %c toward_zero : f64
    memref.store %3, %m[%c0] : memref<4xf32>
    memref.store %4, %n[%c0] : memref<4xf64>
    gpu.return
  }
}
func.func @main(%x: f32 {warpline.input = "1"}) -> f32 {
  %third = arith.constant 0.333333343 : f32
  %zero = arith.constant -0.0 : f32
  %0 = arith.mulf %third, %third upward : f32
  %1 = arith.addf %x, %zero downward : f32
  %2 = arith.addf %0, %1 toward_zero : f32
  return %2 : f32
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "rounding.mlir"
// OUT:
// OUT: .visible .entry directions(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 8 param_1
// OUT: )
// OUT: {
// OUT: 	.reg .b32 %r<7>;
// OUT: 	.reg .b64 %d<5>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 11 10
// OUT: 	ld.global.b32 %r1, [%d1];
// OUT: 	.loc 1 12 10
// OUT: 	ld.global.b32 %r2, [%d1+4];
// OUT: 	.loc 1 13 10
// OUT: 	ld.global.b64 %d3, [%d2+8];
// OUT: 	.loc 1 14 10
// OUT: 	add.rm.f32 %r3, %r1, %r2;
// OUT: 	.loc 1 15 10
// OUT: 	sub.rp.f32 %r4, %r3, %r2;
// OUT: 	.loc 1 16 10
// OUT: 	div.rn.f32 %r5, %r4, %r2;
// OUT: 	.loc 1 17 10
// OUT: 	fma.rz.f32 %r6, %r4, %r5, %r2;
// OUT: 	.loc 1 18 10
// OUT: 	mul.rz.f64 %d4, %d3, %d3;
// OUT: 	.loc 1 19 5
// OUT: 	st.global.b32 [%d1], %r6;
// OUT: 	.loc 1 20 5
// OUT: 	st.global.b64 [%d2], %d4;
// OUT: 	.loc 1 21 5
// OUT: 	ret;
// OUT: }
// OUT: rounding.mlir:27:8: error[E0301]: the cpu backend cannot compile 'arith.mulf': only rounding to nearest even is supported, but found upward
// OUT: rounding.mlir:27:8: error[E0501]: `arith.mulf` cannot be interpreted with the rounding mode upward
// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @directions(%arg0: memref<4xf32>, %arg1: memref<4xf64>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = memref.load %arg0[%c0] : memref<4xf32>
// OUT:       %1 = memref.load %arg0[%c1] : memref<4xf32>
// OUT:       %2 = memref.load %arg1[%c1] : memref<4xf64>
// OUT:       %3 = arith.addf %0, %1 downward : f32
// OUT:       %4 = arith.subf %3, %1 upward : f32
// OUT:       %5 = arith.divf %4, %1 to_nearest_even : f32
// OUT:       %6 = math.fma %4, %5, %1 toward_zero : f32
// OUT:       %7 = arith.mulf %2, %2 toward_zero : f64
// OUT:       memref.store %6, %arg0[%c0] : memref<4xf32>
// OUT:       memref.store %7, %arg1[%c0] : memref<4xf64>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: f32 {warpline.input = "1"}) -> f32 {
// OUT:     %cst = arith.constant 0.333333343 : f32
// OUT:     %cst_0 = arith.constant -0.000000e+00 : f32
// OUT:     %0 = arith.mulf %cst, %cst upward : f32
// OUT:     %1 = arith.addf %arg0, %cst_0 downward : f32
// OUT:     %2 = arith.addf %0, %1 toward_zero : f32
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
