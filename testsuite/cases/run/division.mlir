// RUN: warpline run --device=cpu --input=7 --input=0 --diagnostics=short
// RUN: warpline run --device=interp --input=7 --input=0 --diagnostics=short
// RUN: warpline run --device=cpu --input=-2147483648 --input=-1 --diagnostics=short
// RUN: warpline run --device=interp --input=-2147483648 --input=-1 --diagnostics=short
// RUN: warpline run --device=cpu,interp --input=-2147483648 --input=2 --output=-

// A quotient that does not exist, or does not fit, ends a checked run with the thread.
func.func @main(%a: i32, %b: i32) -> memref<2xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %out = memref.alloc() : memref<2xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %0 = arith.divsi %a, %b : i32
    memref.store %0, %out[%tx] : memref<2xi32>
    gpu.terminator
  }
  return %out : memref<2xi32>
}

// OUT: stderr:
// OUT: division.mlir:14:10: error[E0501]: division by zero, in block (0, 0, 0) thread (0, 0, 0)
// OUT: division.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: division.mlir:14:10: error[E0501]: division by zero, in block (0, 0, 0) thread (0, 0, 0)
// OUT: division.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: division.mlir:14:10: error[E0501]: the quotient of the least value and -1 does not fit its type, in block (0, 0, 0) thread (0, 0, 0)
// OUT: division.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: division.mlir:14:10: error[E0501]: the quotient of the least value and -1 does not fit its type, in block (0, 0, 0) thread (0, 0, 0)
// OUT: division.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: 2xi32=[-1073741824 -1073741824]
// -----

// A remainder of the least number and -1 is 0. By 0 there is none, and the divisor of one path is not that of another.
func.func @main(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %rest = arith.remsi %a, %b : i32
  %is_one = arith.cmpi eq, %b, %c0 : i32
  %1 = scf.if %is_one -> i32 {
    scf.yield %c0 : i32
  } else {
    %2 = arith.divui %rest, %b : i32
    scf.yield %2 : i32
  }
  return %1 : i32
}

// OUT: stderr:
// OUT: division.mlir:5:11: error[E0501]: division by zero
// OUT: exit: 1
// OUT: stderr:
// OUT: division.mlir:5:11: error[E0501]: division by zero
// OUT: exit: 1
// OUT: result 0: i32 = 0
// OUT: result 0: i32 = 0
// OUT: i32=0
