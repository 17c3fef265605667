// RUN: run --plan-for=any --device=cpu,interp --input=rand:1 --input=rand:2

// The third loop nest does not depend on the first two: it waits for nothing. The one wait joins both streams before
// the host waits.
func.func @main(%a: memref<64xf32>, %b: memref<64xf32>) -> (memref<64xf32>, memref<64xf32>, memref<64xf32>) {
  %two = arith.constant 2.0 : f32
  %x = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    %w = arith.mulf %v, %two : f32
    affine.store %w, %x[%i] : memref<64xf32>
  }
  %y = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    %w = arith.addf %v, %two : f32
    affine.store %w, %y[%i] : memref<64xf32>
  }
  %z = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %b[%i] : memref<64xf32>
    %w = arith.subf %v, %two : f32
    affine.store %w, %z[%i] : memref<64xf32>
  }
  return %x, %y, %z : memref<64xf32>, memref<64xf32>, memref<64xf32>
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=0.08749655 max=1.9954958 sum=68.22537241876125 first=1.1331232
// OUT: result 1: memref<64xf32>
// OUT:   count=64 min=2.0874965 max=3.9954958 sum=196.2253715991974 first=3.1331232
// OUT: result 2: memref<64xf32>
// OUT:   count=64 min=-1.9917811 max=-1.020369 sum=-96.60796701908112 first=-1.4088103
// OUT: kernels=3 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
