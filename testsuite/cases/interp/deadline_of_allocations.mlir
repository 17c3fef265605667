// RUN: warpline run --device=interp --deadline=0.03 --max-steps=100000000000 --diagnostics=short

// Each iteration takes a few steps, but a large allocation takes long.
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000000 : index
  %v = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
    %a = memref.alloc() : memref<4000000xf32>
    memref.store %s, %a[%c1] : memref<4000000xf32>
    %w = memref.load %a[%c1] : memref<4000000xf32>
    memref.dealloc %a : memref<4000000xf32>
    scf.yield %w : f32
  }
  return %r : f32
}

// OUT: stderr:
// OUT: deadline_of_allocations.mlir:10:10: error[E0401]: the program passed the deadline of 0.03 s
// OUT: exit: 4
// -----

// The clock is looked at while a buffer is filled.
func.func @main(%x: memref<40000000xi8> {warpline.input = "0"}) {
  %v = arith.constant 1 : i8
  gpu.memset %x, %v : memref<40000000xi8>, i8
  return
}

// OUT: stderr:
// OUT: deadline_of_allocations.mlir:5:3: error[E0401]: the program passed the deadline of 0.03 s
// OUT: exit: 4
