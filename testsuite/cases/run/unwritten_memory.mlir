// RUN: warpline check - --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Workgroup memory, private memory, a buffer of the device, and a result, that nothing writes.
func.func @main() -> memref<4xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = gpu.alloc host_shared () : memref<4xf32>
  %y = gpu.alloc() : memref<4xf32>
  %z = memref.alloc() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<4xf32, #gpu.address_space<workgroup>>)
             private(%own : memref<4xf32, #gpu.address_space<private>>) {
    %a = memref.load %tile[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
    %b = memref.load %own[%tx] : memref<4xf32, #gpu.address_space<private>>
    %c = memref.load %y[%tx] : memref<4xf32>
    %ab = arith.addf %a, %b : f32
    %abc = arith.addf %ab, %c : f32
    memref.store %abc, %x[%tx] : memref<4xf32>
    gpu.terminator
  }
  gpu.dealloc %x : memref<4xf32>
  gpu.dealloc %y : memref<4xf32>
  return %z : memref<4xf32>
}

// OUT: stderr:
// OUT: unwritten_memory.mlir:15:10: warning[W0206]: the memory is read, but nothing writes it
// OUT: unwritten_memory.mlir:11:3: note: the buffer was allocated here
// OUT: unwritten_memory.mlir:16:10: warning[W0206]: the memory is read, but nothing writes it
// OUT: unwritten_memory.mlir:11:3: note: the buffer was allocated here
// OUT: unwritten_memory.mlir:17:10: warning[W0206]: the memory is read, but nothing writes it
// OUT: unwritten_memory.mlir:9:8: note: the buffer was allocated here
// OUT: unwritten_memory.mlir:25:3: warning[W0206]: the memory is a result, but nothing writes it
// OUT: unwritten_memory.mlir:10:8: note: the buffer was allocated here
// OUT: stderr:
// OUT: unwritten_memory.mlir:15:10: warning[W0206]: the memory is read, but nothing writes it
// OUT: unwritten_memory.mlir:11:3: note: the buffer was allocated here
// OUT: unwritten_memory.mlir:16:10: warning[W0206]: the memory is read, but nothing writes it
// OUT: unwritten_memory.mlir:11:3: note: the buffer was allocated here
// OUT: unwritten_memory.mlir:17:10: warning[W0206]: the memory is read, but nothing writes it
// OUT: unwritten_memory.mlir:9:8: note: the buffer was allocated here
// OUT: unwritten_memory.mlir:25:3: warning[W0206]: the memory is a result, but nothing writes it
// OUT: unwritten_memory.mlir:10:8: note: the buffer was allocated here
// OUT: unwritten_memory.mlir:15:10: error[E0501]: read of an element that was never written, in block (0, 0, 0) thread (0, 0, 0)
// OUT: unwritten_memory.mlir:11:3: note: launched here
// OUT: exit: 1
