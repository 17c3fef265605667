// RUN: run --device=cpu,interp --input=4x8xf32=rand:1

// Operations in a kernel run in each thread.
func.func @main(%a: memref<4x8xf32>) -> memref<4x8xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %row = memref.subview %a[%tx, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.fill ins(%x : f32) outs(%row : memref<8xf32, strided<[1], offset: ?>>)
    linalg.mul ins(%row, %row : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, strided<[1], offset: ?>>) outs(%row : memref<8xf32, strided<[1], offset: ?>>)
    gpu.terminator
  }
  return %a : memref<4x8xf32>
}

// OUT: result 0: memref<4x8xf32>
// OUT:   [[4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// OUT:    [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// OUT:    [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// OUT:    [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]]
// OUT: argument 0: memref<4x8xf32>
// OUT:   [[4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// OUT:    [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// OUT:    [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// OUT:    [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
