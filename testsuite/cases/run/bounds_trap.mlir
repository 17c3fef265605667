// RUN: warpline run --device=cpu --bounds=trap --diagnostics=short
// RUN: warpline run --device=interp --bounds=trap --diagnostics=short
// RUN: warpline run --device=cpu --bounds=trap --input=7 --diagnostics=short --output=-

// An index in a kernel; the flag asks for what is the default.
func.func @main(%i: index {warpline.input = "1000000000"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<8xf32>
  %f = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    memref.store %f, %m[%tx] : memref<8xf32>
    memref.store %f, %m[%i] : memref<8xf32>
    gpu.terminator
  }
  %v = memref.load %m[%c0] : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return %v : f32
}

// OUT: stderr:
// OUT: bounds_trap.mlir:15:5: error[E0501]: index 1000000000 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_trap.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: bounds_trap.mlir:15:5: error[E0501]: index 1000000000 is out of bounds of dimension 0 of size 8 of '%m', in block (0, 0, 0) thread (0, 0, 0)
// OUT: bounds_trap.mlir:12:3: note: launched here
// OUT: exit: 1
// OUT: f32=2.0
