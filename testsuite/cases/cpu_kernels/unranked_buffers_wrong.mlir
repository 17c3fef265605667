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
