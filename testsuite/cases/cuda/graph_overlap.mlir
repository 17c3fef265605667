// RUN: warpline run --device=cuda --graphs=always
// MOCK: calls FAIL=each

// A copy within a buffer, whose source and target overlap, goes through memory of the graph.
func.func @main(%m: memref<8xi32> {warpline.input = "1,2,3,4,5,6,7,8"}) {
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %from = memref.subview %m[0] [6] [1] : memref<8xi32> to memref<6xi32, strided<[1]>>
  %to = memref.subview %m[2] [6] [1] : memref<8xi32> to memref<6xi32, strided<[1], offset: 2>>
  gpu.memcpy %to, %from : memref<6xi32, strided<[1], offset: 2>>, memref<6xi32, strided<[1]>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %v = memref.load %m[%tx] : memref<8xi32>
    %w = arith.addi %v, %v : i32
    memref.store %w, %m[%tx] : memref<8xi32>
    gpu.terminator
  }
  return
}

// OUT: argument 0: memref<8xi32> = [2 4 2 4 6 8 10 12]
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, main_kernel) = f0
// OUT: cuMemAllocManaged(32, 1) = m0
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemPrefetchAsync(m0, 32, device, s0)
// OUT: cuGraphCreate() = g0
// OUT: cuMemAlloc(24) = d1
// OUT: cuGraphAddMemcpyNode(g0, [], d1, m0, 24) = n0
// OUT: cuGraphAddMemcpyNode(g0, [n0], m0+8, d1, 24) = n1
// OUT: cuGraphAddKernelNode(g0, [n1], main_kernel, 1x1x1, 8x1x1, 0, (m0)) = n2
// OUT: cuGraphInstantiate(g0) = x0
// OUT: cuGraphLaunch(x0, s0)
// OUT: cuStreamSynchronize(s0)
// OUT: cuGraphExecDestroy(x0)
// OUT: cuGraphDestroy(g0)
// OUT: cuMemFree(d1)
// OUT: cuModuleUnload(image0)
// OUT: cuStreamDestroy(s0)
// OUT: cuMemFree(m0)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
