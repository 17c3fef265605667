// RUN: warpline run --device=cuda
// MOCK: calls FAIL=each

// A chain by tokens: one stream, no event, and no wait but that of the host at the end.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel() kernel {
      gpu.return
    }
  }
  func.func @async(%arg0: index {warpline.input = "2"}) {
    %0 = gpu.wait async
    %1 = gpu.launch_func async [%0] @kernels::@kernel blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)
    %2 = gpu.launch_func async [%1] @kernels::@kernel blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)
    %memref, %asyncToken = gpu.alloc async [%2] () : memref<7xf32>
    %3 = gpu.dealloc async [%asyncToken] %memref : memref<7xf32>
    gpu.wait [%3]
    return
  }
}

// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, kernel) = f0
// OUT: cuStreamCreate(1) = s0
// OUT: cuLaunchKernel(s0, kernel, 2x2x2, 2x2x2, 0, ())
// OUT: cuLaunchKernel(s0, kernel, 2x2x2, 2x2x2, 0, ())
// OUT: cuMemAllocFromPoolAsync(28, s0) = d0
// OUT: cuMemFreeAsync(d0, s0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
