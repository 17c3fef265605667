// RUN: not run --device=interp --max-steps=1000 --max-bytes=4096

func.func @main() {
  cf.br ^again
^again:
  cf.br ^again
}

// OUT: limits_steps.mlir:6:3: error[E0401]: the program passed the limit of 1000 steps
// -----

func.func private @deeper() {
  call @deeper() : () -> ()
  return
}
func.func @main() {
  call @deeper() : () -> ()
  return
}

// OUT: limits_steps.mlir:3:3: error[E0401]: calls nest deeper than the limit of 1000
// -----

func.func @main() {
  %a = memref.alloc() : memref<512xi64>
  %b = memref.alloc() : memref<1xi8>
  return
}

// OUT: limits_steps.mlir:4:8: error[E0401]: 1 bytes exceed the memory limit, of which 0 bytes are left
