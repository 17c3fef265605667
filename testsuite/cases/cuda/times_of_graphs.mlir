// RUN: warpline run --plan-for=any --device=cuda --graphs=always --stats=-
// MOCK: calls FAIL=each

// As a graph they are one piece of work, whose kernels have no times of their own.
func.func @main() -> (memref<64xf32>, memref<64xf32>) {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %many = arith.constant 64 : index
  %f = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %many, %sy = %one, %sz = %one) {
    memref.store %f, %a[%tx] : memref<64xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %four, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %many, %sy = %one, %sz = %one) {
    %first = arith.cmpi eq, %bx, %one : index
    scf.if %first {
      memref.store %f, %b[%tx] : memref<64xf32>
    }
    gpu.terminator
  }
  return %a, %b : memref<64xf32>, memref<64xf32>
}

// OUT: {"device":"cuda:0","kernels":2,"launches":2,"graphs":1,"graph_launches":1,"streams":1,"events":0,"streams_created":1,"events_created":0,"waits":0,"records":0,"host_syncs":1,"max_concurrent_launches":0,"busy_nanoseconds":12500,"active_nanoseconds":12500,"overlap":0.0,"peak_bytes":512,"leaked":{"streams":0,"events":0,"buffers":0,"modules":0,"graphs":0},"unfreed":{"buffers":0,"bytes":0},"kernel_times":[{"name":"main_kernel","launches":1,"nanoseconds":null},{"name":"main_kernel_0::main_kernel","launches":1,"nanoseconds":null}],"run_nanoseconds":null,"cache":{"hits":0,"misses":2,"shared":0,"stores":0,"broken":0,"different":0},"reasons":[]}
// OUT: stderr:
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: result 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuStreamCreate(1) = s0
// OUT: cuEventCreate(0) = e0
// OUT: cuEventRecord(e0, s0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuStreamDestroy(s0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, main_kernel) = f0
// OUT: cuModuleLoadDataEx(text) = image1
// OUT: cuModuleGetFunction(image1, main_kernel) = f1
// OUT: cuStreamCreate(1) = s1
// OUT: cuMemAllocManaged(256, 1) = m0
// OUT: cuMemAllocManaged(256, 1) = m1
// OUT: cuMemPrefetchAsync(m0, 256, device, s1)
// OUT: cuMemPrefetchAsync(m1, 256, device, s1)
// OUT: cuGraphCreate() = g0
// OUT: cuGraphAddKernelNode(g0, [], main_kernel, 1x1x1, 64x1x1, 0, (m0)) = n0
// OUT: cuGraphAddKernelNode(g0, [], main_kernel, 4x1x1, 64x1x1, 0, (m1)) = n1
// OUT: cuGraphInstantiate(g0) = x0
// OUT: cuEventCreate(0) = e1
// OUT: cuEventCreate(0) = e2
// OUT: cuEventRecord(e1, s1)
// OUT: cuGraphLaunch(x0, s1)
// OUT: cuEventRecord(e2, s1)
// OUT: cuStreamSynchronize(s1)
// OUT: cuGraphExecDestroy(x0)
// OUT: cuGraphDestroy(g0)
// OUT: cuModuleUnload(image0)
// OUT: cuModuleUnload(image1)
// OUT: cuStreamDestroy(s1)
// OUT: cuEventDestroy(e1)
// OUT: cuEventDestroy(e2)
// OUT: cuEventDestroy(e0)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(m1)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
