// RUN: warpline check - --diagnostics=short
// RUN: warpline run --device=cpu --input=4xf32=1 --diagnostics=short
// RUN: warpline run --device=interp --input=4xf32=1 --diagnostics=short

// The host has no threads, lanes and barriers.
func.func private @part(%x: memref<4xf32>) -> f32 {
  %i = gpu.block_id y
  %v = memref.load %x[%i] : memref<4xf32>
  return %v : f32
}
func.func @main(%x: memref<4xf32>) -> f32 {
  %v = func.call @part(%x) : (memref<4xf32>) -> f32
  %lane = gpu.lane_id
  gpu.barrier
  return %v : f32
}

// OUT: stderr:
// OUT: ids_on_the_host.mlir:7:8: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: ids_on_the_host.mlir:13:11: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: ids_on_the_host.mlir:14:3: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: exit: 1
// OUT: stderr:
// OUT: ids_on_the_host.mlir:7:8: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: ids_on_the_host.mlir:13:11: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: ids_on_the_host.mlir:14:3: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: exit: 1
// OUT: stderr:
// OUT: ids_on_the_host.mlir:7:8: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: ids_on_the_host.mlir:13:11: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: ids_on_the_host.mlir:14:3: error[E0504]: expected a kernel around this operation, which has no value on the host
// OUT: exit: 1
