// RUN: warpline run --device=cpu --input=4 --input=16xf32=0 --diagnostics=short
// RUN: warpline run --device=interp --input=4 --input=16xf32=0 --diagnostics=short

// Wrong: the first buffer is read after the loop that carried it has freed it.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @double(%from: memref<16xf32>, %to: memref<16xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<16xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<16xf32>
      gpu.return
    }
  }
  func.func @main(%n: index, %y: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %one = arith.constant 1.0 : f32
    %first = gpu.alloc() : memref<16xf32>
    gpu.memset %first, %one : memref<16xf32>, f32
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %first) -> (memref<16xf32>) {
      %new = gpu.alloc() : memref<16xf32>
      gpu.launch_func @device::@double blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1)
          args(%old : memref<16xf32>, %new : memref<16xf32>)
      gpu.dealloc %old : memref<16xf32>
      scf.yield %new : memref<16xf32>
    }
    gpu.memcpy %y, %first : memref<16xf32>, memref<16xf32>
    gpu.dealloc %last : memref<16xf32>
    return
  }
}

// OUT: stderr:
// OUT: loop_frees_wrongly.mlir:29:5: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: loop_frees_wrongly.mlir:29:5: error[E0501]: use of a buffer after it was freed
// OUT: loop_frees_wrongly.mlir:20:14: note: the buffer was allocated here
// OUT: loop_frees_wrongly.mlir:26:7: note: it was freed here
// OUT: exit: 1
