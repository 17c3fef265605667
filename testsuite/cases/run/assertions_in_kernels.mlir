// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --device=cpu --detect-races --diagnostics=short
// RUN: warpline run --device=cpu,interp --input=4 --diagnostics=short --output=-

// The message of the second assertion of a kernel with a barrier: threads from 4 on fail.
func.func @main(%n: i32 {warpline.input = "3"}) -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %x = arith.index_cast %tx : index to i32
    %c0 = arith.constant 0 : i32
    %first = arith.cmpi sge, %x, %c0 : i32
    cf.assert %first, "never"
    memref.store %x, %m[%tx] : memref<4xi32>
    gpu.barrier
    %small = arith.cmpi slt, %x, %n : i32
    cf.assert %small, "a thread too many"
    gpu.terminator
  }
  return %m : memref<4xi32>
}

// OUT: stderr:
// OUT: assertions_in_kernels.mlir:20:5: error[E0501]: assertion failed: a thread too many, in block (0, 0, 0) thread (3, 0, 0)
// OUT: assertions_in_kernels.mlir:11:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: assertions_in_kernels.mlir:20:5: error[E0501]: assertion failed: a thread too many, in block (0, 0, 0) thread (3, 0, 0)
// OUT: assertions_in_kernels.mlir:11:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: assertions_in_kernels.mlir:20:5: error[E0501]: assertion failed: a thread too many, in block (0, 0, 0) thread (3, 0, 0)
// OUT: assertions_in_kernels.mlir:11:3: note: launched here
// OUT: exit: 1
// OUT: 4xi32=[0 1 2 3]
