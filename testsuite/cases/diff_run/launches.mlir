// RUN: warpline diff-run --debug-miscompile=code:1 --bisect
// RUN: warpline diff-run --debug-miscompile=inline-token-calls:0 --bisect --targets=interp,cpu,auto

// Launches with tokens; the buffers have sizes that only the run knows.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<?xi32>, %b: memref<?xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xi32>
      %w = memref.load %b[%i] : memref<?xi32>
      %s = arith.addi %v, %w : i32
      memref.store %s, %b[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @twice(%a: memref<?xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xi32>
      %s = arith.addi %v, %v : i32
      memref.store %s, %a[%i] : memref<?xi32>
      gpu.return
    }
  }

  func.func @main(
      %x: memref<?xi32> {warpline.input = "4xi32=1,2,3,4"},
      %y: memref<?xi32> {warpline.input = "4xi32=10"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = gpu.wait async
    %1 = gpu.launch_func async [%0] @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%x : memref<?xi32>, %y : memref<?xi32>)
    %2 = gpu.launch_func async [%1] @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%y : memref<?xi32>)
    gpu.wait [%2]
    return
  }
}

// OUT: interp and cpu:
// OUT:   argument 0: 4xi32: same
// OUT:   argument 1: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu  difference  ulp
// OUT:     [0]  22      0    22.0        -
// OUT:     [1]  24      0    24.0        -
// OUT:     [2]  26      0    26.0        -
// OUT:     [3]  28      0    28.0        -
// OUT: kernel: the first is gpu.launch_func @kernels::@twice at launches.mlir:32:10
// OUT:   after it, in the buffer %y: 4 of 4 elements differ; first at [0]: expected 22, but found 0 (absolute difference 22.0)
// OUT: pass: none of 74 changes the results of the interpreter, up to control-flow-sink
// OUT:   cpu differs with all work on one stream, too: its code, or the device, is to blame
// OUT: exit: 1
// OUT: interp and cpu:
// OUT:   argument 0: 4xi32: same
// OUT:   argument 1: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  cpu  difference  ulp
// OUT:     [0]  22      -18  40.0        -
// OUT:     [1]  24      -16  40.0        -
// OUT:     [2]  26      -14  40.0        -
// OUT:     [3]  28      -12  40.0        -
// OUT: interp and auto:
// OUT:   argument 0: 4xi32: same
// OUT:   argument 1: 4xi32: 4 of 4 elements differ
// OUT:     at   interp  auto  difference  ulp
// OUT:     [0]  22      -18   40.0        -
// OUT:     [1]  24      -16   40.0        -
// OUT:     [2]  26      -14   40.0        -
// OUT:     [3]  28      -12   40.0        -
// OUT: kernel: the first is gpu.launch_func @kernels::@add at launches.mlir:30:10
// OUT:   after it, in the buffer %y: 4 of 4 elements differ; first at [0]: expected 11, but found -9 (absolute difference 20.0)
// OUT: pass: the first is inline-token-calls, number 40 of 74, found by 7 runs on the interpreter
// OUT: exit: 1
