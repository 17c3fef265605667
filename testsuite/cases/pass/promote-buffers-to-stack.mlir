// RUN: opt --promote-buffers-to-stack=max-alloc-size-in-bytes=64

gpu.module @k {
  // Views and deallocations of a buffer; one that is too large, and one of unknown size.
  gpu.func @private(%x: memref<64xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %v = arith.constant 1.0 : f32
    %small = memref.alloc() {alignment = 16 : i64} : memref<4x4xf32>
    %row = memref.subview %small[1, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: 4>>
    memref.store %v, %row[%c0] : memref<4xf32, strided<[1], offset: 4>>
    %d = memref.dim %small, %c0 : memref<4x4xf32>
    %w = memref.load %small[%d, %c0] : memref<4x4xf32>
    memref.store %w, %x[%c0] : memref<64xf32>
    memref.dealloc %small : memref<4x4xf32>
    %large = memref.alloc() : memref<17xf32>
    memref.store %v, %large[%c0] : memref<17xf32>
    memref.dealloc %large : memref<17xf32>
    %any = memref.alloc(%n) : memref<?xf32>
    memref.dealloc %any : memref<?xf32>
    // Workgroup memory belongs to all threads of a block.
    %shared = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %v, %shared[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Buffers that are passed on stay.
  func.func @passed(%c: i1, %other: memref<2xi32>) -> memref<2xi32> {
    %result = memref.alloc() : memref<2xi32>
    %called = memref.alloc() : memref<2xi32>
    %r = func.call @passed(%c, %called) : (i1, memref<2xi32>) -> memref<2xi32>
    %chosen = memref.alloc() : memref<2xi32>
    %s = arith.select %c, %chosen, %other : memref<2xi32>
    %one = memref.alloc() : memref<1xmemref<2xi32>>
    %c0 = arith.constant 0 : index
    memref.store %chosen, %one[%c0] : memref<1xmemref<2xi32>>
    return %result : memref<2xi32>
  }
}

// The host allocates as it is told.
func.func @host() {
  %t = memref.alloc() : memref<4xf32>
  memref.dealloc %t : memref<4xf32>
  return
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @private(%arg0: memref<64xf32>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %cst = arith.constant 1.000000e+00 : f32
// OUT:       %alloca = memref.alloca() {alignment = 16 : i64} : memref<4x4xf32>
// OUT:       %subview = memref.subview %alloca[1, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: 4>>
// OUT:       memref.store %cst, %subview[%c0] : memref<4xf32, strided<[1], offset: 4>>
// OUT:       %dim = memref.dim %alloca, %c0 : memref<4x4xf32>
// OUT:       %0 = memref.load %alloca[%dim, %c0] : memref<4x4xf32>
// OUT:       memref.store %0, %arg0[%c0] : memref<64xf32>
// OUT:       %alloc = memref.alloc() : memref<17xf32>
// OUT:       memref.store %cst, %alloc[%c0] : memref<17xf32>
// OUT:       memref.dealloc %alloc : memref<17xf32>
// OUT:       %alloc_0 = memref.alloc(%arg1) : memref<?xf32>
// OUT:       memref.dealloc %alloc_0 : memref<?xf32>
// OUT:       %alloc_1 = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
// OUT:       memref.store %cst, %alloc_1[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func @passed(%arg0: i1, %arg1: memref<2xi32>) -> memref<2xi32> {
// OUT:       %alloc = memref.alloc() : memref<2xi32>
// OUT:       %alloc_0 = memref.alloc() : memref<2xi32>
// OUT:       %0 = call @passed(%arg0, %alloc_0) : (i1, memref<2xi32>) -> memref<2xi32>
// OUT:       %alloc_1 = memref.alloc() : memref<2xi32>
// OUT:       %1 = arith.select %arg0, %alloc_1, %arg1 : memref<2xi32>
// OUT:       %alloc_2 = memref.alloc() : memref<1xmemref<2xi32>>
// OUT:       %c0 = arith.constant 0 : index
// OUT:       memref.store %alloc_1, %alloc_2[%c0] : memref<1xmemref<2xi32>>
// OUT:       return %alloc : memref<2xi32>
// OUT:     }
// OUT:   }
// OUT:   func.func @host() {
// OUT:     %alloc = memref.alloc() : memref<4xf32>
// OUT:     memref.dealloc %alloc : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
