// RUN: not run --device=cpu --graphs=always

// In the fourth trip the second node asks for more threads than a block may have: the error stands there.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"}, %n: index {warpline.input = "6"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    %c3 = arith.constant 3 : index
    %c2048 = arith.constant 2048 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
      %is_fourth = arith.cmpi eq, %i, %c3 : index
      %t = arith.select %is_fourth, %c2048, %c64 : index
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%t, %c1, %c1) args(%own : f32, %y : memref<64xf32>, %z : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%own : f32, %x : memref<64xf32>, %y : memref<64xf32>)
    }
    return
  }
}

// OUT: graph_failure.mlir:29:7: error[E0501]: launch failed with InvalidValue: expected a block of at most 1024 threads, but found 2048 x 1 x 1
// OUT: leaks=0
