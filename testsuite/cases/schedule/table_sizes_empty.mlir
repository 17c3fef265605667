// RUN: run --device=cpu,interp

// o10: grids and blocks that turn out to be empty when the program runs are skipped.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %n: index {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %n) args(%m : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
