// RUN: compile --target=sm_80 --emit=ptx

// Attributes of a kernel ask the driver's compiler for blocks on a multiprocessor and for registers of a thread. The
// number of blocks needs a size of them, known or not.
gpu.module @kernels {
  gpu.func @known() kernel attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32} {
    gpu.return
  }
  gpu.func @unknown() kernel attributes {nvvm.maxnreg = 40 : i32, nvvm.minctasm = 1 : i32} {
    gpu.return
  }
}

// OUT: .version 7.0
// OUT: .target sm_80
// OUT: .address_size 64
// OUT:
// OUT: .file 1 "asked.mlir"
// OUT:
// OUT: .visible .entry known()
// OUT: .reqntid 128, 1, 1
// OUT: .minnctapersm 2
// OUT: {
// OUT: 	.loc 1 7 5
// OUT: 	ret;
// OUT: }
// OUT:
// OUT: .visible .entry unknown()
// OUT: .maxntid 1024, 1, 1
// OUT: .minnctapersm 1
// OUT: .maxnreg 40
// OUT: {
// OUT: 	.loc 1 10 5
// OUT: 	ret;
// OUT: }
