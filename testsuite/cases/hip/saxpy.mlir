// RUN: warpline run --device=hip
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
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, main_kernel) = f0
// OUT: hipMallocManaged(32, 1) = m0
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMalloc(256) = d1
// OUT: hipMallocManaged(32, 1) = m2
// OUT: hipMemcpyAsync(s0, d1, m0, 32)
// OUT: hipMemPrefetchAsync(m2, 32, device, s0)
// OUT: hipModuleLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (d1, m2))
// OUT: hipStreamSynchronize(s0)
// OUT: hipModuleUnload(image0)
// OUT: hipStreamDestroy(s0)
// OUT: hipFree(m0)
// OUT: hipFree(d1)
// OUT: hipFree(m2)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
