// RUN: warpline run --input=1000 --max-host-memory=2KiB --diagnostics=short --device=cpu
// RUN: warpline run --input=500 --max-host-memory=2KiB --diagnostics=short --device=cpu
// RUN: warpline run --input=1000 --max-host-memory=2KiB --diagnostics=short --device=interp

// An allocation beyond the limit of host memory ends the run at its place. What is freed makes room, also for memory of
// the device, which is the host's here.
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = memref.alloc(%n) : memref<?xf32>
  memref.store %one, %x[%c0] : memref<?xf32>
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.dealloc %x : memref<?xf32>
  %y = gpu.alloc host_shared (%n) : memref<?xf32>
  memref.store %v, %y[%c0] : memref<?xf32>
  %w = memref.load %y[%c0] : memref<?xf32>
  gpu.dealloc %y : memref<?xf32>
  return %w : f32
}

// OUT: stderr:
// OUT: host_memory.mlir:10:8: error[E0501]: wl_alloc failed with HostMemoryLimit: 0 bytes of host memory are in use, and 4000 more exceed the limit of 2048
// OUT: exit: 4
// OUT: result 0: f32 = 1.0
// OUT: stderr:
// OUT: warpline: error: expected a run on the cpu or on a GPU for --max-host-memory, but found one on the interpreter, which has no streams
// OUT: exit: 2
