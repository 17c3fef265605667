// RUN: warpline opt --convert-gpu-to-nvvm
// RUN: warpline opt -convert-func-to-llvm=index-bitwidth=32
// RUN: warpline opt --pass-pipeline=builtin.module(func.func(affine-loop-tile{tile-size=4}),one-shot-bufferize) --diagnostics=short
// RUN: warpline opt --gpu-kernel-outlinin
// RUN: warpline explain convert-gpu-to-nvvm
// RUN: warpline explain finalize-memref-to-llvm

func.func @main() {
  return
}

// OUT: stderr:
// OUT: warpline: error: the mlir-opt pass '--convert-gpu-to-nvvm' is not implemented: 'warpline compile --target=sm_90 --emit=ptx' compiles kernels to PTX, and 'run' does so by itself; leave the pass out
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: the mlir-opt pass '--convert-func-to-llvm' is not implemented: there is no llvm dialect: 'warpline run' and 'warpline compile --target=cpu' make machine code of func, arith, cf, memref, vector and the others directly; leave the pass out
// OUT: exit: 2
// OUT: stderr:
// OUT: <pipeline>:1:26: error[E0121]: the mlir-opt pass 'affine-loop-tile' is not implemented: loops are mapped to blocks and threads as they are written: run this pass in mlir-opt first if you want its form, or leave it out
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--gpu-kernel-outlinin' found
// OUT:
// OUT:   tip: a similar argument exists: '--gpu-kernel-outlining'
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: mlir-opt pass convert-gpu-to-nvvm: not implemented; 'warpline compile --target=sm_90 --emit=ptx'
// OUT: compiles kernels to PTX, and 'run' does so by itself; leave the pass out
// OUT: mlir-opt pass finalize-memref-to-llvm: not implemented; there is no llvm dialect: 'warpline run' and
// OUT: 'warpline compile --target=cpu' make machine code of func, arith, cf, memref, vector and the others
// OUT: directly; leave the pass out
