// RUN: run --device=cpu --detect-races

// Tokens leave two kinds of updates of the same memory unordered, though 0 becomes 5 in the one order and 8 in the other: they
// run in the order of the text, with a warning.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
    gpu.func @max(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw maxs %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%m: memref<16xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %t = gpu.launch_func async @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %three : i32)
    %u = gpu.launch_func async @k::@max blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %five : i32)
    gpu.wait [%t, %u]
    return
  }
}

// OUT: argument 0: memref<16xi32> = [5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The same for updates and a copy of the whole buffer.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%m: memref<16xi32> {llvm.noalias, warpline.input = "0"}, %o: memref<16xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %three = arith.constant 3 : i32
    %t = gpu.launch_func async @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %three : i32)
    %u = gpu.memcpy async %o, %m : memref<16xi32>, memref<16xi32>
    gpu.wait [%t, %u]
    return
  }
}

// OUT: argument 0: memref<16xi32> = [3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3]
// OUT: argument 1: memref<16xi32> = [3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Updates of one kind commute, so tokens may leave them unordered: two streams.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%m: memref<16xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %t = gpu.launch_func async @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %three : i32)
    %u = gpu.launch_func async @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xi32>, %five : i32)
    gpu.wait [%t, %u]
    return
  }
}

// OUT: argument 0: memref<16xi32> = [8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8]
// OUT: kernels=1 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
