// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --device=cpu --detect-races --graphs=always --diagnostics=short

// Wrong: buffers that the program makes and neither frees nor returns. They are no leaks of the run: each is named, and
// counted as never freed. What is freed in a branch that does not run, or in a callee, counts as the run had it.
func.func private @ends(%m: memref<4xf32>) {
  memref.dealloc %m : memref<4xf32>
  return
}
func.func @main(%which: i1 {warpline.input = "0"}) -> memref<8xf32> {
  %v = arith.constant 1.0 : f32
  %kept = memref.alloc() : memref<16xf32>
  %shared = gpu.alloc host_shared () : memref<32xf32>
  %freed = memref.alloc() : memref<4xf32>
  %returned = memref.alloc() : memref<8xf32>
  gpu.memset %kept, %v : memref<16xf32>, f32
  gpu.memset %shared, %v : memref<32xf32>, f32
  gpu.memset %freed, %v : memref<4xf32>, f32
  gpu.memset %returned, %v : memref<8xf32>, f32
  func.call @ends(%freed) : (memref<4xf32>) -> ()
  scf.if %which {
    gpu.dealloc %shared : memref<32xf32>
  }
  return %returned : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: stderr:
// OUT: never_freed.mlir:13:11: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
// OUT: never_freed.mlir:14:13: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// OUT: result 0: memref<8xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: stderr:
// OUT: never_freed.mlir:13:11: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
// OUT: never_freed.mlir:14:13: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// OUT: result 0: memref<8xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: stderr:
// OUT: never_freed.mlir:13:11: remark[E0501]: a buffer of 64 bytes allocated here is neither freed nor returned by the program
// OUT: never_freed.mlir:14:13: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
