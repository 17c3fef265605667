// RUN: compile --plan-for=any --target=cpu --emit=plan
// RUN: run --plan-for=any --device=cpu,interp --input=32xf32=3

// The buffer of a trip cannot be the one that the loop carries into it: the inner loop is a kernel, and the trips need
// no wait between them.
func.func @main(%first: memref<32xf32>) -> memref<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %two = arith.constant 2.0 : f32
  %last = scf.for %trip = %c0 to %c6 step %c1 iter_args(%old = %first) -> (memref<32xf32>) {
    %new = memref.alloc() : memref<32xf32>
    affine.for %i = 0 to 32 {
      %v = affine.load %old[%i] : memref<32xf32>
      %w = arith.mulf %v, %two : f32
      affine.store %w, %new[%i] : memref<32xf32>
    }
    scf.yield %new : memref<32xf32>
  }
  return %last : memref<32xf32>
}

// OUT: // 0: @main_kernel::@main_kernel, line 13
// OUT: plan @main {
// OUT:   n 1 naive 0 tr 0 width 1
// OUT:   streams 1 events 0
// OUT:   s0: 0
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 1
// OUT: }
// OUT: // predicted 12.3 us; critical path 12.3 us, one stream 12.3 us; for any
// OUT: result 0: memref<32xf32> = [192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0 192.0]
// OUT: kernels=1 launches=6 streams=1 waits=0 records=0 host_syncs=1 leaks=0
