// RUN: run --device=cpu,interp --input=rand:1 --input=&1xf32

// A batch of one row: the loop over rows has one iteration and is a kernel as it is for many rows.
func.func @main(%x: memref<1x100xf32>, %out: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %row = 0 to 1 {
    %sum = affine.for %i = 0 to 100 iter_args(%so_far = %zero) -> f32 {
      %v = affine.load %x[%row, %i] : memref<1x100xf32>
      %more = arith.addf %so_far, %v : f32
      affine.yield %more : f32
    }
    affine.store %sum, %out[%row] : memref<1xf32>
  }
  return
}

// OUT: argument 1: memref<1xf32> = [52.46109]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
