// RUN: warpline run --device=hip --bounds=off --diagnostics=short
// MOCK: calls

// A failure of a kernel is final. It is reported once, at its launch, and the driver is asked nothing more.
func.func @main(%a: memref<8xf32> {warpline.input = "1"}, %n: index {warpline.input = "10000000000000"}) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %i = arith.addi %tx, %n : index
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  %y = gpu.alloc () : memref<8xf32>
  gpu.memcpy %y, %a : memref<8xf32>, memref<8xf32>
  gpu.dealloc %y : memref<8xf32>
  return
}

// OUT: stderr:
// OUT: case.mlir:7:3: error[E0501]: hipStreamSynchronize failed with hipErrorIllegalAddress: an illegal memory access was encountered, in kernel `main_kernel`
// OUT: exit: 1
// OUT: calls:
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, main_kernel) = f0
// OUT: hipMallocManaged(32, 1) = m0
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMemPrefetchAsync(m0, 32, device, s0)
// OUT: hipModuleLaunchKernel(s0, main_kernel, 1x1x1, 1x1x1, 0, (m0, host))
// OUT: work failed: kernel 'main_kernel', Violation: 0x… global_load_b32: address 0x… belongs to no buffer (block [0, 0, 0], wave 0)
// OUT: hipStreamSynchronize(s0) = hipErrorIllegalAddress
// OUT: the context was lost, and all in it with it
