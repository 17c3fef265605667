// RUN: warpline run --device=hip
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
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, kernel) = f0
// OUT: hipMallocManaged(32, 1) = m0
// OUT: hipMallocManaged(32, 1) = m1
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipStreamCreateWithFlags(1) = s1
// OUT: hipEventCreateWithFlags(2) = e0
// OUT: hipMemPrefetchAsync(m0, 32, device, s0)
// OUT: hipModuleLaunchKernel(s0, kernel, 1x1x1, 8x1x1, 0, (1, m0))
// OUT: hipMemPrefetchAsync(m1, 32, device, s1)
// OUT: hipModuleLaunchKernel(s1, kernel, 1x1x1, 8x1x1, 0, (2, m1))
// OUT: hipEventRecord(e0, s1)
// OUT: hipStreamWaitEvent(s0, e0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipMemPrefetchAsync(m0, 32, device, s0)
// OUT: hipModuleLaunchKernel(s0, kernel, 1x1x1, 8x1x1, 0, (2, m0))
// OUT: hipStreamSynchronize(s0)
// OUT: hipStreamSynchronize(s1)
// OUT: hipModuleUnload(image0)
// OUT: hipStreamDestroy(s0)
// OUT: hipStreamDestroy(s1)
// OUT: hipEventDestroy(e0)
// OUT: hipFree(m0)
// OUT: hipFree(m1)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
