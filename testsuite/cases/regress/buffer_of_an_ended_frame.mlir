// RUN: warpline run --device=cpu --diagnostics=short

// Wrong: a buffer of the stack leaves its function. What is stored to it must not meet the frames of other functions.
func.func private @leak(%n: index, %p: i1, %y: memref<16xi64>) -> memref<16xi64> {
  %x = memref.alloca() : memref<16xi64>
  %v = arith.constant 1 : i64
  memref.store %v, %x[%n] : memref<16xi64>
  %chosen = arith.select %p, %x, %y : memref<16xi64>
  return %chosen : memref<16xi64>
}
func.func private @fill(%z: memref<16xi64>, %depth: index, %v: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %is_last = arith.cmpi eq, %depth, %c0 : index
  %r = scf.if %is_last -> (i64) {
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %v, %z[%i] : memref<16xi64>
    }
    scf.yield %v : i64
  } else {
    %less = arith.subi %depth, %c1 : index
    %inner = func.call @fill(%z, %less, %v) : (memref<16xi64>, index, i64) -> i64
    %sum = arith.addi %inner, %v : i64
    scf.yield %sum : i64
  }
  return %r : i64
}
func.func @main(%n: index {warpline.input = "0"}, %depth: index {warpline.input = "6"}, %p: i1 {warpline.input = "1"}, %y: memref<16xi64> {warpline.input = "0"}) -> i64 {
  %v = arith.constant 3 : i64
  %z = call @leak(%n, %p, %y) : (index, i1, memref<16xi64>) -> memref<16xi64>
  %r = call @fill(%z, %depth, %v) : (memref<16xi64>, index, i64) -> i64
  return %r : i64
}

// OUT: result 0: i64 = 21
// OUT: argument 3: memref<16xi64> = [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]
// OUT: stderr:
// OUT: buffer_of_an_ended_frame.mlir:5:8: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// -----

// A local buffer that a branch passes to another block of its function stays in its frame.
func.func @main(%p: i1 {warpline.input = "1"}) -> i64 {
  %c0 = arith.constant 0 : index
  %x = memref.alloca() : memref<16xi64>
  %y = memref.alloca() : memref<16xi64>
  %v = arith.constant 5 : i64
  memref.store %v, %x[%c0] : memref<16xi64>
  memref.store %v, %y[%c0] : memref<16xi64>
  cf.cond_br %p, ^end(%x : memref<16xi64>), ^end(%y : memref<16xi64>)
^end(%z: memref<16xi64>):
  %r = memref.load %z[%c0] : memref<16xi64>
  return %r : i64
}

// OUT: result 0: i64 = 5
