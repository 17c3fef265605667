// RUN: compile --plan-for=any --target=cpu --emit=plan

// Casts to a type with an unknown offset hide where two parts of a buffer begin; they are apart nevertheless.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @inc(%m: memref<128xf32, strided<[1], offset: ?>>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %m[%t] : memref<128xf32, strided<[1], offset: ?>>
      %y = arith.addf %x, %x : f32
      memref.store %y, %m[%t] : memref<128xf32, strided<[1], offset: ?>>
      gpu.return
    }
  }
  func.func @main(%m: memref<256xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %lo = memref.subview %m[0] [128] [1] : memref<256xf32> to memref<128xf32, strided<[1]>>
    %hi = memref.subview %m[128] [128] [1] : memref<256xf32> to memref<128xf32, strided<[1], offset: 128>>
    %a = memref.cast %lo : memref<128xf32, strided<[1]>> to memref<128xf32, strided<[1], offset: ?>>
    %b = memref.cast %hi : memref<128xf32, strided<[1], offset: 128>> to memref<128xf32, strided<[1], offset: ?>>
    gpu.launch_func @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%a : memref<128xf32, strided<[1], offset: ?>>)
    gpu.launch_func @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%b : memref<128xf32, strided<[1], offset: ?>>)
    return
  }
}

// OUT: // 0: @kernels::@inc, line 21
// OUT: // 1: @kernels::@inc, line 22
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
// OUT: // predicted 3.5 us; critical path 2.0 us, one stream 4.1 us; for any
// OUT: // region 0 ops 0..1 nodes 2 edges 0 mode dag decision stream
// -----

// A part of a part, cut behind the cast, and one that it overlaps.
func.func @main(%m: memref<64xf32>, %v: f32) {
  %hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  %b = memref.cast %hi : memref<32xf32, strided<[1], offset: 32>> to memref<?xf32, strided<[1], offset: ?>>
  %first = memref.subview %b[0] [16] [1] : memref<?xf32, strided<[1], offset: ?>> to memref<16xf32, strided<[1], offset: ?>>
  %second = memref.subview %b[16] [16] [1] : memref<?xf32, strided<[1], offset: ?>> to memref<16xf32, strided<[1], offset: ?>>
  %middle = memref.subview %m[40] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1], offset: 40>>
  gpu.memset %first, %v : memref<16xf32, strided<[1], offset: ?>>, f32
  gpu.memset %second, %v : memref<16xf32, strided<[1], offset: ?>>, f32
  gpu.memset %middle, %v : memref<16xf32, strided<[1], offset: 40>>, f32
  return
}

// OUT: // 0: gpu.memset, line 9
// OUT: // 1: gpu.memset, line 10
// OUT: // 2: gpu.memset, line 11
// OUT: plan @main {
// OUT:   n 3 naive 2 tr 2 width 2
// OUT:   0 -> 2
// OUT:   1 -> 2
// OUT:   streams 2 events 1
// OUT:   s0: 0 2
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: // predicted 5.5 us; critical path 4.0 us, one stream 6.0 us; for any
// OUT: // 2 follows 0 on s0: both touch %m, line 3 (both write it)
// OUT: // 2 waits for 1: both touch %m, line 3 (both write it)
// OUT: // region 0 ops 0..2 nodes 3 edges 2 mode dag decision stream
