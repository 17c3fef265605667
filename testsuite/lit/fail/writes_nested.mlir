// RUN: warpline test %S/writes_golden.mlir --allow-writes
func.func @f() { return }
