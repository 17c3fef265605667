// RUN: not run

// A parameter without a value is named.
func.func @main(%a: memref<4x?xf32>) {
  return
}

// OUT: warpline: error: parameter 0 of type memref<4x?xf32> has no value; give one with --input, such as --input=rand:42
// -----

func.func @one() {
  return
}
func.func @two() {
  return
}

// OUT: warpline: error: there are several functions and none is named 'main'; choose one with --entry
