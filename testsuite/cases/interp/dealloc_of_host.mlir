// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Wrong: gpu.dealloc of a buffer that memref.alloc made.
func.func @main(%v: f32 {warpline.input = "2"}) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %v, %m[%c0] : memref<4xf32>
  %x = memref.load %m[%c0] : memref<4xf32>
  gpu.dealloc %m : memref<4xf32>
  return %x : f32
}

// OUT: stderr:
// OUT: dealloc_of_host.mlir:10:3: error[E0501]: wl_free failed with WrongMemory: expected Host memory, as it was allocated, but found Device memory
// OUT: exit: 1
// OUT: stderr:
// OUT: dealloc_of_host.mlir:10:3: error[E0501]: expected a buffer allocated by gpu.alloc, but found one of the host
// OUT: dealloc_of_host.mlir:7:8: note: the buffer was allocated here
// OUT: exit: 1
