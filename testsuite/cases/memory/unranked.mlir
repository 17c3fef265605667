// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Wrong: a function of the runner's library writes a buffer that a path freed, by a name without a rank.
func.func private @memrefCopy(index, memref<*xi64>, memref<*xi64>)
func.func @main(%x: memref<8xi64> {warpline.input = "iota:"}, %early: i1 {warpline.input = "1"}) -> i64 {
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 77 : i64
  %y = memref.alloc() : memref<8xi64>
  %from = memref.cast %x : memref<8xi64> to memref<*xi64>
  %to = memref.cast %y : memref<8xi64> to memref<*xi64>
  scf.if %early {
    memref.dealloc %y : memref<8xi64>
  }
  %z = memref.alloc() : memref<8xi64>
  memref.store %v, %z[%c1] : memref<8xi64>
  call @memrefCopy(%c8, %from, %to) : (index, memref<*xi64>, memref<*xi64>) -> ()
  %r = memref.load %z[%c1] : memref<8xi64>
  memref.dealloc %z : memref<8xi64>
  return %r : i64
}

// OUT: stderr:
// OUT: unranked.mlir:18:3: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: unranked.mlir:18:3: error[E0501]: use of a buffer after it was freed
// OUT: unranked.mlir:10:8: note: the buffer was allocated here
// OUT: unranked.mlir:14:5: note: it was freed here
// OUT: exit: 1
// -----

func.func private @memrefCopy(index, memref<*xi64>, memref<*xi64>)
func.func @main(%x: memref<8xi64> {warpline.input = "iota:"}, %early: i1 {warpline.input = "0"}) -> i64 {
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 77 : i64
  %y = memref.alloc() : memref<8xi64>
  %from = memref.cast %x : memref<8xi64> to memref<*xi64>
  %to = memref.cast %y : memref<8xi64> to memref<*xi64>
  scf.if %early {
    memref.dealloc %y : memref<8xi64>
  }
  %z = memref.alloc() : memref<8xi64>
  memref.store %v, %z[%c1] : memref<8xi64>
  call @memrefCopy(%c8, %from, %to) : (index, memref<*xi64>, memref<*xi64>) -> ()
  %r = memref.load %z[%c1] : memref<8xi64>
  memref.dealloc %z : memref<8xi64>
  return %r : i64
}

// OUT: result 0: i64 = 77
// OUT: argument 0: memref<8xi64> = [0 1 2 3 4 5 6 7]
// OUT: stderr:
// OUT: unranked.mlir:7:8: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
// OUT: result 0: i64 = 77
// OUT: argument 0: memref<8xi64> = [0 1 2 3 4 5 6 7]
// OUT: stderr:
// OUT: unranked.mlir:7:8: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
