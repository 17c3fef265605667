// RUN: opt -o written.mlir
func.func @f() { return }
