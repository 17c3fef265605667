// RUN: opt --inline

// A function that only a kernel calls, which `inline` leaves, inlines its own calls.
gpu.module @k {
  func.func private @g(%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %0 = arith.addi %x, %c : i32
    return %0 : i32
  }
  func.func private @f(%x: i32) -> i32 {
    %0 = func.call @g(%x) : (i32) -> i32
    return %0 : i32
  }
  gpu.func @kernel(%m: memref<4xi32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %m[%i] : memref<4xi32>
    %w = func.call @f(%v) : (i32) -> i32
    memref.store %w, %m[%i] : memref<4xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @f(%arg0: i32) -> i32 {
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %0 = arith.addi %arg0, %c1_i32 : i32
// OUT:       return %0 : i32
// OUT:     }
// OUT:     gpu.func @kernel(%arg0: memref<4xi32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<4xi32>
// OUT:       %1 = func.call @f(%0) : (i32) -> i32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<4xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
