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
// -----

// Wrong: a function passes a freed buffer on, which it knows by a name without a rank.
func.func @copy(%n: index, %from: memref<*xi64>, %to: memref<*xi64>) {
  call @memrefCopy(%n, %from, %to) : (index, memref<*xi64>, memref<*xi64>) -> ()
  return
}
func.func private @memrefCopy(index, memref<*xi64>, memref<*xi64>)
func.func @main(%x: memref<8xi64> {warpline.input = "iota:"}, %early: i1 {warpline.input = "1"}) {
  %c8 = arith.constant 8 : index
  %y = memref.alloc() : memref<8xi64>
  %from = memref.cast %x : memref<8xi64> to memref<*xi64>
  %to = memref.cast %y : memref<8xi64> to memref<*xi64>
  scf.if %early {
    memref.dealloc %y : memref<8xi64>
  }
  call @copy(%c8, %from, %to) : (index, memref<*xi64>, memref<*xi64>) -> ()
  return
}

// OUT: stderr:
// OUT: unranked.mlir:16:3: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: unranked.mlir:4:3: error[E0501]: use of a buffer after it was freed
// OUT: unranked.mlir:10:8: note: the buffer was allocated here
// OUT: unranked.mlir:14:5: note: it was freed here
// OUT: exit: 1
// -----

// A function gets a freed buffer by a name without a rank, and does not use it.
func.func @size(%n: index, %of: memref<*xi64>) -> index {
  %rank = memref.rank %of : memref<*xi64>
  %all = arith.addi %n, %rank : index
  return %all : index
}
func.func @main(%early: i1 {warpline.input = "1"}) -> index {
  %c8 = arith.constant 8 : index
  %y = memref.alloc() : memref<8xi64>
  %of = memref.cast %y : memref<8xi64> to memref<*xi64>
  scf.if %early {
    memref.dealloc %y : memref<8xi64>
  }
  %all = call @size(%c8, %of) : (index, memref<*xi64>) -> index
  return %all : index
}

// OUT: result 0: index = 9
// OUT: result 0: index = 9
// -----

// Wrong: a cast states other strides for a buffer without a rank.
func.func @main(%m: memref<4x8xf32> {warpline.input = "iota:"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %u = memref.cast %s : memref<4x4xf32, strided<[8, 1]>> to memref<*xf32>
  %c = memref.cast %u : memref<*xf32> to memref<4x4xf32>
  %x = memref.load %c[%c1, %c0] : memref<4x4xf32>
  return %x : f32
}

// OUT: stderr:
// OUT: unranked.mlir:8:8: error[E0504]: dimension 0 does not have the stride 4
// OUT: exit: 1
// OUT: stderr:
// OUT: unranked.mlir:8:8: error[E0504]: dimension 0 does not have the stride 4
// OUT: exit: 1
// -----

// Wrong: a cast states another offset for a buffer without a rank.
func.func @main(%m: memref<8xf32> {warpline.input = "iota:"}, %o: index {warpline.input = "3"}) -> f32 {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[%o] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %u = memref.cast %s : memref<4xf32, strided<[1], offset: ?>> to memref<*xf32>
  %c = memref.cast %u : memref<*xf32> to memref<4xf32, strided<[1], offset: 2>>
  %x = memref.load %c[%c0] : memref<4xf32, strided<[1], offset: 2>>
  return %x : f32
}

// OUT: stderr:
// OUT: unranked.mlir:7:8: error[E0501]: the buffer does not have the offset 2
// OUT: exit: 1
// OUT: stderr:
// OUT: unranked.mlir:7:8: error[E0501]: strides [1] and offset 3 do not fit the type
// OUT: exit: 1
// -----

func.func @main(%m: memref<8xf32> {warpline.input = "iota:"}, %o: index {warpline.input = "3"}) -> f32 {
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%o] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %u = memref.cast %s : memref<4xf32, strided<[1], offset: ?>> to memref<*xf32>
  %c = memref.cast %u : memref<*xf32> to memref<?xf32, strided<[1], offset: 3>>
  %x = memref.load %c[%c1] : memref<?xf32, strided<[1], offset: 3>>
  return %x : f32
}

// OUT: result 0: f32 = 4.0
// OUT: result 0: f32 = 4.0
// -----

// A cast to a rank that the buffer has not, in a branch that is not taken.
func.func @main(%m: memref<4xf32> {warpline.input = "1"}, %taken: i1 {warpline.input = "0"}) -> f32 {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0.0 : f32
  %r = scf.if %taken -> f32 {
    %u = memref.cast %m : memref<4xf32> to memref<*xf32>
    %c = memref.cast %u : memref<*xf32> to memref<2x2xf32>
    %x = memref.load %c[%c0, %c0] : memref<2x2xf32>
    scf.yield %x : f32
  } else {
    scf.yield %none : f32
  }
  return %r : f32
}

// OUT: result 0: f32 = 0.0
// OUT: result 0: f32 = 0.0
// -----

// Wrong: the same, taken.
func.func @main(%m: memref<4xf32> {warpline.input = "1"}, %taken: i1 {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0.0 : f32
  %r = scf.if %taken -> f32 {
    %u = memref.cast %m : memref<4xf32> to memref<*xf32>
    %c = memref.cast %u : memref<*xf32> to memref<2x2xf32>
    %x = memref.load %c[%c0, %c0] : memref<2x2xf32>
    scf.yield %x : f32
  } else {
    scf.yield %none : f32
  }
  return %r : f32
}

// OUT: stderr:
// OUT: unranked.mlir:8:10: error[E0501]: the buffer does not have 2 dimensions
// OUT: exit: 1
// OUT: stderr:
// OUT: unranked.mlir:8:10: error[E0501]: a buffer of shape [4] does not fit the type
// OUT: exit: 1
