// RUN: not run --device=cpu

// A launch on a stream that the program has ended.
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
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: streams_wrong.mlir:21:5: error[E0501]: wl_launch failed with InvalidHandle: expected a live stream of the program, but found 0x1
// OUT: leaks=0
// -----

// A stream that is ended twice.
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
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main() {
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return
  }
}

// OUT: streams_wrong.mlir:18:5: error[E0501]: wl_stream_end failed with InvalidHandle: expected a live stream of the program, but found 0x1
// OUT: leaks=0
