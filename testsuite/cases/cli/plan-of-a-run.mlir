// RUN: warpline compile --target=cpu --emit=plan
// RUN: warpline run --input=8xf32=1 --input=8xf32=1

// The arguments of the function that a run executes do not overlap, so that its two loops are one kernel.
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %x[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %y[%i] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %y[%i] : memref<8xf32>
  }
  return
}

// OUT: // 0: @main_kernel::@main_kernel, line 11
// OUT: plan @main {
// OUT:   n 1 naive 0 tr 0 width 1
// OUT:   streams 1 events 0
// OUT:   s0: 0
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 1
// OUT: }
// OUT: // predicted 0.3 us; critical path 0.3 us, one stream 0.3 us; for cpu
// OUT: argument 0: memref<8xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: argument 1: memref<8xf32> = [2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0]
// -----

// Another function is planned for any caller.
func.func @other(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %x[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %y[%i] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %y[%i] : memref<8xf32>
  }
  return
}
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  return
}

// OUT: // 0: @other_kernel::@other_kernel, line 4
// OUT: // 1: @other_kernel_0::@other_kernel, line 9
// OUT: plan @other {
// OUT:   n 2 naive 1 tr 1 width 1
// OUT:   0 -> 1
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 0.9 us; critical path 0.5 us, one stream 0.9 us; for cpu
// OUT: // 1 follows 0 on s0: %x, line 3 and %y, line 3 may be the same memory (1 reads what 0 writes); where they never are, mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
