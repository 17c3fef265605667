// RUN: not run --device=cpu

// Nobody else comes: the launch is told from one that only takes long, and named.
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
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    return
  }
}

// OUT: spin_stuck.mlir:25:5: error[E0501]: launch failed with Stuck: kernel `k::meet` is deadlocked: it waits for memory that no work in flight changes, and threads of one block do not run concurrently
// OUT: leaks=0
// -----

// Two threads of one block wait for each other, which the CPU device does not run side by side.
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
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%count : memref<1xi32>)
    return
  }
}

// OUT: spin_stuck.mlir:25:5: error[E0501]: launch failed with Stuck: kernel `k::meet` is deadlocked: it waits for memory that no work in flight changes, and threads of one block do not run concurrently
// OUT: leaks=0
// -----

// The tokens of the program put one behind the other.
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
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %a = gpu.launch_func async @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    %b = gpu.launch_func async [%a] @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.wait [%b]
    return
  }
}

// OUT: spin_stuck.mlir:25:5: error[E0501]: launch failed with Stuck: kernel `k::meet` is deadlocked: it waits for memory that no work in flight changes, and threads of one block do not run concurrently
// OUT: leaks=0
