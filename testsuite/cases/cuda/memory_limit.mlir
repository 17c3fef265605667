// RUN: warpline run --device=cuda --max-device-memory=512
// RUN: warpline run --device=cuda --max-device-memory=511 --diagnostics=short
// MOCK: calls

// A free that is in flight counts until the host has waited for its stream, though the pool of the driver has the bytes
// back by then. The two buffers of the last copies are in use at one time.
module attributes {gpu.container_module} {
  func.func @main(%n: index {warpline.input = "64"}, %in: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
    %b, %t2 = gpu.alloc async [%t1] (%n) : memref<?xf32>
    %from = memref.cast %in : memref<64xf32> to memref<?xf32>
    %to = memref.cast %out : memref<64xf32> to memref<?xf32>
    %t3 = gpu.memcpy async [%t2] %a, %from : memref<?xf32>, memref<?xf32>
    %t4 = gpu.memcpy async [%t3] %b, %a : memref<?xf32>, memref<?xf32>
    %t5 = gpu.dealloc async [%t4] %a : memref<?xf32>
    %c, %t6 = gpu.alloc async [%t5] (%n) : memref<?xf32>
    %t7 = gpu.memcpy async [%t6] %c, %b : memref<?xf32>, memref<?xf32>
    %t8 = gpu.memcpy async [%t7] %to, %c : memref<?xf32>, memref<?xf32>
    %t9 = gpu.dealloc async [%t8] %b : memref<?xf32>
    %t10 = gpu.dealloc async [%t9] %c : memref<?xf32>
    gpu.wait [%t10]
    return
  }
}

// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuMemAllocManaged(256, 1) = m0
// OUT: cuMemAllocManaged(256, 1) = m1
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemAllocFromPoolAsync(256, s0) = d2
// OUT: cuMemAllocFromPoolAsync(256, s0) = d3
// OUT: cuMemcpyAsync(s0, d2, m0, 256)
// OUT: cuMemcpyAsync(s0, d3, d2, 256)
// OUT: cuMemFreeAsync(d2, s0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuMemAllocFromPoolAsync(256, s0) = d4
// OUT: cuMemcpyAsync(s0, d4, d3, 256)
// OUT: cuMemcpyAsync(s0, m1, d4, 256)
// OUT: cuMemFreeAsync(d3, s0)
// OUT: cuMemFreeAsync(d4, s0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(m1)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
// OUT: stderr:
// OUT: case.mlir:11:15: error[E0402]: wl_alloc failed with DeviceMemoryLimit: expected at most 511 bytes of device memory, but 256 bytes are in use and 256 more are allocated
// OUT: case.mlir:10:15: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuMemAllocManaged(256, 1) = m0
// OUT: cuMemAllocManaged(256, 1) = m1
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemAllocFromPoolAsync(256, s0) = d2
// OUT: cuStreamSynchronize(s0)
// OUT: cuMemFree(d2)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(m1)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
