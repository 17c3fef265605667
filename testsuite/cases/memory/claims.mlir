// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// An element of a vector that does not begin at a multiple of 64 bytes, and one that does.
func.func @main(%x: memref<48xf32> {warpline.input = "1"}, %i: index {warpline.input = "8"}) -> f32 {
  %c0 = arith.constant 0 : index
  %part = memref.subview %x[%i] [16] [1] : memref<48xf32> to memref<16xf32, strided<[1], offset: ?>>
  %aligned = memref.assume_alignment %part, 64 : memref<16xf32, strided<[1], offset: ?>>
  %v = memref.load %aligned[%c0] : memref<16xf32, strided<[1], offset: ?>>
  return %v : f32
}

// OUT: stderr:
// OUT: claims.mlir:8:14: error[E0501]: expected an address that is a multiple of 64, but 32 bytes remain
// OUT: exit: 1
// OUT: stderr:
// OUT: claims.mlir:8:14: error[E0501]: expected an address that is a multiple of 64, but 32 bytes remain
// OUT: exit: 1
// -----

func.func @main(%x: memref<48xf32> {warpline.input = "1"}, %i: index {warpline.input = "16"}) -> f32 {
  %c0 = arith.constant 0 : index
  %part = memref.subview %x[%i] [16] [1] : memref<48xf32> to memref<16xf32, strided<[1], offset: ?>>
  %aligned = memref.assume_alignment %part, 64 : memref<16xf32, strided<[1], offset: ?>>
  %v = memref.load %aligned[%c0] : memref<16xf32, strided<[1], offset: ?>>
  return %v : f32
}

// OUT: result 0: f32 = 1.0
// OUT: result 0: f32 = 1.0
// -----

// Two parts that are claimed to be distinct: they share an element, then they are neighbours.
func.func @main(%x: memref<8xf32> {warpline.input = "1"}, %i: index {warpline.input = "3"}) -> f32 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 2.0 : f32
  %low = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %high = memref.subview %x[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %a, %b = memref.distinct_objects %low, %high : memref<4xf32, strided<[1]>>, memref<4xf32, strided<[1], offset: ?>>
  memref.store %v, %a[%c0] : memref<4xf32, strided<[1]>>
  %r = memref.load %b[%c0] : memref<4xf32, strided<[1], offset: ?>>
  return %r : f32
}

// OUT: stderr:
// OUT: claims.mlir:8:12: error[E0501]: expected distinct buffers, but two of them overlap
// OUT: exit: 1
// OUT: stderr:
// OUT: claims.mlir:8:12: error[E0501]: expected distinct buffers, but two of them overlap
// OUT: exit: 1
// -----

func.func @main(%x: memref<8xf32> {warpline.input = "1"}, %i: index {warpline.input = "4"}) -> f32 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 2.0 : f32
  %low = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %high = memref.subview %x[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %a, %b = memref.distinct_objects %low, %high : memref<4xf32, strided<[1]>>, memref<4xf32, strided<[1], offset: ?>>
  memref.store %v, %a[%c0] : memref<4xf32, strided<[1]>>
  %r = memref.load %b[%c0] : memref<4xf32, strided<[1], offset: ?>>
  return %r : f32
}

// OUT: result 0: f32 = 1.0
// OUT: argument 0: memref<8xf32> = [2.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: result 0: f32 = 1.0
// OUT: argument 0: memref<8xf32> = [2.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// -----

// Kernel arguments that claim to be apart, one of them written: parts that overlap, and parts that do not.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @shift(%from: memref<4xf32, strided<[1], offset: ?>> {llvm.noalias}, %to: memref<4xf32, strided<[1], offset: ?>> {llvm.noalias}) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<4xf32, strided<[1], offset: ?>>
      memref.store %v, %to[%i] : memref<4xf32, strided<[1], offset: ?>>
      gpu.return
    }
  }
  func.func @main(%x: memref<12xf32> {warpline.input = "iota:"}, %i: index {warpline.input = "2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %from = memref.subview %x[%c0] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: ?>>
    %to = memref.subview %x[%i] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: ?>>
    gpu.launch_func @device::@shift blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%from : memref<4xf32, strided<[1], offset: ?>>, %to : memref<4xf32, strided<[1], offset: ?>>)
    return
  }
}

// OUT: stderr:
// OUT: claims.mlir:18:5: error[E0501]: expected arguments that do not overlap, as llvm.noalias says, but two of them do
// OUT: exit: 1
// OUT: stderr:
// OUT: claims.mlir:18:5: error[E0501]: expected arguments that do not overlap, as llvm.noalias says, but two of them do
// OUT: exit: 1
// -----

module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @shift(%from: memref<4xf32, strided<[1], offset: ?>> {llvm.noalias}, %to: memref<4xf32, strided<[1], offset: ?>> {llvm.noalias}) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<4xf32, strided<[1], offset: ?>>
      memref.store %v, %to[%i] : memref<4xf32, strided<[1], offset: ?>>
      gpu.return
    }
  }
  func.func @main(%x: memref<12xf32> {warpline.input = "iota:"}, %i: index {warpline.input = "4"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %from = memref.subview %x[%c0] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: ?>>
    %to = memref.subview %x[%i] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: ?>>
    gpu.launch_func @device::@shift blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%from : memref<4xf32, strided<[1], offset: ?>>, %to : memref<4xf32, strided<[1], offset: ?>>)
    return
  }
}

// OUT: argument 0: memref<12xf32> = [0.0 1.0 2.0 3.0 0.0 1.0 2.0 3.0 8.0 9.0 10.0 11.0]
// OUT: argument 0: memref<12xf32> = [0.0 1.0 2.0 3.0 0.0 1.0 2.0 3.0 8.0 9.0 10.0 11.0]
