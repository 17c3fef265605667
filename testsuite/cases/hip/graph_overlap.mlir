// RUN: warpline run --device=hip --graphs=always
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
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, main_kernel) = f0
// OUT: hipMallocManaged(32, 1) = m0
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMemPrefetchAsync(m0, 32, device, s0)
// OUT: hipGraphCreate() = g0
// OUT: hipMalloc(24) = d1
// OUT: hipGraphAddMemcpyNode(g0, [], d1, m0, 24) = n0
// OUT: hipGraphAddMemcpyNode(g0, [n0], m0+8, d1, 24) = n1
// OUT: hipGraphAddKernelNode(g0, [n1], main_kernel, 1x1x1, 8x1x1, 0, (m0)) = n2
// OUT: hipGraphInstantiateWithFlags(g0) = x0
// OUT: hipGraphLaunch(x0, s0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipGraphExecDestroy(x0)
// OUT: hipGraphDestroy(g0)
// OUT: hipFree(d1)
// OUT: hipModuleUnload(image0)
// OUT: hipStreamDestroy(s0)
// OUT: hipFree(m0)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
