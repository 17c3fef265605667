// RUN: warpline run --device=hip --graphs=always
// MOCK: calls

// Three chains in a graph that is launched in a loop; only the kernels' parameters change between launches.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "3"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    scf.for %trip = %c0 to %c3 step %c1 {
      %n = arith.index_cast %trip : index to i32
      %own = arith.sitofp %n : i32 to f32
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
    }
    gpu.memset %x, %zero : memref<64xf32>, f32
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.0 max=0.0 sum=0.0 first=0.0
// OUT:   values: 0.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=8.0 max=8.0 sum=512.0 first=8.0
// OUT:   values: 8.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=28.0 max=28.0 sum=1792.0 first=28.0
// OUT:   values: 28.0 (64 times)
// OUT: calls:
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, add) = f0
// OUT: hipMallocManaged(256, 1) = m0
// OUT: hipMallocManaged(256, 1) = m1
// OUT: hipMallocManaged(256, 1) = m2
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMemPrefetchAsync(m0, 256, device, s0)
// OUT: hipMemPrefetchAsync(m1, 256, device, s0)
// OUT: hipMemPrefetchAsync(m2, 256, device, s0)
// OUT: hipGraphCreate() = g0
// OUT: hipGraphAddKernelNode(g0, [], add, 1x1x1, 64x1x1, 0, (0, m0, m1)) = n0
// OUT: hipGraphAddKernelNode(g0, [], add, 1x1x1, 64x1x1, 0, (0, m0, m2)) = n1
// OUT: hipGraphAddKernelNode(g0, [n0, n1], add, 1x1x1, 64x1x1, 0, (0, m1, m2)) = n2
// OUT: hipGraphInstantiateWithFlags(g0) = x0
// OUT: hipGraphLaunch(x0, s0)
// OUT: hipGraphExecKernelNodeSetParams(x0, n0, add, 1x1x1, 64x1x1, 0, (1065353216, m0, m1))
// OUT: hipGraphExecKernelNodeSetParams(x0, n1, add, 1x1x1, 64x1x1, 0, (1065353216, m0, m2))
// OUT: hipGraphExecKernelNodeSetParams(x0, n2, add, 1x1x1, 64x1x1, 0, (1065353216, m1, m2))
// OUT: hipGraphLaunch(x0, s0)
// OUT: hipGraphExecKernelNodeSetParams(x0, n0, add, 1x1x1, 64x1x1, 0, (1073741824, m0, m1))
// OUT: hipGraphExecKernelNodeSetParams(x0, n1, add, 1x1x1, 64x1x1, 0, (1073741824, m0, m2))
// OUT: hipGraphExecKernelNodeSetParams(x0, n2, add, 1x1x1, 64x1x1, 0, (1073741824, m1, m2))
// OUT: hipGraphLaunch(x0, s0)
// OUT: hipGraphCreate() = g1
// OUT: hipGraphAddMemsetNode(g1, [], m0, 0x0, 64) = n3
// OUT: hipGraphInstantiateWithFlags(g1) = x1
// OUT: hipGraphLaunch(x1, s0)
// OUT: hipStreamSynchronize(s0)
// OUT: hipGraphExecDestroy(x0)
// OUT: hipGraphDestroy(g0)
// OUT: hipGraphExecDestroy(x1)
// OUT: hipGraphDestroy(g1)
// OUT: hipModuleUnload(image0)
// OUT: hipStreamDestroy(s0)
// OUT: hipFree(m0)
// OUT: hipFree(m1)
// OUT: hipFree(m2)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
