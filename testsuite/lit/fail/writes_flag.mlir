// RUN: warpline opt %s -o %S/../written.mlir
func.func @f() { return }
