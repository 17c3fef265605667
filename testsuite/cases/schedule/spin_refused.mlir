// RUN: not opt --gpu-place-buffers --gpu-schedule=max-streams=1

// Two launches that wait for each other never share a stream.
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
  func.func @main(%count: memref<1xi32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    return
  }
}

// OUT: spin_refused.mlir:25:5: error[E0301]: expected separate streams for this launch and one that waits for it while it runs, but 'max-streams' is 1
// OUT: spin_refused.mlir:24:5: note: the launch that waits is here: it reads memory in a loop until other work updates it
