// RUN: warpline run --device=cuda --entry=main
// MOCK: calls FAIL=each

// An inline launch names a stream of the program: after outlining it runs there.
module attributes {gpu.container_module} {
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xi32> {warpline.input = "3"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch <%s : !llvm.ptr> blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      %v = memref.load %x[%tx] : memref<64xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %x[%tx] : memref<64xi32>
      gpu.terminator
    }
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return
  }
}

// OUT: argument 0: memref<64xi32>
// OUT:   count=64 min=6 max=6 sum=384.0 first=6
// OUT:   values: 6 (64 times)
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, main_kernel) = f0
// OUT: cuMemAllocManaged(256, 1) = m0
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemPrefetchAsync(m0, 256, device, s0)
// OUT: cuLaunchKernel(s0, main_kernel, 1x1x1, 64x1x1, 0, (m0))
// OUT: cuStreamSynchronize(s0)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemFree(m0)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
