// RUN: not run --device=cpu --fail-call=launch:1 --input=1

// The second launch fails: the error stands at its loop, and nothing leaks.
func.func @main(%a: memref<256xf32>) -> memref<256xf32> {
  %x = memref.alloc() : memref<256xf32>
  %y = memref.alloc() : memref<256xf32>
  affine.for %i = 0 to 256 {
    %v = affine.load %a[%i] : memref<256xf32>
    affine.store %v, %x[%i] : memref<256xf32>
  }
  affine.for %i = 0 to 256 {
    %v = affine.load %x[255 - %i] : memref<256xf32>
    affine.store %v, %y[%i] : memref<256xf32>
  }
  return %y : memref<256xf32>
}

// OUT: launch_failure.mlir:11:3: error[E0501]: launch failed with InjectedFault: call 6 was chosen to fail
// OUT: leaks=0
