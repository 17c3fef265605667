// RUN: roundtrip
// DIFFERS everywhere: mlir-opt 22 requires the element of the output among the arguments

func.func @map_without_the_element_of_the_output(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.map ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) (%x: f32) {
    %0 = arith.negf %x : f32
    %1 = arith.addf %0, %x : f32
    linalg.yield %1 : f32
  }
  return
}

// OUT: module {
// OUT:   func.func @map_without_the_element_of_the_output(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// OUT:     linalg.map ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
// OUT:       (%in: f32, %init: f32) {
// OUT:         %0 = arith.negf %in : f32
// OUT:         %1 = arith.addf %0, %in : f32
// OUT:         linalg.yield %1 : f32
// OUT:       }
// OUT:     return
// OUT:   }
// OUT: }
