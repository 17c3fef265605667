// RUN: run --device=interp,cpu

// Functions of MLIR's runner library on buffers: the first numbers of a buffer in order, copies, and complex numbers.
func.func private @memrefCopy(index, memref<*xf64>, memref<*xf64>) attributes {llvm.emit_c_interface}
func.func private @stdSortF64(index, memref<?xf64>) attributes {llvm.emit_c_interface}
func.func private @stdSortI64(index, memref<?xi64, strided<[2], offset: 1>>)
func.func private @verifyMemRefC32(memref<*xcomplex<f32>>, memref<*xcomplex<f32>>) -> i64
memref.global "private" @numbers : memref<4xf64> = dense<[3.0, 2.0, -1.0, -9.0]>
memref.global "private" @pairs : memref<3x2xi64> = dense<[[0, 3], [1, -4], [2, 2]]>
memref.global "private" constant @complex : memref<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, 4.0)]>
memref.global "private" constant @ones : memref<2xcomplex<f32>> = dense<(1.0, 2.0)>
func.func @main() -> (memref<4xf64>, memref<3x2xi64>, i64) {
  %n = arith.constant 3 : index
  %bytes = arith.constant 8 : index
  %numbers = memref.get_global @numbers : memref<4xf64>
  %some = memref.cast %numbers : memref<4xf64> to memref<?xf64>
  call @stdSortF64(%n, %some) : (index, memref<?xf64>) -> ()
  %all = memref.cast %numbers : memref<4xf64> to memref<*xf64>
  %sorted = memref.alloc() : memref<4xf64>
  %to = memref.cast %sorted : memref<4xf64> to memref<*xf64>
  call @memrefCopy(%bytes, %all, %to) : (index, memref<*xf64>, memref<*xf64>) -> ()
  %pairs = memref.get_global @pairs : memref<3x2xi64>
  %seconds = memref.subview %pairs[0, 1] [3, 1] [1, 1] : memref<3x2xi64> to memref<3xi64, strided<[2], offset: 1>>
  %column = memref.cast %seconds : memref<3xi64, strided<[2], offset: 1>> to memref<?xi64, strided<[2], offset: 1>>
  call @stdSortI64(%n, %column) : (index, memref<?xi64, strided<[2], offset: 1>>) -> ()
  %out = memref.alloc() : memref<3x2xi64>
  memref.copy %pairs, %out : memref<3x2xi64> to memref<3x2xi64>
  %complex = memref.get_global @complex : memref<2xcomplex<f32>>
  %ones = memref.get_global @ones : memref<2xcomplex<f32>>
  %x = memref.cast %complex : memref<2xcomplex<f32>> to memref<*xcomplex<f32>>
  %y = memref.cast %ones : memref<2xcomplex<f32>> to memref<*xcomplex<f32>>
  %n_errors = call @verifyMemRefC32(%x, %y) : (memref<*xcomplex<f32>>, memref<*xcomplex<f32>>) -> i64
  return %sorted, %out, %n_errors : memref<4xf64>, memref<3x2xi64>, i64
}

// OUT: result 0: memref<4xf64> = [-1.0 2.0 3.0 -9.0]
// OUT: result 1: memref<3x2xi64>
// OUT:   [[0 -4]
// OUT:    [1 2]
// OUT:    [2 3]]
// OUT: result 2: i64 = 1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
