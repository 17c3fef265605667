// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// A store by a pointer: before its buffer, far behind it, across its end, and at its last element.
func.func @main(%bytes: index {warpline.input = "-8"}) -> i64 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 5 : i64
  %x = memref.alloc() : memref<3xi64, #ptr.generic_space>
  memref.store %v, %x[%c0] : memref<3xi64, #ptr.generic_space>
  %p = ptr.to_ptr %x : memref<3xi64, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#ptr.generic_space>, index
  ptr.store %v, %q : i64, !ptr.ptr<#ptr.generic_space>
  %r = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> i64
  memref.dealloc %x : memref<3xi64, #ptr.generic_space>
  return %r : i64
}

// OUT: stderr:
// OUT: pointers.mlir:12:3: error[E0501]: the element is outside of its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: pointers.mlir:12:3: error[E0501]: the element is outside of its buffer
// OUT: pointers.mlir:8:8: note: the buffer was allocated here
// OUT: exit: 1
// -----

func.func @main(%bytes: index {warpline.input = "1000000"}) -> i64 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 5 : i64
  %x = memref.alloc() : memref<3xi64, #ptr.generic_space>
  memref.store %v, %x[%c0] : memref<3xi64, #ptr.generic_space>
  %p = ptr.to_ptr %x : memref<3xi64, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#ptr.generic_space>, index
  ptr.store %v, %q : i64, !ptr.ptr<#ptr.generic_space>
  memref.dealloc %x : memref<3xi64, #ptr.generic_space>
  return %v : i64
}

// OUT: stderr:
// OUT: pointers.mlir:9:3: error[E0501]: the element is outside of its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: pointers.mlir:9:3: error[E0501]: the element is outside of its buffer
// OUT: pointers.mlir:5:8: note: the buffer was allocated here
// OUT: exit: 1
// -----

func.func @main(%bytes: index {warpline.input = "17"}) -> i64 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 5 : i64
  %x = memref.alloc() : memref<3xi64, #ptr.generic_space>
  memref.store %v, %x[%c0] : memref<3xi64, #ptr.generic_space>
  %p = ptr.to_ptr %x : memref<3xi64, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#ptr.generic_space>, index
  %r = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> i64
  memref.dealloc %x : memref<3xi64, #ptr.generic_space>
  return %r : i64
}

// OUT: stderr:
// OUT: pointers.mlir:9:8: error[E0501]: the element is outside of its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: pointers.mlir:9:8: error[E0501]: expected an address that is a multiple of 8, but 1 bytes remain
// OUT: pointers.mlir:5:8: note: the buffer was allocated here
// OUT: exit: 1
// -----

func.func @main(%bytes: index {warpline.input = "16"}) -> i64 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 5 : i64
  %x = memref.alloc() : memref<3xi64, #ptr.generic_space>
  memref.store %v, %x[%c0] : memref<3xi64, #ptr.generic_space>
  %p = ptr.to_ptr %x : memref<3xi64, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#ptr.generic_space>, index
  ptr.store %v, %q : i64, !ptr.ptr<#ptr.generic_space>
  %r = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> i64
  memref.dealloc %x : memref<3xi64, #ptr.generic_space>
  return %r : i64
}

// OUT: result 0: i64 = 5
// OUT: result 0: i64 = 5
