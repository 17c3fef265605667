// RUN: warpline run --device=hip --max-device-memory=512
// RUN: warpline run --device=hip --max-device-memory=511 --diagnostics=short
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
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipMallocManaged(256, 1) = m0
// OUT: hipMallocManaged(256, 1) = m1
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMallocFromPoolAsync(256, s0) = d2
// OUT: hipMallocFromPoolAsync(256, s0) = d3
// OUT: hipMemcpyAsync(s0, d2, m0, 256)
// OUT: hipMemcpyAsync(s0, d3, d2, 256)
// OUT: hipFreeAsync(d2, s0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipMallocFromPoolAsync(256, s0) = d4
// OUT: hipMemcpyAsync(s0, d4, d3, 256)
// OUT: hipMemcpyAsync(s0, m1, d4, 256)
// OUT: hipFreeAsync(d3, s0)
// OUT: hipFreeAsync(d4, s0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipStreamDestroy(s0)
// OUT: hipFree(m0)
// OUT: hipFree(m1)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: stderr:
// OUT: case.mlir:11:15: error[E0402]: wl_alloc failed with DeviceMemoryLimit: expected at most 511 bytes of device memory, but 256 bytes are in use and 256 more are allocated
// OUT: case.mlir:10:15: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: calls:
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipMallocManaged(256, 1) = m0
// OUT: hipMallocManaged(256, 1) = m1
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMallocFromPoolAsync(256, s0) = d2
// OUT: hipStreamSynchronize(s0)
// OUT: hipFree(d2)
// OUT: hipStreamDestroy(s0)
// OUT: hipFree(m0)
// OUT: hipFree(m1)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
