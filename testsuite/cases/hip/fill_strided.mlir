// RUN: warpline run --plan-for=any --device=hip
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
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipMallocManaged(16, 1) = m0
// OUT: hipMallocManaged(32, 1) = m1
// OUT: hipMallocManaged(72, 1) = m2
// OUT: hipMallocManaged(128, 1) = m3
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipStreamCreateWithFlags(1) = s1
// OUT: hipStreamCreateWithFlags(1) = s2
// OUT: hipStreamCreateWithFlags(1) = s3
// OUT: hipStreamCreateWithFlags(1) = s4
// OUT: hipEventCreateWithFlags(2) = e0
// OUT: hipEventCreateWithFlags(2) = e1
// OUT: hipEventCreateWithFlags(2) = e2
// OUT: hipEventCreateWithFlags(2) = e3
// OUT: hipMemset2DAsync(s0, m0+1/4, 0x7, 4x1)
// OUT: hipMemsetD16Async(s1, m1+10, 0x4100, 2)
// OUT: hipMemsetD16Async(s1, m1+18, 0x4100, 2)
// OUT: hipEventRecord(e0, s1)
// OUT: hipMemset2DAsync(s2, m2/24, 0x0, 3x1)
// OUT: hipMemset2DAsync(s2, m2+1/24, 0xe, 3x1)
// OUT: hipMemset2DAsync(s2, m2+2/24, 0xfa, 3x1)
// OUT: hipMemset2DAsync(s2, m2+3/24, 0xd5, 3x1)
// OUT: hipMemset2DAsync(s2, m2+4/24, 0xfe, 3x1)
// OUT: hipMemset2DAsync(s2, m2+5/24, 0xff, 3x3)
// OUT: hipEventRecord(e1, s2)
// OUT: hipMemsetD32Async(s3, m3+20, 0x3, 2)
// OUT: hipMemsetD32Async(s3, m3+36, 0x3, 2)
// OUT: hipMemsetD32Async(s3, m3+84, 0x3, 2)
// OUT: hipMemsetD32Async(s3, m3+100, 0x3, 2)
// OUT: hipEventRecord(e2, s3)
// OUT: hipMemsetD32Async(s4, m3, 0x3, 4)
// OUT: hipMemsetD32Async(s4, m3+64, 0x3, 4)
// OUT: hipEventRecord(e3, s4)
// OUT: hipStreamWaitEvent(s0, e3)
// OUT: hipStreamWaitEvent(s0, e2)
// OUT: hipStreamWaitEvent(s0, e1)
// OUT: hipStreamWaitEvent(s0, e0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipStreamSynchronize(s1)
// OUT: hipStreamSynchronize(s2)
// OUT: hipStreamSynchronize(s3)
// OUT: hipStreamSynchronize(s4)
// OUT: hipStreamDestroy(s0)
// OUT: hipStreamDestroy(s1)
// OUT: hipStreamDestroy(s2)
// OUT: hipStreamDestroy(s3)
// OUT: hipStreamDestroy(s4)
// OUT: hipEventDestroy(e0)
// OUT: hipEventDestroy(e1)
// OUT: hipEventDestroy(e2)
// OUT: hipEventDestroy(e3)
// OUT: hipFree(m0)
// OUT: hipFree(m1)
// OUT: hipFree(m2)
// OUT: hipFree(m3)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
