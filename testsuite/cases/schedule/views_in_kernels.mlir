// RUN: warpline compile --emit=plan --plan-for=any

// Kernels that read one buffer through views, one of which is checked to be aligned, overlap.
func.func @f(%x: memref<4x8xf32>, %y: memref<32xf32>, %z: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %v = memref.collapse_shape %x [[0, 1]] : memref<4x8xf32> into memref<32xf32>
    %w = memref.assume_alignment %v, 16 : memref<32xf32>
    %a = memref.load %w[%tx] : memref<32xf32>
    memref.store %a, %y[%tx] : memref<32xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %v = memref.collapse_shape %x [[0, 1]] : memref<4x8xf32> into memref<32xf32>
    %w = memref.assume_alignment %v, 16 : memref<32xf32>
    %a = memref.load %w[%tx] : memref<32xf32>
    memref.store %a, %z[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// OUT: // 0: @f_kernel::@f_kernel, line 7
// OUT: // 1: @f_kernel_0::@f_kernel, line 15
// OUT: plan @f {
// OUT:   n 2 naive 0 tr 0 width 2
// OUT:   streams 2 events 1
// OUT:   s0: 0
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 3.6 us; critical path 2.1 us, one stream 4.1 us; for any
// OUT: // region 0 ops 0..1 nodes 2 edges 0 mode dag decision stream
