// RUN: run --device=cpu,interp

// Results that begin inside a buffer, and in a global.
memref.global "private" @table : memref<6xi32> = dense<[0, 1, 2, 3, 4, 5]>
func.func @main(%first: index {warpline.input = "2"}) -> (memref<2xf32, strided<[1], offset: ?>>, memref<3xi32, strided<[1], offset: ?>>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %m = memref.alloc() : memref<8xf32>
  scf.for %i = %zero to %eight step %one {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    memref.store %f, %m[%i] : memref<8xf32>
  }
  %part = memref.subview %m[%first] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
  %table = memref.get_global @table : memref<6xi32>
  %rest = memref.subview %table[%first] [3] [1] : memref<6xi32> to memref<3xi32, strided<[1], offset: ?>>
  return %part, %rest : memref<2xf32, strided<[1], offset: ?>>, memref<3xi32, strided<[1], offset: ?>>
}

// OUT: result 0: memref<2xf32> = [2.0 3.0]
// OUT: result 1: memref<3xi32> = [2 3 4]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
