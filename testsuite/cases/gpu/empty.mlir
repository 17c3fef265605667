// RUN: run --device=cpu,interp

// A kernel that does nothing: what a launch costs.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @empty() kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      gpu.return
    }
  }
  func.func @main(%times: index {warpline.input = "3"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@empty blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    }
    return
  }
}

// OUT: kernels=1 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
