// RUN: not run --device=cpu

func.func @main(%a: memref<3xf32> {warpline.input = "iota:1:2:3"}) {
  return
}

// OUT: warpline: error: input 0: expected iota:, iota:START or iota:START:STEP, but found 'iota:1:2:3'
// -----

func.func @main(%a: memref<3xf32> {warpline.input = "4xf32=1"}) {
  return
}

// OUT: warpline: error: input 0: expected 3xf32, but found 4xf32
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
