// RUN: not run --device=cpu --bounds=trap

// On the host, of the second dimension.
func.func @main(%m: memref<2x8xf32> {warpline.input = "1"}, %n: index {warpline.input = "8"}) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[%c1, %n] : memref<2x8xf32>
  return %0 : f32
}

// OUT: bounds_trap_host.mlir:6:8: error[E0501]: index 8 is out of bounds of dimension 1 of size 8 of '%m'
// OUT: leaks=0
// -----

// A part that ends behind its source; without elements it may begin there.
func.func @main(%m: memref<8xf32> {warpline.input = "1"}, %n: index {warpline.input = "5"},
                %none: index {warpline.input = "0"}, %end: index {warpline.input = "8"}) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %nothing = memref.subview %m[%end] [%none] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
  %size = memref.dim %nothing, %c0 : memref<?xf32, strided<[1], offset: ?>>
  %part = memref.subview %m[4] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: 4>>
  %0 = memref.load %part[%c0] : memref<?xf32, strided<[1], offset: 4>>
  return %0, %size : f32, index
}

// OUT: bounds_trap_host.mlir:8:11: error[E0501]: dimension 0 is out of bounds of size 8
// OUT: leaks=0
// -----

// An index that is less than 0, in a loop of the affine dialect.
func.func @main(%m: memref<8xf32> {warpline.input = "1"}, %n: index {warpline.input = "-1"}) -> f32 {
  %f0 = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 4 iter_args(%all = %f0) -> f32 {
    %0 = affine.load %m[%i + symbol(%n)] : memref<8xf32>
    %next = arith.addf %all, %0 : f32
    affine.yield %next : f32
  }
  return %sum : f32
}

// OUT: bounds_trap_host.mlir:6:10: error[E0501]: index -1 is out of bounds of dimension 0 of size 8 of '%m'
// OUT: leaks=0
