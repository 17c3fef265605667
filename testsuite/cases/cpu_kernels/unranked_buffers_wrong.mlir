// RUN: not run --device=cpu

// A buffer of unknown rank is cast to one with another number of dimensions, and to one of another size.
func.func @first(%x: memref<*xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.cast %x : memref<*xf32> to memref<?xf32>
  %v = memref.load %m[%c0] : memref<?xf32>
  return %v : f32
}
func.func @main(%in: memref<3x4xf32> {warpline.input = "iota:0:1"}) -> f32 {
  %x = memref.cast %in : memref<3x4xf32> to memref<*xf32>
  %v = call @first(%x) : (memref<*xf32>) -> f32
  return %v : f32
}

// OUT: unranked_buffers_wrong.mlir:6:8: error[E0501]: the buffer does not have 1 dimensions
// OUT: leaks=0
// -----

func.func @first(%x: memref<*xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.cast %x : memref<*xf32> to memref<3x5xf32>
  %v = memref.load %m[%c0, %c0] : memref<3x5xf32>
  return %v : f32
}
func.func @main(%in: memref<3x4xf32> {warpline.input = "iota:0:1"}) -> f32 {
  %x = memref.cast %in : memref<3x4xf32> to memref<*xf32>
  %v = call @first(%x) : (memref<*xf32>) -> f32
  return %v : f32
}

// OUT: unranked_buffers_wrong.mlir:4:8: error[E0501]: dimension 1 does not have the size 5
// OUT: leaks=0
// -----

// A dimension that a buffer of unknown rank does not have.
func.func @size(%x: memref<*xf32>, %dim: index) -> index {
  %size = memref.dim %x, %dim : memref<*xf32>
  return %size : index
}
func.func @main(%in: memref<3x4xf32> {warpline.input = "iota:0:1"}, %dim: index {warpline.input = "2"}) -> index {
  %x = memref.cast %in : memref<3x4xf32> to memref<*xf32>
  %size = call @size(%x, %dim) : (memref<*xf32>, index) -> index
  return %size : index
}

// OUT: unranked_buffers_wrong.mlir:4:11: error[E0501]: the buffer has no such dimension
// OUT: leaks=0
// -----

// A copy to a buffer of as many elements with another rank.
func.func @copy(%x: memref<*xf32>, %y: memref<*xf32>) {
  memref.copy %x, %y : memref<*xf32> to memref<*xf32>
  return
}
func.func @main(%in: memref<3xf32> {warpline.input = "iota:0:1"}, %out: memref<3x1xf32> {warpline.input = "0"}) {
  %x = memref.cast %in : memref<3xf32> to memref<*xf32>
  %y = memref.cast %out : memref<3x1xf32> to memref<*xf32>
  call @copy(%x, %y) : (memref<*xf32>, memref<*xf32>) -> ()
  return
}

// OUT: unranked_buffers_wrong.mlir:4:3: error[E0501]: expected equal shapes, but found [3] and [3, 1]
// OUT: leaks=0
// -----

// The beginning of a buffer at an offset that comes from elsewhere is not known, so it cannot be passed on.
func.func @first(%x: memref<*xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.reinterpret_cast %x to offset: [0], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32>
  %v = memref.load %m[%c0] : memref<1xf32>
  return %v : f32
}
func.func @pass(%part: memref<2xf32, strided<[1], offset: ?>>) -> f32 {
  %x = memref.cast %part : memref<2xf32, strided<[1], offset: ?>> to memref<*xf32>
  %v = call @first(%x) : (memref<*xf32>) -> f32
  return %v : f32
}
func.func @main(%in: memref<4xf32> {warpline.input = "iota:0:1"}, %i: index {warpline.input = "1"}) -> f32 {
  %part = memref.subview %in[%i] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>
  %v = call @pass(%part) : (memref<2xf32, strided<[1], offset: ?>>) -> f32
  return %v : f32
}

// OUT: unranked_buffers_wrong.mlir:11:8: error[E0301]: the cpu backend cannot compile 'func.call': the beginning of its buffer is not known, as the offset there is not constant
// -----

// A number of elements that is no integer.
func.func private @stdSortF32(f32, memref<?xf32>)
func.func @main(%in: memref<4xf32> {warpline.input = "iota:0:1"}, %n: f32 {warpline.input = "2.0"}) {
  %x = memref.cast %in : memref<4xf32> to memref<?xf32>
  call @stdSortF32(%n, %x) : (f32, memref<?xf32>) -> ()
  return
}

// OUT: unranked_buffers_wrong.mlir:6:3: error[E0301]: the cpu backend cannot compile 'func.call': 'stdSortF32' takes a number of elements, an index or i64, and a buffer of the type in its name
// -----

func.func @main(%in: memref<4xf32> {warpline.input = "iota:0:1"}) -> memref<*xf32> {
  %x = memref.cast %in : memref<4xf32> to memref<*xf32>
  return %x : memref<*xf32>
}

// OUT: warpline: error: result 0 has type memref<*xf32>, but a caller can only pass a memref of known rank; cast it before it is returned
