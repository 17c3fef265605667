// RUN: not mlir-opt %s --pass-pipeline='builtin.module(loop-fusion-of-tomorrow)'
// RUN: mlir-opt %s | mlir-translate --mlir-to-llvmir | FileCheck %s

func.func private @f()
