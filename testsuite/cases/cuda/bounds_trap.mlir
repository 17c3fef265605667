// RUN: warpline run --device=cuda --diagnostics=short
// MOCK: calls

// A thread that waits for the one with the failing check would wait for ever, so the check ends the launch by a trap. The
// context is lost, and the report is read from memory of the host.
func.func @main(%n: index {warpline.input = "5"}, %flag: memref<1xi32> {warpline.input = "0"}) -> memref<?xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = memref.alloc(%n) : memref<?xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %is_first = arith.cmpi eq, %bx, %c0 : index
    scf.if %is_first {
      %i = arith.addi %bx, %c5 : index
      memref.store %one, %x[%i] : memref<?xi32>
      %told = memref.atomic_rmw addi %one, %flag[%c0] : (i32, memref<1xi32>) -> i32
    } else {
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %zero, %flag[%c0] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi eq, %seen, %zero : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
    }
    gpu.terminator
  }
  return %x : memref<?xi32>
}

// OUT: stderr:
// OUT: case.mlir:19:7: error[E0501]: index 5 is out of bounds of dimension 0 of size 5 of '%x', in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:10:3: note: launched here
// OUT: exit: 1
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, main_kernel) = f0
// OUT: cuModuleGetGlobal(image0, warpline$report)
// OUT: cuMemHostAlloc(88, 3) = h0
// OUT: cuMemcpyHtoD(variable, 8)
// OUT: cuMemAllocManaged(4, 1) = m1
// OUT: cuStreamCreate(1) = s0
// OUT: cuMemAllocManaged(20, 1) = m2
// OUT: cuMemPrefetchAsync(m2, 20, device, s0)
// OUT: cuMemPrefetchAsync(m1, 4, device, s0)
// OUT: cuLaunchKernel(s0, main_kernel, 2x1x1, 1x1x1, 0, (m2, 5, m1))
// OUT: work failed: kernel 'main_kernel', Trap: line 76: trap (block [0, 0, 0], thread 0)
// OUT: cuStreamSynchronize(s0) = CUDA_ERROR_ASSERT
// OUT: the context was lost, and all in it with it
// OUT: cuDevicePrimaryCtxRelease(0)
