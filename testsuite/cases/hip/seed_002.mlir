// RUN: warpline run --device=hip
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
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, kernel) = f0
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipModuleLaunchKernel(s0, kernel, 2x2x2, 2x2x2, 0, ())
// OUT: hipModuleLaunchKernel(s0, kernel, 2x2x2, 2x2x2, 0, ())
// OUT: hipMallocFromPoolAsync(28, s0) = d0
// OUT: hipFreeAsync(d0, s0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipModuleUnload(image0)
// OUT: hipStreamDestroy(s0)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
