// RUN: warpline run --device=cuda
// MOCK: calls FAIL=each

func.func @main(%a: memref<8xf32> {warpline.input = "1,2,3,4,5,6,7,8"}) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %out = memref.alloc() : memref<8xf32>
  %x = gpu.alloc () : memref<8xf32>
  gpu.memcpy %x, %a : memref<8xf32>, memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %out[%tx] : memref<8xf32>
    gpu.terminator
  }
  gpu.dealloc %x : memref<8xf32>
  return %out : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [2.0 4.0 6.0 8.0 10.0 12.0 14.0 16.0]
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, main_kernel) = f0
// OUT: cuMemAllocManaged(32, 1) = m0
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemAlloc(256) = d1
// OUT: cuMemAllocManaged(32, 1) = m2
// OUT: cuMemcpyAsync(s0, d1, m0, 32)
// OUT: cuMemPrefetchAsync(m2, 32, device, s0)
// OUT: cuLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (d1, m2))
// OUT: cuStreamSynchronize(s0)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(d1)
// OUT: cuMemFree(m2)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
