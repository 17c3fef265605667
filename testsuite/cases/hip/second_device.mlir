// RUN: warpline run --device=hip:1
// MOCK: DEVICES=2 calls

func.func @main(%a: memref<8xf32> {warpline.input = "1"}) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %out = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = memref.load %a[%tx] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %out[%tx] : memref<8xf32>
    gpu.terminator
  }
  return %out : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0]
// OUT: calls:
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, main_kernel) = f0
// OUT: hipMallocManaged(32, 1) = m0
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMallocManaged(32, 1) = m1
// OUT: hipMemPrefetchAsync(m0, 32, device, s0)
// OUT: hipMemPrefetchAsync(m1, 32, device, s0)
// OUT: hipModuleLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (m0, m1))
// OUT: hipStreamSynchronize(s0)
// OUT: hipModuleUnload(image0)
// OUT: hipStreamDestroy(s0)
// OUT: hipFree(m0)
// OUT: hipFree(m1)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
