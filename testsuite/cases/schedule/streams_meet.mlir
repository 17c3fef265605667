// RUN: run --device=cpu

// Launches that wait for each other on two streams of the program, and on one of them and a leased one.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %two : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamSynchronize(!llvm.ptr)
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}, %more: memref<1xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    %t = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func <%t : !llvm.ptr> @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    call @mgpuStreamSynchronize(%s) : (!llvm.ptr) -> ()
    gpu.launch_func <%s : !llvm.ptr> @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%more : memref<1xi32>)
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%more : memref<1xi32>)
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    call @mgpuStreamDestroy(%t) : (!llvm.ptr) -> ()
    return
  }
}

// OUT: argument 0: memref<1xi32> = [2]
// OUT: argument 1: memref<1xi32> = [2]
// OUT: kernels=1 launches=4 streams=1 waits=0 records=0 host_syncs=2 leaks=0
