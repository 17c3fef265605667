// RUN: not run --device=interp

// Fewer threads than the barrier has members arrive.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @waits() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c32 = arith.constant 32 : index
      %n = arith.constant 64 : i32
      %all = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
      %t = gpu.thread_id x
      %waits = arith.cmpi ult, %t, %c32 : index
      scf.if %waits {
        gpu.barrier named(%all : !gpu.named_barrier)
      }
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@waits blocks in (%one, %one, %one) threads in (%c64, %one, %one)
    return
  }
}

// OUT: named_barrier_deadlock.mlir:13:9: error[E0501]: divergent barrier: 32 threads of the block wait here, 32 have ended and 0 wait elsewhere; the first of the others, in block (0, 0, 0) thread (32, 0, 0) of '@k::@waits'
// OUT: named_barrier_deadlock.mlir:21:5: note: launched here
