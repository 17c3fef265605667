// RUN: run --device=cpu,interp --input=2x3xf32=iota:0:1

// A layer as a function, with constant weights, and an operation in a host loop.
memref.global "private" constant @w : memref<3x3xf32> = dense<[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]]>
func.func private @layer(%a: memref<?x3xf32>, %b: memref<?x3xf32>) {
  %w = memref.get_global @w : memref<3x3xf32>
  linalg.matmul ins(%a, %w : memref<?x3xf32>, memref<3x3xf32>) outs(%b : memref<?x3xf32>)
  return
}
func.func @main(%a: memref<2x3xf32>) -> memref<2x3xf32> {
  %z = arith.constant 0.0 : f32
  %b = memref.alloc() : memref<2x3xf32>
  linalg.fill ins(%z : f32) outs(%b : memref<2x3xf32>)
  %ad = memref.cast %a : memref<2x3xf32> to memref<?x3xf32>
  %bd = memref.cast %b : memref<2x3xf32> to memref<?x3xf32>
  func.call @layer(%ad, %bd) : (memref<?x3xf32>, memref<?x3xf32>) -> ()
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %k = %i to %c3 step %c1 {
    linalg.map { arith.mulf } ins(%b, %b : memref<2x3xf32>, memref<2x3xf32>) outs(%b : memref<2x3xf32>)
  }
  return %b : memref<2x3xf32>
}

// OUT: result 0: memref<2x3xf32>
// OUT:   [[11019960000.0 37822860000.0 110075314000.0]
// OUT:    [72301960000000.0 360040600000000.0 1370114400000000.0]]
// OUT: kernels=3 launches=5 streams=1 waits=0 records=0 host_syncs=1 leaks=0
