// RUN: warpline run --plan-for=any --device=cuda
// MOCK: calls

// Rows in one call of the driver, whatever elements they have; the halves of elements of 8 bytes are two calls, and a third
// dimension is a call for each index.
func.func @main(%a: memref<4x4xi8> {llvm.noalias, warpline.input = "1"}, %b: memref<4x4xf16> {llvm.noalias, warpline.input = "1"}, %c: memref<9xi64> {llvm.noalias, warpline.input = "1"}, %d: memref<2x4x4xi32> {llvm.noalias, warpline.input = "1"}) {
  %byte = arith.constant 7 : i8
  %half = arith.constant 2.5 : f16
  %long = arith.constant -5000000000 : i64
  %word = arith.constant 3 : i32
  %column = memref.subview %a[0, 1] [4, 1] [1, 1] : memref<4x4xi8> to memref<4x1xi8, strided<[4, 1], offset: 1>>
  gpu.memset %column, %byte : memref<4x1xi8, strided<[4, 1], offset: 1>>, i8
  %block = memref.subview %b[1, 1] [2, 2] [1, 1] : memref<4x4xf16> to memref<2x2xf16, strided<[4, 1], offset: 5>>
  gpu.memset %block, %half : memref<2x2xf16, strided<[4, 1], offset: 5>>, f16
  %thirds = memref.subview %c[0] [3] [3] : memref<9xi64> to memref<3xi64, strided<[3]>>
  gpu.memset %thirds, %long : memref<3xi64, strided<[3]>>, i64
  %inner = memref.subview %d[0, 1, 1] [2, 2, 2] [1, 1, 1] : memref<2x4x4xi32> to memref<2x2x2xi32, strided<[16, 4, 1], offset: 5>>
  gpu.memset %inner, %word : memref<2x2x2xi32, strided<[16, 4, 1], offset: 5>>, i32
  %rows = memref.subview %d[0, 0, 0] [2, 1, 4] [1, 1, 1] : memref<2x4x4xi32> to memref<2x1x4xi32, strided<[16, 4, 1]>>
  gpu.memset %rows, %word : memref<2x1x4xi32, strided<[16, 4, 1]>>, i32
  return
}

// OUT: argument 0: memref<4x4xi8>
// OUT:   [[1 7 1 1]
// OUT:    [1 7 1 1]
// OUT:    [1 7 1 1]
// OUT:    [1 7 1 1]]
// OUT: argument 1: memref<4x4xf16>
// OUT:   [[1.0 1.0 1.0 1.0]
// OUT:    [1.0 2.5 2.5 1.0]
// OUT:    [1.0 2.5 2.5 1.0]
// OUT:    [1.0 1.0 1.0 1.0]]
// OUT: argument 2: memref<9xi64> = [-5000000000 1 1 -5000000000 1 1 -5000000000 1 1]
// OUT: argument 3: memref<2x4x4xi32>
// OUT:   [[[3 3 3 3]
// OUT:     [1 3 3 1]
// OUT:     [1 3 3 1]
// OUT:     [1 1 1 1]]
// OUT:    [[3 3 3 3]
// OUT:     [1 3 3 1]
// OUT:     [1 3 3 1]
// OUT:     [1 1 1 1]]]
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuMemAllocManaged(16, 1) = m0
// OUT: cuMemAllocManaged(32, 1) = m1
// OUT: cuMemAllocManaged(72, 1) = m2
// OUT: cuMemAllocManaged(128, 1) = m3
// OUT: cuStreamCreate(1) = s0
// OUT: cuStreamCreate(1) = s1
// OUT: cuStreamCreate(1) = s2
// OUT: cuStreamCreate(1) = s3
// OUT: cuStreamCreate(1) = s4
// OUT: cuEventCreate(2) = e0
// OUT: cuEventCreate(2) = e1
// OUT: cuEventCreate(2) = e2
// OUT: cuEventCreate(2) = e3
// OUT: cuMemsetD2D8Async(s0, m0+1/4, 0x7, 4x1)
// OUT: cuMemsetD2D16Async(s1, m1+10/8, 0x4100, 2x2)
// OUT: cuEventRecord(e0, s1)
// OUT: cuMemsetD2D32Async(s2, m2/24, 0xd5fa0e00, 3x1)
// OUT: cuMemsetD2D32Async(s2, m2+4/24, 0xfffffffe, 3x1)
// OUT: cuEventRecord(e1, s2)
// OUT: cuMemsetD2D32Async(s3, m3+20/64, 0x3, 2x2)
// OUT: cuMemsetD2D32Async(s3, m3+36/64, 0x3, 2x2)
// OUT: cuEventRecord(e2, s3)
// OUT: cuMemsetD2D32Async(s4, m3/64, 0x3, 2x4)
// OUT: cuEventRecord(e3, s4)
// OUT: cuStreamWaitEvent(s0, e3)
// OUT: cuStreamWaitEvent(s0, e2)
// OUT: cuStreamWaitEvent(s0, e1)
// OUT: cuStreamWaitEvent(s0, e0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuStreamSynchronize(s1)
// OUT: cuStreamSynchronize(s2)
// OUT: cuStreamSynchronize(s3)
// OUT: cuStreamSynchronize(s4)
// OUT: cuStreamDestroy(s0)
// OUT: cuStreamDestroy(s1)
// OUT: cuStreamDestroy(s2)
// OUT: cuStreamDestroy(s3)
// OUT: cuStreamDestroy(s4)
// OUT: cuEventDestroy(e0)
// OUT: cuEventDestroy(e1)
// OUT: cuEventDestroy(e2)
// OUT: cuEventDestroy(e3)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(m1)
// OUT: cuMemFree(m2)
// OUT: cuMemFree(m3)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
