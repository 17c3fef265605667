// RUN: warpline check - --diagnostics=short
// RUN: warpline compile --target=sm_90 --emit=ptx --diagnostics=short
// RUN: warpline run --device=cpu --diagnostics=short

// Wrong: what every run does wrong needs no run: a pointer far behind its buffer.
func.func @main() -> i64 {
  %v = arith.constant 7 : i64
  %bytes = arith.constant 4096 : index
  %x = memref.alloc() : memref<2xi64, #ptr.generic_space>
  %p = ptr.to_ptr %x : memref<2xi64, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#ptr.generic_space>, index
  ptr.store %v, %q : i64, !ptr.ptr<#ptr.generic_space>
  memref.dealloc %x : memref<2xi64, #ptr.generic_space>
  return %v : i64
}

// OUT: stderr:
// OUT: certain.mlir:12:3: error[E0504]: the element is outside of its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:12:3: error[E0504]: the element is outside of its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:12:3: error[E0504]: the element is outside of its buffer
// OUT: exit: 1
// -----

// Wrong: a shape that the program itself stores.
func.func @main(%x: memref<6xf32> {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %n = arith.constant 60 : index
  %shape = memref.alloca() : memref<1xindex>
  memref.store %n, %shape[%c0] : memref<1xindex>
  %view = memref.reshape %x(%shape) : (memref<6xf32>, memref<1xindex>) -> memref<?xf32>
  %v = memref.load %view[%c0] : memref<?xf32>
  return %v : f32
}

// OUT: stderr:
// OUT: certain.mlir:8:11: error[E0504]: the shape does not have as many elements as the buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:8:11: error[E0504]: the shape does not have as many elements as the buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:8:11: error[E0504]: the shape does not have as many elements as the buffer
// OUT: exit: 1
// -----

// Wrong: the old buffer of a realloc is used.
func.func @main(%v: f32 {warpline.input = "1"}) {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  memref.store %v, %x[%c0] : memref<4xf32>
  %y = memref.realloc %x : memref<4xf32> to memref<8xf32>
  memref.store %v, %x[%c0] : memref<4xf32>
  memref.dealloc %y : memref<8xf32>
  return
}

// OUT: stderr:
// OUT: certain.mlir:8:3: error[E0504]: use of a buffer after it was freed
// OUT: certain.mlir:5:8: note: the buffer was allocated here
// OUT: certain.mlir:7:8: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:8:3: error[E0504]: use of a buffer after it was freed
// OUT: certain.mlir:5:8: note: the buffer was allocated here
// OUT: certain.mlir:7:8: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:8:3: error[E0504]: use of a buffer after it was freed
// OUT: certain.mlir:5:8: note: the buffer was allocated here
// OUT: certain.mlir:7:8: note: it was freed here
// OUT: exit: 1
// -----

// Wrong: a copy from freed memory of the device.
func.func @main(%x: memref<4xf32> {warpline.input = "1"}) {
  %y = gpu.alloc() : memref<4xf32>
  gpu.memcpy %y, %x : memref<4xf32>, memref<4xf32>
  gpu.dealloc %y : memref<4xf32>
  gpu.memcpy %x, %y : memref<4xf32>, memref<4xf32>
  return
}

// OUT: stderr:
// OUT: certain.mlir:7:3: error[E0312]: this uses a buffer that is freed already
// OUT: certain.mlir:6:3: note: it is freed here
// OUT: certain.mlir:4:8: note: the buffer is allocated here
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:7:3: error[E0504]: use of a buffer after it was freed
// OUT: certain.mlir:4:8: note: the buffer was allocated here
// OUT: certain.mlir:6:3: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:7:3: error[E0504]: use of a buffer after it was freed
// OUT: certain.mlir:4:8: note: the buffer was allocated here
// OUT: certain.mlir:6:3: note: it was freed here
// OUT: exit: 1
// -----

// Wrong: one buffer twice, claimed to be two.
func.func @main(%x: memref<4xf32> {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %a, %b = memref.distinct_objects %x, %x : memref<4xf32>, memref<4xf32>
  %v = memref.load %a[%c0] : memref<4xf32>
  memref.store %v, %b[%c0] : memref<4xf32>
  return %v : f32
}

// OUT: stderr:
// OUT: certain.mlir:5:12: error[E0504]: expected distinct buffers, but two of them overlap
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:5:12: error[E0504]: expected distinct buffers, but two of them overlap
// OUT: exit: 1
// OUT: stderr:
// OUT: certain.mlir:5:12: error[E0504]: expected distinct buffers, but two of them overlap
// OUT: exit: 1
