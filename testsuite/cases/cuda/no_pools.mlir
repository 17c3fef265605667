// RUN: warpline run --device=cuda
// MOCK: LACKS=pools,managed calls FAIL=each

// Without pools memory is allocated and freed at once; without concurrent managed memory, shared memory is pinned. The second
// shared buffer is the first one again, once its stream has got there.
func.func @main(%a: memref<8xf64> {warpline.input = "1"}) -> memref<8xf64> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = gpu.alloc () : memref<8xf64>
  %s = gpu.alloc host_shared () : memref<8xf64>
  %three = arith.constant 3.3 : f64
  gpu.memset %s, %three : memref<8xf64>, f64
  gpu.memcpy %x, %s : memref<8xf64>, memref<8xf64>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx] : memref<8xf64>
    %w = memref.load %a[%tx] : memref<8xf64>
    %sum = arith.addf %v, %w : f64
    memref.store %sum, %a[%tx] : memref<8xf64>
    gpu.terminator
  }
  gpu.dealloc %x : memref<8xf64>
  gpu.dealloc %s : memref<8xf64>
  return %a : memref<8xf64>
}

// OUT: result 0: memref<8xf64> = [4.3 4.3 4.3 4.3 4.3 4.3 4.3 4.3]
// OUT: argument 0: memref<8xf64> = [4.3 4.3 4.3 4.3 4.3 4.3 4.3 4.3]
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, main_kernel) = f0
// OUT: cuMemHostAlloc(64, 3) = h0
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemAlloc(256) = d1
// OUT: cuMemHostAlloc(64, 3) = h2
// OUT: cuMemsetD2D32Async(s0, h2/8, 0x66666666, 8x1)
// OUT: cuMemsetD2D32Async(s0, h2+4/8, 0x400a6666, 8x1)
// OUT: cuMemcpyAsync(s0, d1, h2, 64)
// OUT: cuLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (d1, h0))
// OUT: cuEventCreate(2) = e0
// OUT: cuEventRecord(e0, s0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemFreeHost(h0)
// OUT: cuMemFree(d1)
// OUT: cuMemFreeHost(h2)
// OUT: cuEventDestroy(e0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
