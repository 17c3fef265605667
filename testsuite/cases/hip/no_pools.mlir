// RUN: warpline run --device=hip
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
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, main_kernel) = f0
// OUT: hipHostMalloc(64, 3) = h0
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMalloc(256) = d1
// OUT: hipHostMalloc(64, 3) = h2
// OUT: hipMemset2DAsync(s0, h2/8, 0x66, 8x6)
// OUT: hipMemset2DAsync(s0, h2+6/8, 0xa, 8x1)
// OUT: hipMemset2DAsync(s0, h2+7/8, 0x40, 8x1)
// OUT: hipMemcpyAsync(s0, d1, h2, 64)
// OUT: hipModuleLaunchKernel(s0, main_kernel, 1x1x1, 8x1x1, 0, (d1, h0))
// OUT: hipEventCreateWithFlags(2) = e0
// OUT: hipEventRecord(e0, s0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipModuleUnload(image0)
// OUT: hipStreamDestroy(s0)
// OUT: hipHostFree(h0)
// OUT: hipFree(d1)
// OUT: hipHostFree(h2)
// OUT: hipEventDestroy(e0)
// OUT: nothing is left
