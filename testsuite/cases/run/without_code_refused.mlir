// RUN: not run --device=cpu

// A device that is named refuses an operation that it has no code for.
func.func @main(%m: memref<4xf32> {warpline.input = "1.25"}) -> f32 {
  %whole = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>>
  %v = memref.load %whole[] : memref<vector<4xf32>>
  %y = vector.reduction <add>, %v : vector<4xf32> into f32
  return %y : f32
}

// OUT: without_code_refused.mlir:5:12: error[E0301]: the cpu backend cannot compile 'vector.type_cast': a buffer of vectors is not supported; use vector.load
