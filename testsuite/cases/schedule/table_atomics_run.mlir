// RUN: run --plan-for=any --device=cpu

// T8: the sums are right, however the additions meet.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%c: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %old = memref.atomic_rmw addi %one, %c[%zero] : (i32, memref<1xi32>) -> i32
      gpu.return
    }
    gpu.func @copy(%c: memref<1xi32>, %o: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %v = memref.load %c[%zero] : memref<1xi32>
      memref.store %v, %o[%zero] : memref<1xi32>
      gpu.return
    }
  }
  func.func @main(%c: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %o: memref<1xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xi32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<1xi32>, %o : memref<1xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [16384]
// OUT: argument 1: memref<1xi32> = [16384]
// OUT: kernels=2 launches=5 streams=4 waits=3 records=3 host_syncs=1 leaks=0
// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%c: memref<1xf32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1.0 : f32
      %old = memref.atomic_rmw addf %one, %c[%zero] : (f32, memref<1xf32>) -> f32
      gpu.return
    }
    gpu.func @copy(%c: memref<1xf32>, %o: memref<1xf32>) kernel {
      %zero = arith.constant 0 : index
      %v = memref.load %c[%zero] : memref<1xf32>
      memref.store %v, %o[%zero] : memref<1xf32>
      gpu.return
    }
  }
  func.func @main(%c: memref<1xf32> {llvm.noalias, warpline.input = "0"}, %o: memref<1xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@add blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<1xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<1xf32>, %o : memref<1xf32>)
    return
  }
}

// OUT: argument 0: memref<1xf32> = [16384.0]
// OUT: argument 1: memref<1xf32> = [16384.0]
// OUT: kernels=2 launches=5 streams=1 waits=0 records=0 host_syncs=1 leaks=0
