// RUN: run --device=cpu,interp

// Two arguments that are one buffer: each element is made from the one before it, so the sum runs on.
func.func @runs_on(%x: memref<32xi32>, %y: memref<32xi32>) {
  affine.for %i = 1 to 32 {
    %before = affine.load %x[%i - 1] : memref<32xi32>
    %own = affine.load %y[%i] : memref<32xi32>
    %sum = arith.addi %before, %own : i32
    affine.store %sum, %y[%i] : memref<32xi32>
  }
  return
}
func.func @main() -> (memref<32xi32>, memref<32xi32>) {
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<32xi32>
  %b = memref.alloc() : memref<32xi32>
  %c = memref.alloc() : memref<32xi32>
  affine.for %i = 0 to 32 {
    affine.store %one, %a[%i] : memref<32xi32>
    affine.store %one, %b[%i] : memref<32xi32>
    affine.store %one, %c[%i] : memref<32xi32>
  }
  func.call @runs_on(%a, %a) : (memref<32xi32>, memref<32xi32>) -> ()
  func.call @runs_on(%b, %c) : (memref<32xi32>, memref<32xi32>) -> ()
  memref.dealloc %b : memref<32xi32>
  return %a, %c : memref<32xi32>, memref<32xi32>
}

// OUT: result 0: memref<32xi32> = [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]
// OUT: result 1: memref<32xi32> = [1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2]
// OUT: kernels=2 launches=2 streams=2 waits=0 records=0 host_syncs=3 leaks=0
// -----

// Parts of one buffer: the first two overlap, so a value moves on in steps of three; the others lie side by side.
!part = memref<?xi32, strided<[?], offset: ?>>
func.func @moves(%x: !part, %y: !part) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %x, %c0 : !part
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : !part
    %w = arith.addi %v, %one : i32
    affine.store %w, %y[%i] : !part
  }
  return
}
func.func @main() -> (memref<64xi32>, memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  %k = memref.alloc() : memref<64xi32>
  affine.for %i = 0 to 64 {
    %v = arith.index_cast %i : index to i32
    affine.store %v, %m[%i] : memref<64xi32>
    affine.store %v, %k[%i] : memref<64xi32>
  }
  %a = memref.subview %m[0] [20] [1] : memref<64xi32> to memref<20xi32, strided<[1]>>
  %b = memref.subview %m[3] [20] [1] : memref<64xi32> to memref<20xi32, strided<[1], offset: 3>>
  %a_any = memref.cast %a : memref<20xi32, strided<[1]>> to !part
  %b_any = memref.cast %b : memref<20xi32, strided<[1], offset: 3>> to !part
  func.call @moves(%a_any, %b_any) : (!part, !part) -> ()
  %d = memref.subview %k[0] [20] [1] : memref<64xi32> to memref<20xi32, strided<[1]>>
  %e = memref.subview %k[20] [20] [2] : memref<64xi32> to memref<20xi32, strided<[2], offset: 20>>
  %d_any = memref.cast %d : memref<20xi32, strided<[1]>> to !part
  %e_any = memref.cast %e : memref<20xi32, strided<[2], offset: 20>> to !part
  func.call @moves(%d_any, %e_any) : (!part, !part) -> ()
  return %m, %k : memref<64xi32>, memref<64xi32>
}

// OUT: result 0: memref<64xi32>
// OUT:   count=64 min=0 max=63 sum=1862.0 first=0
// OUT: result 1: memref<64xi32>
// OUT:   count=64 min=0 max=63 sum=1446.0 first=0
// OUT: kernels=2 launches=2 streams=2 waits=0 records=0 host_syncs=3 leaks=0
// -----

// One part reaches into the other only by its last element, from above and from below.
!part = memref<?xi32, strided<[?], offset: ?>>
func.func @moves(%x: !part, %y: !part) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %x, %c0 : !part
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : !part
    %w = arith.addi %v, %one : i32
    affine.store %w, %y[%i] : !part
  }
  return
}
func.func @main() -> memref<64xi32> {
  %m = memref.alloc() : memref<64xi32>
  affine.for %i = 0 to 64 {
    %v = arith.index_cast %i : index to i32
    affine.store %v, %m[%i] : memref<64xi32>
  }
  %a = memref.subview %m[0] [10] [2] : memref<64xi32> to memref<10xi32, strided<[2]>>
  %b = memref.subview %m[18] [10] [3] : memref<64xi32> to memref<10xi32, strided<[3], offset: 18>>
  %a_any = memref.cast %a : memref<10xi32, strided<[2]>> to !part
  %b_any = memref.cast %b : memref<10xi32, strided<[3], offset: 18>> to !part
  func.call @moves(%a_any, %b_any) : (!part, !part) -> ()
  func.call @moves(%b_any, %a_any) : (!part, !part) -> ()
  return %m : memref<64xi32>
}

// OUT: result 0: memref<64xi32>
// OUT:   count=64 min=1 max=63 sum=1804.0 first=2
// OUT: kernels=1 launches=1 streams=2 waits=0 records=0 host_syncs=3 leaks=0
// -----

// A dynamic matrix and a matrix inside of it; then two matrices; then nothing, which overlaps nothing.
!any = memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @adds_above(%x: !any, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %y, %c0 : memref<?x?xf32>
  %m = memref.dim %y, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %v = affine.load %x[%i - 1, %j] : !any
      %w = affine.load %y[%i, %j] : memref<?x?xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @main() -> (memref<?x?xf32>, memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc(%c9, %c4) : memref<?x?xf32>
  %b = memref.alloc(%c9, %c4) : memref<?x?xf32>
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 4 {
      affine.store %one, %a[%i, %j] : memref<?x?xf32>
      affine.store %one, %b[%i, %j] : memref<?x?xf32>
    }
  }
  %part = memref.subview %a[0, 0] [%c9, %c4] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %inner = memref.cast %part : memref<?x?xf32, strided<[?, 1]>> to !any
  func.call @adds_above(%inner, %a) : (!any, memref<?x?xf32>) -> ()
  func.call @adds_above(%inner, %b) : (!any, memref<?x?xf32>) -> ()
  %none = memref.alloc(%c0, %c4) : memref<?x?xf32>
  func.call @adds_above(%inner, %none) : (!any, memref<?x?xf32>) -> ()
  memref.dealloc %none : memref<?x?xf32>
  return %a, %b : memref<?x?xf32>, memref<?x?xf32>
}

// OUT: result 0: memref<9x4xf32>
// OUT:   [[1.0 1.0 1.0 1.0]
// OUT:    [2.0 2.0 2.0 2.0]
// OUT:    [3.0 3.0 3.0 3.0]
// OUT:    [4.0 4.0 4.0 4.0]
// OUT:    [5.0 5.0 5.0 5.0]
// OUT:    [6.0 6.0 6.0 6.0]
// OUT:    [7.0 7.0 7.0 7.0]
// OUT:    [8.0 8.0 8.0 8.0]
// OUT:    [9.0 9.0 9.0 9.0]]
// OUT: result 1: memref<9x4xf32>
// OUT:   [[1.0 1.0 1.0 1.0]
// OUT:    [2.0 2.0 2.0 2.0]
// OUT:    [3.0 3.0 3.0 3.0]
// OUT:    [4.0 4.0 4.0 4.0]
// OUT:    [5.0 5.0 5.0 5.0]
// OUT:    [6.0 6.0 6.0 6.0]
// OUT:    [7.0 7.0 7.0 7.0]
// OUT:    [8.0 8.0 8.0 8.0]
// OUT:    [9.0 9.0 9.0 9.0]]
// OUT: kernels=2 launches=2 streams=2 waits=0 records=0 host_syncs=4 leaks=0
// -----

// A product of a matrix with itself is parallel, since the inputs may overlap; a product in place is not.
func.func @product(%a: memref<4x4xi32>, %b: memref<4x4xi32>, %c: memref<4x4xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        %x = affine.load %a[%i, %k] : memref<4x4xi32>
        %y = affine.load %b[%k, %j] : memref<4x4xi32>
        %z = affine.load %c[%i, %j] : memref<4x4xi32>
        %p = arith.muli %x, %y : i32
        %s = arith.addi %z, %p : i32
        affine.store %s, %c[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}
func.func @main() -> (memref<4x4xi32>, memref<4x4xi32>) {
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<4x4xi32>
  %c = memref.alloc() : memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %one, %a[%i, %j] : memref<4x4xi32>
      affine.store %one, %c[%i, %j] : memref<4x4xi32>
    }
  }
  func.call @product(%a, %a, %c) : (memref<4x4xi32>, memref<4x4xi32>, memref<4x4xi32>) -> ()
  func.call @product(%a, %a, %a) : (memref<4x4xi32>, memref<4x4xi32>, memref<4x4xi32>) -> ()
  return %a, %c : memref<4x4xi32>, memref<4x4xi32>
}

// OUT: result 0: memref<4x4xi32>
// OUT:   [[5 14 41 122]
// OUT:    [14 39008 44860351 223053464]
// OUT:    [41 44860351 -1061795203 -1704307916]
// OUT:    [122 223053464 -1704307916 1589722478]]
// OUT: result 1: memref<4x4xi32>
// OUT:   [[5 5 5 5]
// OUT:    [5 5 5 5]
// OUT:    [5 5 5 5]
// OUT:    [5 5 5 5]]
// OUT: kernels=2 launches=2 streams=2 waits=0 records=0 host_syncs=3 leaks=0
