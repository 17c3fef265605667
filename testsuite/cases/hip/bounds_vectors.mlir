// RUN: warpline run --device=hip --diagnostics=short --output=-
// RUN: warpline run --device=hip --input=7 --diagnostics=short
// RUN: warpline run --device=interp --input=7 --diagnostics=short
// RUN: warpline run --device=hip --input=6 --input=15 --diagnostics=short
// RUN: warpline run --device=interp --input=6 --input=15 --diagnostics=short
// RUN: warpline run --device=hip --input=6 --input=3 --input=2 --diagnostics=short
// RUN: warpline run --device=interp --input=6 --input=3 --input=2 --diagnostics=short

// Lanes beyond the end that touch nothing are no mistake: a mask leaves them out, or a transfer may leave the buffer. Others are
// one: a lane that a mask sets, one of a gather, and one of a transfer that promises to stay.
func.func @main(%masked: index {warpline.input = "6"}, %offset: index {warpline.input = "3"}, %kept: index {warpline.input = "0"})
    -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %mask = arith.constant dense<[true, true, false, false]> : vector<4xi1>
    %at = arith.constant dense<[0, -3, 9, 4]> : vector<4xi32>
    %on = arith.constant dense<[true, true, false, true]> : vector<4xi1>
    %ones = arith.constant dense<1.0> : vector<8xf32>
    %four = arith.constant dense<4.0> : vector<4xf32>
    vector.store %ones, %m[%c0] : memref<8xf32>, vector<8xf32>
    vector.maskedstore %m[%masked], %mask, %four : memref<8xf32>, vector<4xi1>, vector<4xf32>
    %0 = vector.gather %m[%offset] [%at], %on, %four : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %1 = vector.transfer_read %m[%c6], %zero : memref<8xf32>, vector<4xf32>
    %2 = arith.addf %0, %1 : vector<4xf32>
    %first = arith.muli %kept, %c6 : index
    vector.transfer_write %2, %m[%first] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
    gpu.terminator
  }
  return %m : memref<8xf32>
}

// OUT: 8xf32=[5.0 5.0 4.0 4.0 1.0 1.0 4.0 4.0]
// OUT: stderr:
// OUT: case.mlir:26:5: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:16:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:26:5: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:16:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:27:10: error[E0501]: index 12 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:16:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:27:10: error[E0501]: index 15 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:16:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:31:5: error[E0501]: index 12 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:16:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:31:5: error[E0501]: index 12 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:16:3: note: launched here
// OUT: exit: 1
