// RUN: not run --device=cpu

func.func @main(%a: memref<3xf32> {warpline.input = "iota:1:2:3"}) {
  return
}

// OUT: warpline: error: input 0: expected iota:, iota:START or iota:START:STEP, but found 'iota:1:2:3'
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "4xf32=1"}) {
  return
}

// OUT: warpline: error: input 0: expected memref<3xf32>, but found memref<4xf32>
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "1,2"}) {
  return
}

// OUT: warpline: error: input 0: expected 3 values or one that fills, but found 2
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "@no/such/file.npy"}) {
  return
}

// OUT: warpline: error: input 0: cannot read 'no/such/file.npy': No such file or directory (os error 2)
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "&3f32"}) {
  return
}

// OUT: warpline: error: input 0: expected a type such as 2x3xf32 before '=', but found '3f32'
// -----

func.func @main(%a: memref<2x3xf32> {warpline.input = "2x3xf32=[[1 2][3 4][5 6]]"}) {
  return
}

// OUT: warpline: error: input 0: expected values nested as 2x3, but found them nested as 3x2
// -----

func.func @main(%a: memref<2x3xf32> {warpline.input = "[[1 2 3][4 5]]"}) {
  return
}

// OUT: warpline: error: input 0: expected 3 elements between brackets, but found 2 in '[[1 2 3][4 5]]'
// -----

func.func @main(%a: memref<2xf32> {warpline.input = "[1 2"}) {
  return
}

// OUT: warpline: error: input 0: a '[' is not closed in '[1 2'
// -----

func.func @main(%a: memref<2xf32> {warpline.input = "1]2"}) {
  return
}

// OUT: warpline: error: input 0: a ']' closes no '[' in '1]2'
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "1,,2"}) {
  return
}

// OUT: warpline: error: input 0: expected a value, but found ',' in '1,,2'
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "1,2,"}) {
  return
}

// OUT: warpline: error: input 0: expected a value, but found the end in '1,2,'
// -----

func.func @main(%a: memref<2xf32> {warpline.input = "[1,]"}) {
  return
}

// OUT: warpline: error: input 0: expected a value, but found ']' in '[1,]'
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "[1 2] 3"}) {
  return
}

// OUT: warpline: error: input 0: '3' has a different nesting depth than the values before it in '[1 2] 3'
// -----

func.func @main(%a: memref<2x2xf32> {warpline.input = "[]"}) {
  return
}

// OUT: warpline: error: input 0: expected 4 values or one that fills, but found 0
