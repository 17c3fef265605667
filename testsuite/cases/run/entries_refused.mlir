// RUN: not run --device=interp

func.func @main(%v: vector<2xf32> {warpline.input = "1,2,3"}) {
  return
}

// OUT: warpline: error: input 0: expected 2 values or one that fills, but found 3
// -----

// The elements of the rows would meet.
func.func @main(%v: memref<2x3xf32, strided<[2, 1]>> {warpline.input = "0"}) {
  return
}

// OUT: warpline: error: input 0: an array of [2, 3] has no place in memref<2x3xf32, strided<[2, 1]>>: its elements may meet, or begin before the buffer
// -----

func.func @main(%v: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>> {warpline.input = "0"}) {
  return
}

// OUT: warpline: error: input 0: the layout of memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>> has no strides
// -----

func.func @main(%v: memref<*xf32> {warpline.input = "iota:"}) {
  return
}

// OUT: warpline: error: input 0: the sizes of memref<*xf32> are not all known; write them, as in 4xf32=…
// -----

func.func @main(%m: memref<2xf32> {warpline.input = "0"}) -> memref<*xf32> {
  %u = memref.cast %m : memref<2xf32> to memref<*xf32>
  return %u : memref<*xf32>
}

// OUT: warpline: error: result 0 has type memref<*xf32>, but a caller can only pass a memref of known rank; cast it before it is returned
// -----

func.func @main(%v: vector<[4]xf32>) {
  return
}

// OUT: warpline: error: parameter 0 has type vector<[4]xf32>, but a caller can only pass integers of at most 128 bits, floats of at most 64 bits, complex numbers of these floats, vectors of fixed size, and memrefs of these
// -----

// Two elements that are far apart.
func.func @main(%v: memref<2xi32, strided<[1000000000000]>> {warpline.input = "0"}) {
  return
}

// OUT: warpline: error: input 0: an array of memref<2xi32, strided<[1000000000000]>> spans 4000000000004 bytes, more than the 1073741824 that are made for it
