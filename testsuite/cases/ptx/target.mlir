// RUN: compile --emit=ptx

// The module names its chip; --target would win.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @nothing() kernel {
    gpu.return
  }
}

// OUT: .version 7.8
// OUT: .target sm_90
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "target.mlir"
// OUT:
// OUT: .visible .entry nothing()
// OUT: {
// OUT: 	.loc 1 6 5
// OUT: 	ret;
// OUT: }
