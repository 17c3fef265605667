// RUN: warpline check - --diagnostics=short
// RUN: warpline run --device=cpu --diagnostics=short

// Mistakes that show in the text are found by 'check' and before a run: a launch with more threads than the buffer has
// elements,
func.func @main() -> memref<8xi32> {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<8xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    memref.store %zero, %m[%tx] : memref<8xi32>
    gpu.terminator
  }
  return %m : memref<8xi32>
}

// OUT: stderr:
// OUT: mistakes.mlir:13:5: error[E0504]: index 15 is out of bounds of dimension 0 of size 8 of '%m'
// OUT: exit: 1
// OUT: stderr:
// OUT: mistakes.mlir:13:5: error[E0504]: index 15 is out of bounds of dimension 0 of size 8 of '%m'
// OUT: exit: 1
// -----

// a loop that goes one too far,
func.func @main(%m: memref<4x8xf32> {warpline.input = "1"}) {
  %f = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %f, %m[%i, %j + 1] : memref<4x8xf32>
    }
  }
  return
}

// OUT: stderr:
// OUT: mistakes.mlir:7:7: error[E0504]: index 8 is out of bounds of dimension 1 of size 8 of '%m'
// OUT: exit: 1
// OUT: stderr:
// OUT: mistakes.mlir:7:7: error[E0504]: index 8 is out of bounds of dimension 1 of size 8 of '%m'
// OUT: exit: 1
// -----

// a store that a condition decides about, which is a warning of 'check' alone, as another function's mistake is,
func.func @main(%m: memref<4xf32> {warpline.input = "1"}, %b: i1 {warpline.input = "false"}) {
  %f = arith.constant 1.0 : f32
  %c9 = arith.constant 9 : index
  scf.if %b {
    memref.store %f, %m[%c9] : memref<4xf32>
  }
  return
}
func.func @other(%m: memref<4xf32>) {
  %f = arith.constant 1.0 : f32
  %c9 = arith.constant 9 : index
  memref.store %f, %m[%c9] : memref<4xf32>
  return
}

// OUT: stderr:
// OUT: mistakes.mlir:7:5: warning[W0206]: index 9 is out of bounds of dimension 0 of size 4 of '%m'
// OUT: mistakes.mlir:14:3: error[E0504]: index 9 is out of bounds of dimension 0 of size 4 of '%m'
// OUT: exit: 1
// OUT: argument 0: memref<4xf32> = [1.0 1.0 1.0 1.0]
// -----

// a store to a buffer that is freed before, and a second free,
func.func @main() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  memref.store %one, %m[%c0] : memref<4xi32>
  %n = memref.alloc() : memref<4xi32>
  memref.dealloc %n : memref<4xi32>
  memref.dealloc %n : memref<4xi32>
  return
}

// OUT: stderr:
// OUT: mistakes.mlir:8:3: error[E0504]: use of a buffer after it was freed
// OUT: mistakes.mlir:6:8: note: the buffer was allocated here
// OUT: mistakes.mlir:7:3: note: it was freed here
// OUT: mistakes.mlir:11:3: error[E0504]: the buffer was already freed
// OUT: mistakes.mlir:9:8: note: the buffer was allocated here
// OUT: mistakes.mlir:10:3: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: mistakes.mlir:8:3: error[E0504]: use of a buffer after it was freed
// OUT: mistakes.mlir:6:8: note: the buffer was allocated here
// OUT: mistakes.mlir:7:3: note: it was freed here
// OUT: mistakes.mlir:11:3: error[E0504]: the buffer was already freed
// OUT: mistakes.mlir:9:8: note: the buffer was allocated here
// OUT: mistakes.mlir:10:3: note: it was freed here
// OUT: exit: 1
// -----

// a buffer of a function that ends with it,
func.func private @local() -> memref<4xi32> {
  %a = memref.alloca() : memref<4xi32>
  %view = memref.cast %a : memref<4xi32> to memref<?xi32>
  %back = memref.cast %view : memref<?xi32> to memref<4xi32>
  return %back : memref<4xi32>
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = func.call @local() : () -> memref<4xi32>
  memref.store %one, %m[%c0] : memref<4xi32>
  %v = memref.load %m[%c0] : memref<4xi32>
  return %v : i32
}

// OUT: stderr:
// OUT: mistakes.mlir:7:3: error[E0504]: the function returns a buffer that ends with it
// OUT: mistakes.mlir:4:8: note: the buffer is allocated here
// OUT: exit: 1
// OUT: stderr:
// OUT: mistakes.mlir:7:3: error[E0504]: the function returns a buffer that ends with it
// OUT: mistakes.mlir:4:8: note: the buffer is allocated here
// OUT: exit: 1
// -----

// a constant that is written,
memref.global constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %m = memref.get_global @table : memref<4xi32>
  memref.store %nine, %m[%c0] : memref<4xi32>
  %v = memref.load %m[%c0] : memref<4xi32>
  return %v : i32
}

// OUT: stderr:
// OUT: mistakes.mlir:8:3: error[E0504]: write to a constant global
// OUT: mistakes.mlir:3:1: note: the global is here
// OUT: exit: 1
// OUT: stderr:
// OUT: mistakes.mlir:8:3: error[E0504]: write to a constant global
// OUT: mistakes.mlir:3:1: note: the global is here
// OUT: exit: 1
// -----

// divisions without a result,
func.func @main(%a: i32 {warpline.input = "1"}) -> (i32, i8) {
  %zero = arith.constant 0 : i32
  %least = arith.constant -128 : i8
  %minus = arith.constant -1 : i8
  %0 = arith.remui %a, %zero : i32
  %1 = arith.divsi %least, %minus : i8
  return %0, %1 : i32, i8
}

// OUT: stderr:
// OUT: mistakes.mlir:7:8: error[E0504]: division by zero
// OUT: mistakes.mlir:8:8: error[E0504]: the quotient of the least value and -1 does not fit its type
// OUT: exit: 1
// OUT: stderr:
// OUT: mistakes.mlir:7:8: error[E0504]: division by zero
// OUT: mistakes.mlir:8:8: error[E0504]: the quotient of the least value and -1 does not fit its type
// OUT: exit: 1
// -----

// blocks that are too large,
func.func @main() {
  %c1 = arith.constant 1 : index
  %c33 = arith.constant 33 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c33, %sy = %c33, %sz = %c1) {
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: mistakes.mlir:6:3: error[E0504]: expected a block of at most 1024 threads, but found 33 x 33 x 1
// OUT: exit: 1
// OUT: stderr:
// OUT: mistakes.mlir:6:3: error[E0504]: expected a block of at most 1024 threads, but found 33 x 33 x 1
// OUT: exit: 1
// -----

// blocks with more memory than a GPU has for one,
func.func @main() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             workgroup(%tile: memref<65536xf32, #gpu.address_space<workgroup>>) {
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: mistakes.mlir:5:3: warning[W0206]: a block has 262144 bytes of workgroup memory, but no GPU gives it more than 232448 bytes
// OUT: stderr:
// OUT: mistakes.mlir:5:3: warning[W0206]: a block has 262144 bytes of workgroup memory, but no GPU gives it more than 232448 bytes
// -----

// and memory that nothing writes, which may be harmless.
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  %part = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %v = memref.load %part[%c0] : memref<2xf32, strided<[1], offset: 1>>
  %none = arith.constant 0.0 : f32
  %w = arith.mulf %v, %none : f32
  memref.dealloc %m : memref<4xf32>
  return %none : f32
}

// OUT: stderr:
// OUT: mistakes.mlir:7:8: warning[W0206]: the memory is read, but nothing writes it
// OUT: mistakes.mlir:5:8: note: the buffer was allocated here
// OUT: result 0: f32 = 0.0
// OUT: stderr:
// OUT: mistakes.mlir:7:8: warning[W0206]: the memory is read, but nothing writes it
// OUT: mistakes.mlir:5:8: note: the buffer was allocated here
// -----

// An index that a condition keeps in the buffer is none of them, in a loop or in a thread.
func.func @main(%m: memref<8xi32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c64 step %c1 {
    %is_in = arith.cmpi ult, %i, %c8 : index
    scf.if %is_in {
      memref.store %zero, %m[%i] : memref<8xi32>
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %is_in = arith.cmpi ult, %tx, %c8 : index
    scf.if %is_in {
      memref.store %zero, %m[%tx] : memref<8xi32>
    }
    gpu.terminator
  }
  return
}

// OUT: argument 0: memref<8xi32> = [0 0 0 0 0 0 0 0]
// -----

// A condition around a launch keeps none inside.
func.func @main(%m: memref<8xi32> {warpline.input = "0"}, %is_wanted: i1 {warpline.input = "0"}) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.if %is_wanted {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      memref.store %zero, %m[%tx] : memref<8xi32>
      gpu.terminator
    }
  }
  return
}

// OUT: stderr:
// OUT: mistakes.mlir:10:7: warning[W0206]: index 63 is out of bounds of dimension 0 of size 8 of '%m'
// OUT: argument 0: memref<8xi32> = [0 0 0 0 0 0 0 0]
