// RUN: not opt --arith-emulate-unsupported-floats=native=f8
func.func @none() {
  return
}

// OUT: arith-emulate-unsupported-floats-errors.mlir:1:1: error[E0121]: expected a list of f16, bf16, round-bf16, convert-f16, convert-bf16, halves, fp8 as 'native' of 'arith-emulate-unsupported-floats', but found 'f8'
