// RUN: run --device=cpu,interp --fastmath=contract

// A product and a sum are rounded once, also in a named operation: the square of 1 + 2^-12 is
// 1 + 2^-11 + 2^-24, which is no number of f32, and without a rounding the sum with -1 keeps the last term.
func.func @main() -> memref<1x1xf32> {
  %x = arith.constant 1.000244140625 : f32
  %y = arith.constant -1.0 : f32
  %a = memref.alloc() : memref<1x1xf32>
  %c = memref.alloc() : memref<1x1xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1x1xf32>)
  linalg.fill ins(%y : f32) outs(%c : memref<1x1xf32>)
  linalg.matmul ins(%a, %a : memref<1x1xf32>, memref<1x1xf32>) outs(%c : memref<1x1xf32>)
  return %c : memref<1x1xf32>
}

// OUT: result 0: memref<1x1xf32> = [[0.00048834085]]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
