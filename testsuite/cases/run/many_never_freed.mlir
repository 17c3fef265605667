// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Ten buffers that the program makes and never frees: the first eight are named.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %v = arith.constant 1.0 : f32
  %other = memref.alloc() : memref<32xf32>
  gpu.memset %other, %v : memref<32xf32>, f32
  scf.for %i = %c1 to %c10 step %c1 {
    %kept = memref.alloc() : memref<16xf32>
    gpu.memset %kept, %v : memref<16xf32>, f32
  }
  return
}

// OUT: stderr:
// OUT: many_never_freed.mlir:11:12: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// OUT: many_never_freed.mlir:14:13: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
// OUT: many_never_freed.mlir:14:13: remark[E0501]: 2 more buffers, of 128 bytes, are neither freed nor returned; the first is this
// OUT: stderr:
// OUT: many_never_freed.mlir:11:12: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// OUT: many_never_freed.mlir:14:13: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
// OUT: many_never_freed.mlir:14:13: remark[E0501]: 2 more buffers, of 128 bytes, are neither freed nor returned; the first is this
