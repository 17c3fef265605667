// RUN: warpline run --device=cuda
// MOCK: DEVICES=1

// The driver prints what kernels print when the host waits, before the results.
func.func @main() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.printf "thread %lld of a GPU\n", %tx : index
    gpu.terminator
  }
  return
}

// OUT: thread 0 of a GPU
