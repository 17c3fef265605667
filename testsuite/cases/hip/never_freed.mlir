// RUN: warpline run --device=hip --diagnostics=short

// Buffers that the program neither frees nor returns are named and counted, and the device gets them back at the end.
func.func @main() -> memref<8xf32> {
  %v = arith.constant 1.0 : f32
  %kept = gpu.alloc () : memref<16xf32>
  %returned = memref.alloc() : memref<8xf32>
  gpu.memset %kept, %v : memref<16xf32>, f32
  gpu.memset %returned, %v : memref<8xf32>, f32
  return %returned : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: stderr:
// OUT: case.mlir:6:11: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
