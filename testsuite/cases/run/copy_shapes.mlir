// RUN: warpline run --device=cpu --bounds=off --diagnostics=short
// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// A copy compares the shapes of its buffers, whether bounds are checked or not: on the host,
func.func @main(%n: index {warpline.input = "1000000"}) -> memref<4xf32> {
  %few = memref.alloc() : memref<4xf32>
  %many = memref.alloc(%n) : memref<?xf32>
  %target = memref.cast %few : memref<4xf32> to memref<?xf32>
  memref.copy %many, %target : memref<?xf32> to memref<?xf32>
  memref.dealloc %many : memref<?xf32>
  return %few : memref<4xf32>
}

// OUT: stderr:
// OUT: copy_shapes.mlir:10:3: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:8:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:10:3: error[E0501]: expected equal shapes, but found [1000000] and [4]
// OUT: exit: 1
// OUT: stderr:
// OUT: copy_shapes.mlir:10:3: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:8:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:10:3: error[E0501]: expected equal shapes, but found [1000000] and [4]
// OUT: exit: 1
// OUT: stderr:
// OUT: copy_shapes.mlir:10:3: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:8:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:10:3: error[E0501]: expected equal shapes, but found [1000000] and [4]
// OUT: exit: 1
// -----

// as work of the device,
func.func @main(%n: index {warpline.input = "1000"}) -> memref<2x4xf32> {
  %few = memref.alloc() : memref<2x4xf32>
  %many = memref.alloc(%n) : memref<2x?xf32>
  %target = memref.cast %few : memref<2x4xf32> to memref<2x?xf32>
  gpu.memcpy %target, %many : memref<2x?xf32>, memref<2x?xf32>
  memref.dealloc %many : memref<2x?xf32>
  return %few : memref<2x4xf32>
}

// OUT: stderr:
// OUT: copy_shapes.mlir:7:3: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:5:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:7:3: error[E0501]: expected equal shapes, but found [2, 1000] and [2, 4]
// OUT: exit: 1
// OUT: stderr:
// OUT: copy_shapes.mlir:7:3: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:5:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:7:3: error[E0501]: expected equal shapes, but found [2, 1000] and [2, 4]
// OUT: exit: 1
// OUT: stderr:
// OUT: copy_shapes.mlir:7:3: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:5:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:7:3: error[E0501]: expected equal shapes, but found [2, 1000] and [2, 4]
// OUT: exit: 1
// -----

// and in a kernel, where the first of the two differs.
func.func @main(%n: index {warpline.input = "3"}) -> memref<4xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %few = memref.alloc() : memref<4xf32>
  %many = memref.alloc(%n) : memref<?xf32>
  %target = memref.cast %few : memref<4xf32> to memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    memref.copy %many, %target : memref<?xf32> to memref<?xf32>
    gpu.terminator
  }
  memref.dealloc %many : memref<?xf32>
  return %few : memref<4xf32>
}

// OUT: stderr:
// OUT: copy_shapes.mlir:11:5: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:7:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:11:5: error[E0501]: expected equal shapes, but found an extent of 3 and one of 4, in block (0, 0, 0) thread (0, 0, 0)
// OUT: copy_shapes.mlir:9:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: copy_shapes.mlir:11:5: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:7:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:11:5: error[E0501]: expected equal shapes, but found an extent of 3 and one of 4, in block (0, 0, 0) thread (0, 0, 0)
// OUT: copy_shapes.mlir:9:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: copy_shapes.mlir:11:5: warning[W0206]: the memory is read, but nothing writes it
// OUT: copy_shapes.mlir:7:11: note: the buffer was allocated here
// OUT: copy_shapes.mlir:11:5: error[E0501]: expected equal shapes, but found [3] and [4], in block (0, 0, 0) thread (0, 0, 0)
// OUT: copy_shapes.mlir:9:3: note: launched here
// OUT: exit: 1
