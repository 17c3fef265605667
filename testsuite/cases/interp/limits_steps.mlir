// RUN: not run --device=interp --max-steps=1000 --max-bytes=4096

func.func @main() {
  cf.br ^again
^again:
  cf.br ^again
}
// -----

func.func private @deeper() {
  call @deeper() : () -> ()
  return
}
func.func @main() {
  call @deeper() : () -> ()
  return
}
// -----

func.func @main() {
  %a = memref.alloc() : memref<512xi64>
  %b = memref.alloc() : memref<1xi8>
  return
}
