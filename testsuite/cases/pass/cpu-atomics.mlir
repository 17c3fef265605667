// RUN: opt --cpu-atomics

// Updates of scratch memory become plain ones; those of other memory stay.
gpu.module @k {
  func.func private @counts(%x: memref<?xi32>, %out: memref<?xi32>, %scratch: memref<?xi8>) attributes {warpline.scratch_bytes = 64 : i64} {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %own = memref.view %scratch[%c0][] : memref<?xi8> to memref<16xi32>
    %bin = memref.load %x[%c0] : memref<?xi32>
    %i = arith.index_cast %bin : i32 to index
    %old = memref.atomic_rmw addi %one, %own[%i] : (i32, memref<16xi32>) -> i32
    %set = memref.atomic_rmw assign %old, %own[%i] : (i32, memref<16xi32>) -> i32
    %other = memref.generic_atomic_rmw %own[%i] : memref<16xi32> {
    ^bb0(%before: i32):
      %after = arith.muli %before, %set : i32
      memref.atomic_yield %after : i32
    }
    %all = memref.atomic_rmw addi %other, %out[%i] : (i32, memref<?xi32>) -> i32
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @counts(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi8>) attributes {warpline.scratch_bytes = 64 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %view = memref.view %arg2[%c0][] : memref<?xi8> to memref<16xi32>
// OUT:       %0 = memref.load %arg0[%c0] : memref<?xi32>
// OUT:       %1 = arith.index_cast %0 : i32 to index
// OUT:       %2 = memref.load %view[%1] : memref<16xi32>
// OUT:       %3 = arith.addi %2, %c1_i32 : i32
// OUT:       memref.store %3, %view[%1] : memref<16xi32>
// OUT:       %4 = memref.load %view[%1] : memref<16xi32>
// OUT:       memref.store %2, %view[%1] : memref<16xi32>
// OUT:       %5 = memref.load %view[%1] : memref<16xi32>
// OUT:       %6 = arith.muli %5, %4 : i32
// OUT:       memref.store %6, %view[%1] : memref<16xi32>
// OUT:       %7 = memref.atomic_rmw addi %5, %arg1[%1] : (i32, memref<?xi32>) -> i32
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
