// RUN: warpline diff-run
// RUN: warpline diff-run --debug-miscompile=cse:1 --bisect
// RUN: warpline diff-run --debug-miscompile=gpu-kernel-outlining --bisect
// RUN: warpline diff-run --debug-miscompile=code:2 --bisect
// RUN: warpline diff-run --debug-miscompile=cse:1 --atol=100

// Each addition can be compiled as a subtraction: the kernel and the pass are named.
func.func @main(
    %x: memref<4xf32> {warpline.input = "iota:1"},
    %y: memref<4xf32> {warpline.input = "splat:2"}) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf32>
    %w = affine.load %y[%i] : memref<4xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %a[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %a[%i] : memref<4xf32>
    %w = affine.load %x[%i] : memref<4xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %b[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %b[%i] : memref<4xf32>
    %w = affine.load %y[%i] : memref<4xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %c[%i] : memref<4xf32>
  }
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %c : memref<4xf32>
}

// OUT: interp and cpu:
// OUT:   result 0: 4xf32: same
// OUT:   argument 0: 4xf32: same
// OUT:   argument 1: 4xf32: same
// OUT: interp and cpu:
// OUT:   result 0: 4xf32: 4 of 4 elements differ
// OUT:     at   interp  cpu  difference  ulp
// OUT:     [0]  6.0     4.0  2.0         4194304
// OUT:     [1]  8.0     4.0  4.0         8388608
// OUT:     [2]  10.0    4.0  6.0         10485760
// OUT:     [3]  12.0    4.0  8.0         12582912
// OUT:   argument 0: 4xf32: same
// OUT:   argument 1: 4xf32: same
// OUT: kernel: the first is affine.for at bisect.mlir:20:3
// OUT:   after it, in the buffer %b: 4 of 4 elements differ; first at [0]: expected 4.0, but found 2.0 (absolute difference 2.0, 8388608 ulp)
// OUT: pass: the first is cse, number 21 of 74, found by 8 runs on the interpreter
// OUT: exit: 1
// OUT: interp and cpu:
// OUT:   result 0: 4xf32: 4 of 4 elements differ
// OUT:     at   interp  cpu  difference  ulp
// OUT:     [0]  6.0     2.0  4.0         12582912
// OUT:     [1]  8.0     4.0  4.0         8388608
// OUT:     [2]  10.0    6.0  4.0         6291456
// OUT:     [3]  12.0    8.0  4.0         4194304
// OUT:   argument 0: 4xf32: same
// OUT:   argument 1: 4xf32: same
// OUT: kernel: the first is affine.for at bisect.mlir:14:3
// OUT:   after it, in the buffer %a: 4 of 4 elements differ; first at [0]: expected 3.0, but found -1.0 (absolute difference 4.0, 2143289344 ulp)
// OUT: pass: the first is gpu-kernel-outlining, number 30 of 74, found by 8 runs on the interpreter
// OUT: exit: 1
// OUT: interp and cpu:
// OUT:   result 0: 4xf32: 4 of 4 elements differ
// OUT:     at   interp  cpu  difference  ulp
// OUT:     [0]  6.0     2.0  4.0         12582912
// OUT:     [1]  8.0     4.0  4.0         8388608
// OUT:     [2]  10.0    6.0  4.0         6291456
// OUT:     [3]  12.0    8.0  4.0         4194304
// OUT:   argument 0: 4xf32: same
// OUT:   argument 1: 4xf32: same
// OUT: kernel: the first is affine.for at bisect.mlir:26:3
// OUT:   after it, in the buffer %c: 4 of 4 elements differ; first at [0]: expected 6.0, but found 2.0 (absolute difference 4.0, 12582912 ulp)
// OUT: pass: none of 74 changes the results of the interpreter, up to control-flow-sink
// OUT:   cpu differs with all work on one stream, too: its code, or the device, is to blame
// OUT: exit: 1
// OUT: interp and cpu:
// OUT:   result 0: 4xf32: same
// OUT:   argument 0: 4xf32: same
// OUT:   argument 1: 4xf32: same
