// RUN: compile --target=sm_90 --emit=ptx

// Buffers that are only read and apart from what the kernel writes are read through the cache for constants: arguments that
// are marked so, and halves of one buffer. Arguments that may overlap are not.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @marked(%from: memref<64xi32>, %to: memref<64xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xi32>
      memref.store %v, %to[%i] : memref<64xi32>
      gpu.return
    }
    gpu.func @halves(%from: memref<32xi32, strided<[1], offset: 0>>, %to: memref<32xi32, strided<[1], offset: 32>>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<32xi32, strided<[1], offset: 0>>
      memref.store %v, %to[%i] : memref<32xi32, strided<[1], offset: 32>>
      gpu.return
    }
    gpu.func @unmarked(%from: memref<64xi32>, %to: memref<64xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xi32>
      memref.store %v, %to[%i] : memref<64xi32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xi32>, %b: memref<64xi32> {llvm.noalias}, %c: memref<64xi32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 32 : index
    %lo = memref.subview %a[0] [32] [1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 0>>
    %hi = memref.subview %a[32] [32] [1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 32>>
    gpu.launch_func @k::@marked blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xi32>, %b : memref<64xi32>)
    gpu.launch_func @k::@halves blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%lo : memref<32xi32, strided<[1], offset: 0>>, %hi : memref<32xi32, strided<[1], offset: 32>>)
    gpu.launch_func @k::@unmarked blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xi32>, %c : memref<64xi32>)
    return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "constant_buffers.mlir"
// OUT:
// OUT: .visible .entry marked(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: .reqntid 32, 1, 1
// OUT: {
// OUT: 	.reg .b32 %r<3>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 8 12
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 9 12
// OUT: 	mul.wide.u32 %d3, %r1, 4;
// OUT: 	add.s64 %d4, %d1, %d3;
// OUT: 	ld.global.nc.b32 %r2, [%d4];
// OUT: 	.loc 1 10 7
// OUT: 	add.s64 %d5, %d2, %d3;
// OUT: 	st.global.b32 [%d5], %r2;
// OUT: 	.loc 1 11 7
// OUT: 	ret;
// OUT: }
// OUT:
// OUT: .visible .entry halves(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: .reqntid 32, 1, 1
// OUT: {
// OUT: 	.reg .b32 %r<3>;
// OUT: 	.reg .b64 %d<7>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 13 5
// OUT: 	add.s64 %d3, %d2, -128;
// OUT: 	.loc 1 14 12
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 15 12
// OUT: 	mul.wide.u32 %d4, %r1, 4;
// OUT: 	add.s64 %d5, %d1, %d4;
// OUT: 	ld.global.nc.b32 %r2, [%d5];
// OUT: 	.loc 1 16 7
// OUT: 	add.s64 %d6, %d3, %d4;
// OUT: 	st.global.b32 [%d6+128], %r2;
// OUT: 	.loc 1 17 7
// OUT: 	ret;
// OUT: }
// OUT:
// OUT: .visible .entry unmarked(
// OUT: 	.param .u64 .ptr .global .align 4 param_0,
// OUT: 	.param .u64 .ptr .global .align 4 param_1
// OUT: )
// OUT: .reqntid 32, 1, 1
// OUT: {
// OUT: 	.reg .b32 %r<3>;
// OUT: 	.reg .b64 %d<6>;
// OUT: 	ld.param.u64 %d1, [param_0];
// OUT: 	ld.param.u64 %d2, [param_1];
// OUT: 	.loc 1 20 12
// OUT: 	mov.u32 %r1, %tid.x;
// OUT: 	.loc 1 21 12
// OUT: 	mul.wide.u32 %d3, %r1, 4;
// OUT: 	add.s64 %d4, %d1, %d3;
// OUT: 	ld.global.b32 %r2, [%d4];
// OUT: 	.loc 1 22 7
// OUT: 	add.s64 %d5, %d2, %d3;
// OUT: 	st.global.b32 [%d5], %r2;
// OUT: 	.loc 1 23 7
// OUT: 	ret;
// OUT: }
