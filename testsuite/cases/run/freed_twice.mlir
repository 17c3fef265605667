// RUN: not run --device=cpu --input=1 --input=2

// The second free is told without the number of an address, which would differ from run to run.
func.func @main(%is_again: i1, %i: index) -> f32 {
  %c1 = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %c1, %m[%c0] : memref<4xf32>
  memref.store %c1, %m[%i] : memref<4xf32>
  %v = memref.load %m[%i] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  scf.if %is_again {
    memref.dealloc %m : memref<4xf32>
  }
  return %v : f32
}

// OUT: freed_twice.mlir:13:5: error[E0501]: the buffer was already freed
// OUT: leaks=0
