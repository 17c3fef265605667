// RUN: compile --plan-for=any --target=cpu --emit=plan

// T7: fills of two halves of a buffer are apart.
func.func @main(%m: memref<64xf32>, %v: f32) {
  %lo = memref.subview %m[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  gpu.memset %lo, %v : memref<32xf32, strided<[1]>>, f32
  gpu.memset %hi, %v : memref<32xf32, strided<[1], offset: 32>>, f32
  return
}

// OUT: // 0: gpu.memset, line 7
// OUT: // 1: gpu.memset, line 8
// OUT: plan @main {
// OUT:   n 2 naive 0 tr 0 width 2
// OUT:   streams 2 events 1
// OUT:   s0: 0
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 3.5 us; critical path 2.0 us, one stream 4.0 us; for any
// OUT: // region 0 ops 0..1 nodes 2 edges 0 mode dag decision stream
// -----

// T7: they overlap by one element.
func.func @main(%m: memref<64xf32>, %v: f32) {
  %lo = memref.subview %m[0] [33] [1] : memref<64xf32> to memref<33xf32, strided<[1]>>
  %hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  gpu.memset %lo, %v : memref<33xf32, strided<[1]>>, f32
  gpu.memset %hi, %v : memref<32xf32, strided<[1], offset: 32>>, f32
  return
}

// OUT: // 0: gpu.memset, line 6
// OUT: // 1: gpu.memset, line 7
// OUT: plan @main {
// OUT:   n 2 naive 1 tr 1 width 1
// OUT:   0 -> 1
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 4.0 us; critical path 4.0 us, one stream 4.0 us; for any
// OUT: // 1 follows 0 on s0: both touch %m, line 3 (both write it)
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
