// RUN: compile --emit=ptx

// The module names its chip; --target would win.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @nothing() kernel {
    gpu.return
  }
}
