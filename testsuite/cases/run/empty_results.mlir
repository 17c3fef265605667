// RUN: run --device=cpu,interp

// Results without elements: a constant global, and a buffer of no rows.
memref.global "private" constant @none : memref<0xi32> = dense<0>
func.func @main(%n: index {warpline.input = "0"}) -> (memref<0xi32>, memref<?x4xf32>) {
  %none = memref.get_global @none : memref<0xi32>
  %rows = memref.alloc(%n) : memref<?x4xf32>
  return %none, %rows : memref<0xi32>, memref<?x4xf32>
}

// OUT: result 0: memref<0xi32>
// OUT:   count=0
// OUT: result 1: memref<0x4xf32>
// OUT:   count=0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
