// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// A view of bytes at a shift that is known when it runs: one byte too far, then at its last right place.
func.func @main(%bytes: memref<12xi8> {warpline.input = "1"}, %shift: index {warpline.input = "9"}) -> i8 {
  %last = arith.constant 3 : index
  %view = memref.view %bytes[%shift][] : memref<12xi8> to memref<4xi8>
  %v = memref.load %view[%last] : memref<4xi8>
  return %v : i8
}

// OUT: stderr:
// OUT: views.mlir:7:11: error[E0501]: the view exceeds its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: views.mlir:7:11: error[E0501]: the view exceeds its buffer, which has 3 bytes left
// OUT: exit: 1
// -----

func.func @main(%bytes: memref<12xi8> {warpline.input = "1"}, %shift: index {warpline.input = "8"}) -> i8 {
  %last = arith.constant 3 : index
  %view = memref.view %bytes[%shift][] : memref<12xi8> to memref<4xi8>
  %v = memref.load %view[%last] : memref<4xi8>
  return %v : i8
}

// OUT: result 0: i8 = 1
// OUT: result 0: i8 = 1
// -----

// A shift before the buffer; the view is not even accessed.
func.func @main(%bytes: memref<12xi8> {warpline.input = "1"}, %shift: index {warpline.input = "-4096"}) {
  %view = memref.view %bytes[%shift][] : memref<12xi8> to memref<4xi8>
  return
}

// OUT: stderr:
// OUT: views.mlir:4:11: error[E0501]: the view exceeds its buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: views.mlir:4:11: error[E0501]: the view begins before its buffer
// OUT: exit: 1
// -----

// A view of more bytes than dynamic workgroup memory has.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @mirror(%x: memref<32xf32>, %shift: index) kernel {
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %tile = memref.view %bytes[%shift][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<32xf32>
      memref.store %v, %tile[%i] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %c31 = arith.constant 31 : index
      %j = arith.subi %c31, %i : index
      %w = memref.load %tile[%j] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %w, %x[%i] : memref<32xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<32xf32> {warpline.input = "1"}, %shift: index {warpline.input = "4"}, %n: i32 {warpline.input = "128"}) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @device::@mirror blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        dynamic_shared_memory_size %n args(%x : memref<32xf32>, %shift : index)
    return
  }
}

// OUT: stderr:
// OUT: views.mlir:7:15: error[E0501]: the view exceeds its buffer, in block (0, 0, 0) thread (0, 0, 0) of '@device::@mirror'
// OUT: views.mlir:22:5: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: views.mlir:7:15: error[E0501]: the view exceeds its buffer, which has 124 bytes left, in block (0, 0, 0) thread (0, 0, 0) of '@device::@mirror'
// OUT: views.mlir:22:5: note: launched here
// OUT: exit: 1
// -----

module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @mirror(%x: memref<32xf32>, %shift: index) kernel {
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %tile = memref.view %bytes[%shift][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<32xf32>
      memref.store %v, %tile[%i] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %c31 = arith.constant 31 : index
      %j = arith.subi %c31, %i : index
      %w = memref.load %tile[%j] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %w, %x[%i] : memref<32xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<32xf32> {warpline.input = "1"}, %shift: index {warpline.input = "4"}, %n: i32 {warpline.input = "132"}) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @device::@mirror blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        dynamic_shared_memory_size %n args(%x : memref<32xf32>, %shift : index)
    return
  }
}

// OUT: argument 0: memref<32xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: argument 0: memref<32xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// -----

// A reshape to more elements than the buffer has, then a wrong and a right index of one that fits.
func.func @main(%x: memref<6xi64> {warpline.input = "1"}, %n: index {warpline.input = "7"}, %i: index {warpline.input = "0"}) -> i64 {
  %c0 = arith.constant 0 : index
  %shape = memref.alloc() : memref<1xindex>
  memref.store %n, %shape[%c0] : memref<1xindex>
  %view = memref.reshape %x(%shape) : (memref<6xi64>, memref<1xindex>) -> memref<?xi64>
  %v = memref.load %view[%i] : memref<?xi64>
  memref.dealloc %shape : memref<1xindex>
  return %v : i64
}

// OUT: stderr:
// OUT: views.mlir:7:11: error[E0501]: the shape does not have as many elements as the buffer
// OUT: exit: 1
// OUT: stderr:
// OUT: views.mlir:7:11: error[E0501]: shape [7] does not have as many elements as [6]
// OUT: exit: 1
// -----

func.func @main(%x: memref<6xi64> {warpline.input = "1"}, %n: index {warpline.input = "6"}, %i: index {warpline.input = "6"}) -> i64 {
  %c0 = arith.constant 0 : index
  %shape = memref.alloc() : memref<1xindex>
  memref.store %n, %shape[%c0] : memref<1xindex>
  %view = memref.reshape %x(%shape) : (memref<6xi64>, memref<1xindex>) -> memref<?xi64>
  %v = memref.load %view[%i] : memref<?xi64>
  memref.dealloc %shape : memref<1xindex>
  return %v : i64
}

// OUT: stderr:
// OUT: views.mlir:7:8: error[E0501]: index 6 is out of bounds of dimension 0 of size 6 of '%view'
// OUT: exit: 1
// OUT: stderr:
// OUT: views.mlir:7:8: error[E0501]: index 6 is out of bounds of dimension 0 of size 6 of '%view'
// OUT: exit: 1
// -----

func.func @main(%x: memref<6xi64> {warpline.input = "1"}, %n: index {warpline.input = "6"}, %i: index {warpline.input = "5"}) -> i64 {
  %c0 = arith.constant 0 : index
  %shape = memref.alloc() : memref<1xindex>
  memref.store %n, %shape[%c0] : memref<1xindex>
  %view = memref.reshape %x(%shape) : (memref<6xi64>, memref<1xindex>) -> memref<?xi64>
  %v = memref.load %view[%i] : memref<?xi64>
  memref.dealloc %shape : memref<1xindex>
  return %v : i64
}

// OUT: result 0: i64 = 1
// OUT: result 0: i64 = 1
// -----

// Rows of two that a kernel claims of ten elements: six, then five.
func.func @main(%n: index {warpline.input = "10"}, %rows: index {warpline.input = "6"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %x = gpu.alloc host_shared (%n) : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %matrix = memref.expand_shape %x [[0, 1]] output_shape [%rows, 2] : memref<?xf32> into memref<?x2xf32>
    memref.store %two, %matrix[%tx, %tx] : memref<?x2xf32>
    gpu.terminator
  }
  %v = memref.load %x[%c0] : memref<?xf32>
  gpu.dealloc %x : memref<?xf32>
  return %v : f32
}

// OUT: stderr:
// OUT: views.mlir:10:15: error[E0501]: the sizes do not multiply to dimension 0, in block (0, 0, 0) thread (0, 0, 0)
// OUT: views.mlir:8:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: views.mlir:10:15: error[E0501]: sizes [6, 2] do not multiply to dimension 0 of size 10, in block (0, 0, 0) thread (0, 0, 0)
// OUT: views.mlir:8:3: note: launched here
// OUT: exit: 1
// -----

func.func @main(%n: index {warpline.input = "10"}, %rows: index {warpline.input = "5"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %x = gpu.alloc host_shared (%n) : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %matrix = memref.expand_shape %x [[0, 1]] output_shape [%rows, 2] : memref<?xf32> into memref<?x2xf32>
    memref.store %two, %matrix[%tx, %tx] : memref<?x2xf32>
    gpu.terminator
  }
  %v = memref.load %x[%c0] : memref<?xf32>
  gpu.dealloc %x : memref<?xf32>
  return %v : f32
}

// OUT: result 0: f32 = 2.0
// OUT: result 0: f32 = 2.0
// -----

// (size - 1) * stride is 2^64: the arithmetic of the check is exact.
func.func @main(%x: memref<8xi64> {warpline.input = "1"}, %size: index {warpline.input = "4611686018427387905"}, %stride: index {warpline.input = "4"}) -> i64 {
  %c0 = arith.constant 0 : index
  %view = memref.subview %x[%c0] [%size] [%stride] : memref<8xi64> to memref<?xi64, strided<[?], offset: ?>>
  %v = memref.load %view[%c0] : memref<?xi64, strided<[?], offset: ?>>
  return %v : i64
}

// OUT: stderr:
// OUT: views.mlir:5:11: error[E0501]: dimension 0 is out of bounds of size 8
// OUT: exit: 1
// OUT: stderr:
// OUT: views.mlir:5:11: error[E0501]: 4611686018427387905 elements from 0 in steps of 4 are outside of dimension 0 of size 8
// OUT: exit: 1
// -----

func.func @main(%x: memref<8xi64> {warpline.input = "1"}, %size: index {warpline.input = "2"}, %stride: index {warpline.input = "7"}) -> i64 {
  %c0 = arith.constant 0 : index
  %view = memref.subview %x[%c0] [%size] [%stride] : memref<8xi64> to memref<?xi64, strided<[?], offset: ?>>
  %v = memref.load %view[%c0] : memref<?xi64, strided<[?], offset: ?>>
  return %v : i64
}

// OUT: result 0: i64 = 1
// OUT: result 0: i64 = 1
