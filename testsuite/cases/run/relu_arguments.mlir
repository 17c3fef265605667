// RUN: run --device=cpu,interp --input=rand:1 --input=&1024xf32

// A loop that reads one argument and writes another one: the driver passes two buffers, so the kernel runs.
func.func @clamps(%in: memref<1024xf32>, %out: memref<1024xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 1024 {
    %v = affine.load %in[%i] : memref<1024xf32>
    %half = arith.constant 0.5 : f32
    %shifted = arith.subf %v, %half : f32
    %w = arith.maximumf %shifted, %zero : f32
    affine.store %w, %out[%i] : memref<1024xf32>
  }
  return
}

// OUT: argument 1: memref<1024xf32>
// OUT:   count=1024 min=0.0 max=0.49792755 sum=117.66353470087051 first=0.06656158
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
