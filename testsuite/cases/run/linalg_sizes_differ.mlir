// RUN: not run --device=interp --input=5x7xf32=rand:1 --input=6x4xf32=rand:2 --input=5x4xf32=rand:3

func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<5x4xf32>) -> memref<5x4xf32> {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<5x4xf32>)
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<5x4xf32>)
  return %c : memref<5x4xf32>
}

// OUT: linalg_sizes_differ.mlir:6:3: error[E0501]: dimension #0 of operand #1 does not have the size of loop d2
