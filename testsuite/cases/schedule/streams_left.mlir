// RUN: warpline run --device=cpu --diagnostics=short

// A stream that the program leaves is told of.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: stderr:
// OUT: streams_left.mlir:18:10: remark[E0501]: a stream created here is never destroyed
