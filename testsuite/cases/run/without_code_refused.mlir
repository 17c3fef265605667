// RUN: not run --device=cpu

// A device that is named refuses an operation that it has no code for.
func.func @main() {
  %v = arith.constant dense<[1.0, 2.5]> : vector<2xf32>
  vector.print %v : vector<2xf32>
  return
}

// OUT: without_code_refused.mlir:6:3: error[E0301]: the cpu backend cannot compile 'vector.print': it is not implemented
