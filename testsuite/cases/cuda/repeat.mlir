// RUN: warpline run --device=cuda --repeat=3
// MOCK: calls FAIL=each

// Three runs on one device: it loads the module once, and makes its stream once.
func.func @main() -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 2.0 : f32
  %m = gpu.alloc host_shared () : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx] : memref<8xf32>
    gpu.terminator
  }
  return %m : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0]
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, main_kernel) = f0
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemAllocManaged(32, 1) = m0
// OUT: cuMemPrefetchAsync(m0, 32, device, s0)
// OUT: cuLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (m0))
// OUT: cuStreamSynchronize(s0)
// OUT: cuMemPrefetchAsync(m0, 32, device, s0)
// OUT: cuLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (m0))
// OUT: cuStreamSynchronize(s0)
// OUT: cuMemPrefetchAsync(m0, 32, device, s0)
// OUT: cuLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (m0))
// OUT: cuStreamSynchronize(s0)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemFree(m0)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
