// RUN: warpline run --device=cpu,interp --output=-
// RUN: warpline run --device=cpu --input=9 --diagnostics=short
// RUN: warpline run --device=interp --input=9 --diagnostics=short
// RUN: warpline run --device=cpu --input=4 --input=-1 --diagnostics=short
// RUN: warpline run --device=interp --input=4 --input=-1 --diagnostics=short
// RUN: warpline run --device=cpu,interp --input=100 --input=0 --output=-
// RUN: warpline run --device=cpu --input=0 --input=2 --input=-1 --diagnostics=short
// RUN: warpline run --device=interp --input=0 --input=2 --input=-1 --diagnostics=short

// A view may reach every element of the buffer behind it, and no other one: on the host, and in a kernel.
func.func @main(%from: index {warpline.input = "4"}, %n: index {warpline.input = "4"}, %stride: index {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = memref.alloc(%c8) : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    memref.store %one, %m[%tx] : memref<?xf32>
    %turned = memref.reinterpret_cast %m to offset: [7], sizes: [8], strides: [-1] : memref<?xf32> to memref<8xf32, strided<[-1], offset: 7>>
    memref.store %one, %turned[%tx] : memref<8xf32, strided<[-1], offset: 7>>
    gpu.terminator
  }
  %part = memref.subview %m[2] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: 2>>
  %view = memref.reinterpret_cast %part to offset: [%from], sizes: [%n], strides: [%stride]
    : memref<2xf32, strided<[1], offset: 2>> to memref<?xf32, strided<[?], offset: ?>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
    %v = memref.load %view[%i] : memref<?xf32, strided<[?], offset: ?>>
    %after = arith.addf %before, %v : f32
    scf.yield %after : f32
  }
  memref.dealloc %m : memref<?xf32>
  return %sum : f32
}

// OUT: f32=4.0
// OUT: stderr:
// OUT: bounds_claims.mlir:26:11: error[E0501]: the view exceeds its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_claims.mlir:26:11: error[E0501]: the view exceeds its buffer, which has 32 bytes left
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_claims.mlir:26:11: error[E0501]: the view exceeds its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_claims.mlir:26:11: error[E0501]: a size of -1 is negative
// OUT: exit: 1
// OUT: f32=0.0
// OUT: stderr:
// OUT: bounds_claims.mlir:26:11: error[E0501]: the view exceeds its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_claims.mlir:26:11: error[E0501]: the view exceeds its buffer, which has 32 bytes left
// OUT: exit: 1
