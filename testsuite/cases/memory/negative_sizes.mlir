// RUN: not run --device=cpu,interp --input=-1

// The memory is unused.
// Wrong: a buffer has no negative size.
func.func @main(%n: index) -> index {
  %m = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  return %n : index
}

// OUT: negative_sizes.mlir:6:8: error[E0501]: a size of -1 is negative
// OUT: negative_sizes.mlir:6:8: error[E0501]: a size of -1 is negative
// OUT: leaks=0
// -----

// It is on the stack.
// Wrong: a buffer has no negative size.
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %m = memref.alloca(%c4, %n) : memref<?x?xf32>
  %size = memref.dim %m, %c0 : memref<?x?xf32>
  %is_used = arith.cmpi eq, %size, %c0 : index
  scf.if %is_used {
    memref.store %one, %m[%c0, %c0] : memref<?x?xf32>
  }
  return %one : f32
}

// OUT: negative_sizes.mlir:8:8: error[E0501]: a size of -1 is negative
// OUT: negative_sizes.mlir:8:8: error[E0501]: a size of -1 is negative
// OUT: leaks=0
// -----

// It is on the device.
// Wrong: a buffer has no negative size.
func.func @main(%n: index) -> index {
  %m, %t = gpu.alloc async (%n) : memref<?xf32>
  %d = gpu.dealloc async [%t] %m : memref<?xf32>
  gpu.wait [%d]
  return %n : index
}

// OUT: negative_sizes.mlir:5:12: error[E0501]: a size of -1 is negative
// OUT: negative_sizes.mlir:5:12: error[E0501]: a size of -1 is negative
// OUT: leaks=0
