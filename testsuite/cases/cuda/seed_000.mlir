// RUN: warpline run --device=cuda
// MOCK: calls FAIL=each

// Launches that fork and join by tokens, and one without a token behind them.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%n: i32, %m: memref<8xi32>) kernel {
      %i = gpu.thread_id x
      memref.store %n, %m[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%a: memref<8xi32> {llvm.noalias, warpline.input = "0"}, %b: memref<8xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %0 = gpu.wait async
    %1 = gpu.launch_func async [%0] @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%one : i32, %a : memref<8xi32>)
    %2 = gpu.launch_func async [%0] @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%two : i32, %b : memref<8xi32>)
    gpu.wait [%1, %2]
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%two : i32, %a : memref<8xi32>)
    return
  }
}

// OUT: argument 0: memref<8xi32> = [2 2 2 2 2 2 2 2]
// OUT: argument 1: memref<8xi32> = [2 2 2 2 2 2 2 2]
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, kernel) = f0
// OUT: cuMemAllocManaged(32, 1) = m0
// OUT: cuMemAllocManaged(32, 1) = m1
// OUT: cuStreamCreate(1) = s0
// OUT: cuStreamCreate(1) = s1
// OUT: cuEventCreate(2) = e0
// OUT: cuMemPrefetchAsync(m0, 32, device, s0)
// OUT: cuLaunchKernel(s0, kernel, 1x1x1, 8x1x1, 0, (1, m0))
// OUT: cuMemPrefetchAsync(m1, 32, device, s1)
// OUT: cuLaunchKernel(s1, kernel, 1x1x1, 8x1x1, 0, (2, m1))
// OUT: cuEventRecord(e0, s1)
// OUT: cuStreamWaitEvent(s0, e0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuMemPrefetchAsync(m0, 32, device, s0)
// OUT: cuLaunchKernel(s0, kernel, 1x1x1, 8x1x1, 0, (2, m0))
// OUT: cuStreamSynchronize(s0)
// OUT: cuStreamSynchronize(s1)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuStreamDestroy(s1)
// OUT: cuEventDestroy(e0)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(m1)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
