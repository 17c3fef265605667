// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp

// The beginning of a buffer is not among the parts of an argument: where its type has no constant offset either, machine
// code cannot find the elements before the view.
func.func private @second(%part: memref<4xf32, strided<[1], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %first = memref.reinterpret_cast %part to offset: [1], sizes: [1], strides: [1] : memref<4xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: 1>>
  %v = memref.load %first[%c0] : memref<1xf32, strided<[1], offset: 1>>
  return %v : f32
}
func.func @main(%m: memref<8xf32> {warpline.input = "iota:0:1"}) -> f32 {
  %part = memref.subview %m[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %any = memref.cast %part : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1], offset: ?>>
  %v = call @second(%any) : (memref<4xf32, strided<[1], offset: ?>>) -> f32
  return %v : f32
}

// OUT: stderr:
// OUT: host_views_refused.mlir:8:12: error[E0301]: the cpu backend cannot compile 'memref.reinterpret_cast': the beginning of its buffer is not known, as the offset there is not constant
// OUT: exit: 1
// OUT: result 0: f32 = 1.0
