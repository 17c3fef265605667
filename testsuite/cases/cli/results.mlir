// RUN: warpline run --device=cpu --input=&4xi32 --input=3 --input=4xi32=1,2,3,4
// RUN: warpline run --device=interp --input=&4xi32 --input=3 --input=4xi32=1,2,3,4
// RUN: warpline run --device=cpu --input=&4xi32 --input=3 --input=4xi32=1,2,3,4 --output=- --output=-
// RUN: warpline run --device=cpu --input=&4xi32 --input=3 --input=4xi32=1,2,3,4 --expect=2x3xi32=3 --expect=3,6,9,13
// RUN: warpline run --device=cpu --input=&4xi32 --input=3 --input=4xi32=1,2,3,4 --output=- --output=- --output=-
// RUN: warpline run --device=cpu --input=&4xi32 --input=3 --input=4xi32=1,2,3,4 --stats=- --output=-

// A result, and an argument that is written: both are shown, in this order. The one that is only read is not.
func.func @main(%out: memref<4xi32>, %factor: i32, %in: memref<4xi32>) -> memref<2x3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %in[%i] : memref<4xi32>
    %y = arith.muli %x, %factor : i32
    memref.store %y, %out[%i] : memref<4xi32>
  }
  %result = memref.alloc() : memref<2x3xi32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      memref.store %factor, %result[%i, %j] : memref<2x3xi32>
    }
  }
  return %result : memref<2x3xi32>
}

// OUT: result 0: memref<2x3xi32>
// OUT:   [[3 3 3]
// OUT:    [3 3 3]]
// OUT: argument 0: memref<4xi32> = [3 6 9 12]
// OUT: result 0: memref<2x3xi32>
// OUT:   [[3 3 3]
// OUT:    [3 3 3]]
// OUT: argument 0: memref<4xi32> = [3 6 9 12]
// OUT: 2x3xi32=[[3 3 3][3 3 3]]
// OUT: 4xi32=[3 6 9 12]
// OUT: result 0: memref<2x3xi32>
// OUT:   [[3 3 3]
// OUT:    [3 3 3]]
// OUT: argument 0: memref<4xi32> = [3 6 9 12]
// OUT: stderr:
// OUT: warpline: error: argument 0: 1 of 4 elements differ; first at [3]: expected 13, but found 12 (absolute difference 1.0)
// OUT: exit: 1
// OUT: stderr:
// OUT: warpline: error: 3 outputs are named, but the function has 1 result and writes 1 argument
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --stats=- has stdout for itself, but --output=- prints there, too; name a file for one of them
// OUT: exit: 2
