// RUN: run --device=cpu

// Brackets around all may be left out, and a list that nothing divides fits every shape.
func.func @main(%a: memref<2x3xi32> {warpline.input = "[[1, 2, 3], [4, 5, 6]]"},
                %b: memref<2x3xi32> {warpline.input = "[1 2 3] [4 5 6]"},
                %c: memref<2x3xi32> {warpline.input = "2x3xi32=[1,2,3,4,5,6]"},
                %d: memref<2x3xi32> {warpline.input = "1 2 3 4 5 6"},
                %e: memref<2x1x2xi32> {warpline.input = "[[[1 2]][[3 4]]]"},
                %f: memref<0xi32> {warpline.input = "0xi32=[]"}) -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.load %a[%c1, %c2] : memref<2x3xi32>
  %1 = memref.load %b[%c1, %c2] : memref<2x3xi32>
  %2 = memref.load %c[%c1, %c2] : memref<2x3xi32>
  %3 = memref.load %d[%c1, %c2] : memref<2x3xi32>
  %4 = memref.load %e[%c1, %c0, %c1] : memref<2x1x2xi32>
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// OUT: result 0: i32 = 6
// OUT: result 1: i32 = 6
// OUT: result 2: i32 = 6
// OUT: result 3: i32 = 6
// OUT: result 4: i32 = 4
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
