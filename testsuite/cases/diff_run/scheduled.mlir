// RUN: warpline diff-run --debug-miscompile=gpu-schedule:0 --bisect
// RUN: warpline diff-run --debug-miscompile=gpu-graph-regions:1 --bisect
// RUN: warpline diff-run --debug-miscompile=code:2 --bisect
// RUN: warpline diff-run --debug-miscompile=waits --bisect --seed=2

// Mistakes of the scheduler and behind it: in what the work does, in its code, and in its order.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<4xi32>, %b: memref<4xi32>, %c: memref<4xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<4xi32>
      %w = memref.load %b[%i] : memref<4xi32>
      %s = arith.addi %v, %w : i32
      memref.store %s, %c[%i] : memref<4xi32>
      gpu.return
    }
    gpu.func @twice(%a: memref<4xi32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 100 : index
      %v = memref.load %a[%i] : memref<4xi32>
      %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %v) -> (i32) {
        %next = arith.addi %sum, %v : i32
        scf.yield %next : i32
      }
      memref.store %s, %a[%i] : memref<4xi32>
      gpu.return
    }
    gpu.func @again(%a: memref<4xi32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 100 : index
      %v = memref.load %a[%i] : memref<4xi32>
      %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %v) -> (i32) {
        %next = arith.addi %sum, %v : i32
        scf.yield %next : i32
      }
      memref.store %s, %a[%i] : memref<4xi32>
      gpu.return
    }
  }

  func.func @main(
      %x: memref<4xi32> {warpline.input = "4xi32=1,2,3,4"},
      %y: memref<4xi32> {warpline.input = "4xi32=10"},
      %z: memref<4xi32> {warpline.input = "4xi32=0"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = gpu.launch_func async @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%x : memref<4xi32>)
    %1 = gpu.launch_func async @kernels::@again blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%y : memref<4xi32>)
    %2 = gpu.launch_func async [%0, %1] @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%x : memref<4xi32>, %y : memref<4xi32>, %z : memref<4xi32>)
    gpu.wait [%2]
    return
  }
}

// OUT: interp and cpu:
// OUT:   argument 0: 4xi32: same
// OUT:   argument 1: 4xi32: same
// OUT:   argument 2: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu   difference  ulp
// OUT:     [0]  1111    -909  2020.0      -
// OUT:     [1]  1212    -808  2020.0      -
// OUT:     [2]  1313    -707  2020.0      -
// OUT:     [3]  1414    -606  2020.0      -
// OUT: kernel: the first is gpu.launch_func @kernels::@add at scheduled.mlir:55:10
// OUT:   after it, in the buffer %z: 4 of 4 elements differ; first at [0]: expected 1111, but found -909 (absolute difference 2020.0)
// OUT: pass: the first is gpu-schedule, number 47 of 74, found by 7 runs on the interpreter
// OUT: exit: 1
// OUT: interp and cpu:
// OUT:   argument 0: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu   difference  ulp
// OUT:     [0]  101     -99   200.0       -
// OUT:     [1]  202     -198  400.0       -
// OUT:     [2]  303     -297  600.0       -
// OUT:     [3]  404     -396  800.0       -
// OUT:   argument 1: 4xi32: same
// OUT:   argument 2: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu  difference  ulp
// OUT:     [0]  1111    911  200.0       -
// OUT:     [1]  1212    812  400.0       -
// OUT:     [2]  1313    713  600.0       -
// OUT:     [3]  1414    614  800.0       -
// OUT: kernel: the first is gpu.launch_func @kernels::@twice at scheduled.mlir:51:10
// OUT:   after it, in the buffer %x: 4 of 4 elements differ; first at [0]: expected 101, but found -99 (absolute difference 200.0)
// OUT: pass: the first is gpu-graph-regions, number 45 of 74, found by 7 runs on the interpreter
// OUT: exit: 1
// OUT: interp and cpu:
// OUT:   argument 0: 4xi32: same
// OUT:   argument 1: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu   difference  ulp
// OUT:     [0]  1010    -990  2000.0      -
// OUT:     [1]  1010    -990  2000.0      -
// OUT:     [2]  1010    -990  2000.0      -
// OUT:     [3]  1010    -990  2000.0      -
// OUT:   argument 2: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu   difference  ulp
// OUT:     [0]  1111    -889  2000.0      -
// OUT:     [1]  1212    -788  2000.0      -
// OUT:     [2]  1313    -687  2000.0      -
// OUT:     [3]  1414    -586  2000.0      -
// OUT: kernel: the first is gpu.launch_func @kernels::@again at scheduled.mlir:53:10
// OUT:   after it, in the buffer %y: 4 of 4 elements differ; first at [0]: expected 1010, but found -990 (absolute difference 2000.0)
// OUT: pass: none of 74 changes the results of the interpreter, up to control-flow-sink
// OUT:   cpu differs with all work on one stream, too: its code, or the device, is to blame
// OUT: exit: 1
// OUT: interp and cpu:
// OUT:   argument 0: 4xi32: same
// OUT:   argument 1: 4xi32: same
// OUT:   argument 2: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu  difference  ulp
// OUT:     [0]  1111    111  1000.0      -
// OUT:     [1]  1212    212  1000.0      -
// OUT:     [2]  1313    313  1000.0      -
// OUT:     [3]  1414    414  1000.0      -
// OUT: kernel: none, the buffers are the same where each step waits for the one before; so order or fusion is to blame
// OUT: pass: none of 74 changes the results of the interpreter, up to control-flow-sink
// OUT:   cpu gives the same results with all work on one stream: the order of the work is to blame
// OUT: exit: 1
