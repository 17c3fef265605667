// RUN: warpline run --device=hip --diagnostics=short
// MOCK: calls FAIL=each

// A failing check ends its thread, and the report says what that of the CPU says. The context stays, and nothing is left.
func.func @main(%n: index {warpline.input = "5"}) -> memref<?x8xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %rows = memref.alloc(%n) : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c2, %sz = %c1)
             workgroup(%tile: memref<6xf32, #gpu.address_space<workgroup>>) {
    %one = arith.constant 1.0 : f32
    %twice = arith.muli %ty, %c3 : index
    %slot = arith.addi %twice, %tx : index
    %first = arith.muli %bx, %c3 : index
    %row = arith.addi %first, %tx : index
    memref.store %one, %rows[%row, %ty] : memref<?x8xf32>
    memref.store %one, %tile[%slot] : memref<6xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %0 = memref.load %tile[%slot] : memref<6xf32, #gpu.address_space<workgroup>>
    memref.store %0, %rows[%row, %ty] : memref<?x8xf32>
    gpu.terminator
  }
  return %rows : memref<?x8xf32>
}

// OUT: stderr:
// OUT: case.mlir:18:5: error[E0501]: index 5 is out of bounds of dimension 0 of size 5 of '%rows', in block (1, 0, 0) thread (2, 0, 0)
// OUT: case.mlir:10:3: note: launched here
// OUT: exit: 1
// OUT: calls:
// OUT: hipMemPoolCreate() = pool0
// OUT: hipMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: hipMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: hipModuleLoadData(object) = image0
// OUT: hipModuleGetFunction(image0, main_kernel) = f0
// OUT: hipModuleGetGlobal(image0, warpline$report)
// OUT: hipHostMalloc(88, 3) = h0
// OUT: hipMemcpy(variable, 8)
// OUT: hipStreamCreateWithFlags(1) = s0
// OUT: hipMallocManaged(160, 1) = m1
// OUT: hipMemPrefetchAsync(m1, 160, device, s0)
// OUT: hipModuleLaunchKernel(s0, main_kernel, 2x1x1, 3x2x1, 0, (m1, 5))
// OUT: hipStreamSynchronize(s0)
// OUT: hipModuleUnload(image0)
// OUT: hipHostFree(h0)
// OUT: hipStreamDestroy(s0)
// OUT: hipFree(m1)
// OUT: hipMemPoolDestroy(pool0)
// OUT: nothing is left
