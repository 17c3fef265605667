// RUN: run --device=cpu,interp

// The function of MLIR's runner library that compares two buffers counts the elements that differ, and lists them with their
// numbers behind the first element: here of columns, and of integers.
func.func private @verifyMemRefF32(memref<*xf32>, memref<*xf32>) -> i64
func.func private @verifyMemRefI32(memref<*xi32>, memref<*xi32>) -> i64
func.func private @printFlops(f64)
memref.global "private" constant @numbers : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 2.5, 0x7FC00000]]>
memref.global "private" constant @near : memref<2xi32> = dense<[7, 8]>
memref.global "private" constant @far : memref<2xi32> = dense<[7, 9]>
func.func @main() -> (i64, i64, i64) {
  %flops = arith.constant 2.5e9 : f64
  %all = memref.get_global @numbers : memref<2x3xf32>
  %second = memref.subview %all[0, 1] [2, 1] [1, 1] : memref<2x3xf32> to memref<2xf32, strided<[3], offset: 1>>
  %third = memref.subview %all[0, 2] [2, 1] [1, 1] : memref<2x3xf32> to memref<2xf32, strided<[3], offset: 2>>
  %x = memref.cast %second : memref<2xf32, strided<[3], offset: 1>> to memref<*xf32>
  %y = memref.cast %third : memref<2xf32, strided<[3], offset: 2>> to memref<*xf32>
  %columns = call @verifyMemRefF32(%x, %y) : (memref<*xf32>, memref<*xf32>) -> i64
  %same = call @verifyMemRefF32(%x, %x) : (memref<*xf32>, memref<*xf32>) -> i64
  %near = memref.get_global @near : memref<2xi32>
  %far = memref.get_global @far : memref<2xi32>
  %p = memref.cast %near : memref<2xi32> to memref<*xi32>
  %q = memref.cast %far : memref<2xi32> to memref<*xi32>
  %integers = call @verifyMemRefI32(%p, %q) : (memref<*xi32>, memref<*xi32>) -> i64
  call @printFlops(%flops) : (f64) -> ()
  return %columns, %same, %integers : i64, i64, i64
}

// OUT: result 0: i64 = 2
// OUT: result 1: i64 = 0
// OUT: result 2: i64 = 1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
