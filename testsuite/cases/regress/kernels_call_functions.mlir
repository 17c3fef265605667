// RUN: opt --gpu-kernel-outlining

// Functions that a kernel calls are copied to its module, with those that they call; a declaration is one, too.
func.func private @seen_elsewhere(i32) -> i32
func.func @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @twice(%x: i32) -> i32 {
  %0 = func.call @square(%x) : (i32) -> i32
  %1 = func.call @seen_elsewhere(%0) : (i32) -> i32
  return %1 : i32
}
func.func @main(%m: memref<4xi32>, %x: i32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %0 = func.call @twice(%x) : (i32) -> i32
    %1 = func.call @square(%0) : (i32) -> i32
    memref.store %1, %m[%tx] : memref<4xi32>
    gpu.terminator
  }
  return
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func private @seen_elsewhere(i32) -> i32
// OUT:   func.func @square(%arg0: i32) -> i32 {
// OUT:     %0 = arith.muli %arg0, %arg0 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @twice(%arg0: i32) -> i32 {
// OUT:     %0 = call @square(%arg0) : (i32) -> i32
// OUT:     %1 = call @seen_elsewhere(%0) : (i32) -> i32
// OUT:     return %1 : i32
// OUT:   }
// OUT:   func.func @main(%arg0: memref<4xi32>, %arg1: i32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     gpu.launch_func  @main_kernel::@main_kernel blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)  args(%arg1 : i32, %arg0 : memref<4xi32>)
// OUT:     return
// OUT:   }
// OUT:   gpu.module @main_kernel {
// OUT:     gpu.func @main_kernel(%arg0: i32, %arg1: memref<4xi32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = func.call @twice(%arg0) : (i32) -> i32
// OUT:       %1 = func.call @square(%0) : (i32) -> i32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<4xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func @twice(%arg0: i32) -> i32 {
// OUT:       %0 = call @square(%arg0) : (i32) -> i32
// OUT:       %1 = call @seen_elsewhere(%0) : (i32) -> i32
// OUT:       return %1 : i32
// OUT:     }
// OUT:     func.func @square(%arg0: i32) -> i32 {
// OUT:       %0 = arith.muli %arg0, %arg0 : i32
// OUT:       return %0 : i32
// OUT:     }
// OUT:     func.func private @seen_elsewhere(i32) -> i32
// OUT:   }
// OUT: }
