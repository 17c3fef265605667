// RUN: opt --gpu-kernel-outlining

// Constants go into the kernel; the buffer and the scale become arguments.
func.func @scale(%a: memref<256xf32>, %scale: f32) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %base = arith.muli %bx, %c64 : index
    %i = arith.addi %base, %tx : index
    %v = memref.load %a[%i] : memref<256xf32>
    %w = arith.mulf %v, %scale : f32
    memref.store %w, %a[%i] : memref<256xf32>
    gpu.terminator
  }
  return
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func @scale(%arg0: memref<256xf32>, %arg1: f32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     gpu.launch_func  @scale_kernel::@scale_kernel blocks in (%c4, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<256xf32>, %arg1 : f32)
// OUT:     return
// OUT:   }
// OUT:   gpu.module @scale_kernel {
// OUT:     gpu.func @scale_kernel(%arg0: memref<256xf32>, %arg1: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.muli %block_id_x, %c64 : index
// OUT:       %1 = arith.addi %0, %thread_id_x : index
// OUT:       %2 = memref.load %arg0[%1] : memref<256xf32>
// OUT:       %3 = arith.mulf %2, %arg1 : f32
// OUT:       memref.store %3, %arg0[%1] : memref<256xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Two launches make two modules.
func.func @twice(%a: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %a[%c0] : memref<1xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %a[%c0] : memref<1xf32>
    gpu.terminator
  }
  return
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func @twice(%arg0: memref<1xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     gpu.launch_func  @twice_kernel::@twice_kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<1xf32>)
// OUT:     gpu.launch_func  @twice_kernel_0::@twice_kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<1xf32>)
// OUT:     return
// OUT:   }
// OUT:   gpu.module @twice_kernel {
// OUT:     gpu.func @twice_kernel(%arg0: memref<1xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %c0 = arith.constant 0 : index
// OUT:       memref.store %cst, %arg0[%c0] : memref<1xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   gpu.module @twice_kernel_0 {
// OUT:     gpu.func @twice_kernel(%arg0: memref<1xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %c0 = arith.constant 0 : index
// OUT:       memref.store %cst, %arg0[%c0] : memref<1xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
