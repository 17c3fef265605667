// RUN: warpline run --plan-for=any --device=hip --stats=-
// MOCK: calls FAIL=each

// Two kernels without anything in common. The mock tells times as of a GPU with room for both.
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

// OUT: {"device":"hip:0","kernels":2,"launches":2,"graphs":0,"graph_launches":0,"streams":2,"events":1,"streams_created":2,"events_created":1,"waits":1,"records":1,"host_syncs":1,"max_concurrent_launches":2,"busy_nanoseconds":14500,"active_nanoseconds":9400,"overlap":0.35172413793103446,"peak_bytes":512,"leaked":{"streams":0,"events":0,"buffers":0,"modules":0,"graphs":0},"unfreed":{"buffers":0,"bytes":0},"kernel_times":[{"name":"main_kernel","launches":1,"nanoseconds":7100},{"name":"main_kernel_0::main_kernel","launches":1,"nanoseconds":7400}],"run_nanoseconds":null,"cache":{"hits":0,"misses":2,"shared":0,"stores":0,"broken":0,"different":0},"reasons":[]}
// OUT: stderr:
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: result 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: calls:
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipEventCreateWithFlags(0) = e0
// OUT: hipEventRecord(e0, s0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipStreamDestroy(s0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, main_kernel) = f0
// OUT: hipModuleLoadData(object) = image1
// OUT: hipModuleGetFunction(image1, main_kernel) = f1
// OUT: hipStreamCreateWithFlags(1) = s1
// OUT: hipStreamCreateWithFlags(1) = s2
// OUT: hipEventCreateWithFlags(2) = e1
// OUT: hipMallocManaged(256, 1) = m0
// OUT: hipMallocManaged(256, 1) = m1
// OUT: hipMemPrefetchAsync(m0, 256, device, s1)
// OUT: hipEventCreateWithFlags(0) = e2
// OUT: hipEventCreateWithFlags(0) = e3
// OUT: hipEventRecord(e2, s1)
// OUT: hipModuleLaunchKernel(s1, main_kernel, 1x1x1, 64x1x1, 0, (m0))
// OUT: hipEventRecord(e3, s1)
// OUT: hipMemPrefetchAsync(m1, 256, device, s2)
// OUT: hipEventCreateWithFlags(0) = e4
// OUT: hipEventCreateWithFlags(0) = e5
// OUT: hipEventRecord(e4, s2)
// OUT: hipModuleLaunchKernel(s2, main_kernel, 4x1x1, 64x1x1, 0, (m1))
// OUT: hipEventRecord(e5, s2)
// OUT: hipEventRecord(e1, s2)
// OUT: hipStreamWaitEvent(s1, e1)
// OUT: hipStreamSynchronize(s1)
// OUT: hipStreamSynchronize(s2)
// OUT: hipModuleUnload(image0)
// OUT: hipModuleUnload(image1)
// OUT: hipStreamDestroy(s1)
// OUT: hipStreamDestroy(s2)
// OUT: hipEventDestroy(e1)
// OUT: hipEventDestroy(e2)
// OUT: hipEventDestroy(e3)
// OUT: hipEventDestroy(e4)
// OUT: hipEventDestroy(e5)
// OUT: hipEventDestroy(e0)
// OUT: hipFree(m0)
// OUT: hipFree(m1)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
