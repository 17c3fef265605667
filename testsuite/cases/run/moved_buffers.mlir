// RUN: run --device=cpu,interp

// A larger buffer has the old content.
func.func @main(%n: index {warpline.input = "3"}) -> i32 {
  %one = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %small = memref.alloc() : memref<2xi32>
  memref.store %seven, %small[%one] : memref<2xi32>
  %large = memref.realloc %small(%n) : memref<2xi32> to memref<?xi32>
  %v = memref.load %large[%one] : memref<?xi32>
  memref.dealloc %large : memref<?xi32>
  return %v : i32
}

// OUT: result 0: i32 = 7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A transfer of rows of two elements that are four apart.
memref.global "private" @from : memref<8xi32> = dense<[0, 1, 2, 3, 4, 5, 6, 7]>
func.func @main(%zero: index {warpline.input = "0"}) -> memref<4xi32> {
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %from = memref.get_global @from : memref<8xi32>
  %to = memref.alloc() : memref<4xi32>
  %tag = memref.alloca() : memref<1xi32>
  memref.dma_start %from[%zero], %to[%zero], %four, %tag[%zero], %four, %two
    : memref<8xi32>, memref<4xi32>, memref<1xi32>
  memref.dma_wait %tag[%zero], %four : memref<1xi32>
  return %to : memref<4xi32>
}

// OUT: result 0: memref<4xi32> = [0 1 4 5]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A buffer without elements has nothing to copy.
func.func @main() -> index {
  %zero = arith.constant 0 : index
  %four = memref.alloc() : memref<4xf32>
  %none = memref.realloc %four : memref<4xf32> to memref<0xf32>
  %size = memref.dim %none, %zero : memref<0xf32>
  memref.dealloc %none : memref<0xf32>
  return %size : index
}

// OUT: result 0: index = 0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Rows of three elements that overlap: the first one reaches further than the last one. Of no elements, rows may be empty.
memref.global "private" @numbers : memref<8xi32> = dense<[0, 1, 2, 3, 4, 5, 6, 7]>
func.func @main(%n: index {warpline.input = "4"}, %none: index {warpline.input = "0"}) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %from = memref.get_global @numbers : memref<8xi32>
  %to = memref.alloc() : memref<4xi32>
  %tag = memref.alloca() : memref<1xi32>
  memref.dma_start %from[%zero], %to[%zero], %n, %tag[%zero], %one, %three
    : memref<8xi32>, memref<4xi32>, memref<1xi32>
  memref.dma_start %from[%zero], %to[%zero], %none, %tag[%zero], %one, %none
    : memref<8xi32>, memref<4xi32>, memref<1xi32>
  memref.dma_wait %tag[%zero], %n : memref<1xi32>
  return %to : memref<4xi32>
}

// OUT: result 0: memref<4xi32> = [0 1 2 1]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
