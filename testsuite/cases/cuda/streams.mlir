// RUN: warpline run --plan-for=any --device=cuda --entry=main
// MOCK: calls FAIL=each

// A stream of the program beside a leased one: effects order the launches of both, and the wait of the program for its
// stream is the only one of the host.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamSynchronize(!llvm.ptr)
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %u: memref<64xf32> {llvm.noalias, warpline.input = "0"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c3 = arith.constant 3 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>)
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %u : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%u : memref<64xf32>, %z : memref<64xf32>)
    call @mgpuStreamSynchronize(%s) : (!llvm.ptr) -> ()
    %v = memref.load %z[%c3] : memref<64xf32>
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return %v : f32
  }
}

// OUT: result 0: f32 = 16.0
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=16.0 max=16.0 sum=1024.0 first=16.0
// OUT:   values: 16.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, double) = f0
// OUT: cuMemAllocManaged(256, 1) = m0
// OUT: cuMemAllocManaged(256, 1) = m1
// OUT: cuMemAllocManaged(256, 1) = m2
// OUT: cuMemAllocManaged(256, 1) = m3
// OUT: cuStreamCreate(1) = s0
// OUT: cuEventCreate(2) = e0
// OUT: cuStreamCreate(1) = s1
// OUT: cuMemPrefetchAsync(m0, 256, device, s0)
// OUT: cuMemPrefetchAsync(m1, 256, device, s0)
// OUT: cuLaunchKernel(s0, double, 1x1x1, 64x1x1, 0, (m0, m1))
// OUT: cuEventRecord(e0, s0)
// OUT: cuStreamWaitEvent(s1, e0)
// OUT: cuMemPrefetchAsync(m2, 256, device, s1)
// OUT: cuLaunchKernel(s1, double, 1x1x1, 64x1x1, 0, (m1, m2))
// OUT: cuEventRecord(e0, s1)
// OUT: cuStreamWaitEvent(s0, e0)
// OUT: cuMemPrefetchAsync(m3, 256, device, s0)
// OUT: cuLaunchKernel(s0, double, 1x1x1, 64x1x1, 0, (m2, m3))
// OUT: cuEventRecord(e0, s0)
// OUT: cuStreamWaitEvent(s1, e0)
// OUT: cuLaunchKernel(s1, double, 1x1x1, 64x1x1, 0, (m3, m2))
// OUT: cuStreamSynchronize(s1)
// OUT: cuStreamSynchronize(s0)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuStreamDestroy(s1)
// OUT: cuEventDestroy(e0)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(m1)
// OUT: cuMemFree(m2)
// OUT: cuMemFree(m3)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
