// RUN: not run --device=interp --deadline=0.05

// The steps would last for long.
func.func @main() {
  cf.br ^again
^again:
  cf.br ^again
}

// OUT: limits_time.mlir:7:3: error[E0401]: the program passed the deadline of 0.05 s
