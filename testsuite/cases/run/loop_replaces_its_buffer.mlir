// RUN: warpline check - -v --diagnostics=short
// RUN: warpline run --input=4 --input=16xf32=0 --diagnostics=short
// RUN: warpline run --device=interp --input=4 --input=16xf32=0 --diagnostics=short

// Each trip makes a buffer, frees the one that it replaces, and carries the new one: the frees are proved, also for no
// trip.
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
    gpu.memcpy %y, %last : memref<16xf32>, memref<16xf32>
    gpu.dealloc %last : memref<16xf32>
    return
  }
}

// OUT: loop_replaces_its_buffer.mlir: @main: race proved: device operations 7, streams 1, event slots 0
// OUT: loop_replaces_its_buffer.mlir: @main: lifetime proved: allocations 2
// OUT: loop_replaces_its_buffer.mlir: @main: leases proved: streams 1, event slots 0
// OUT: loop_replaces_its_buffer.mlir: @main: return proved: returns 1
// OUT: loop_replaces_its_buffer.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: loop_replaces_its_buffer.mlir: @main: minimal proved: waits 1
// OUT: argument 1: memref<16xf32> = [16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0]
// OUT: argument 1: memref<16xf32> = [16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0 16.0]
