// RUN: run --device=cpu,interp --input=rand:3

// A running sum carries a dependence: no kernel is made of it.
func.func @main(%a: memref<100xf32>) -> memref<1xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<1xf32>
  affine.store %zero, %sum[0] : memref<1xf32>
  affine.for %i = 0 to 100 {
    %v = affine.load %a[%i] : memref<100xf32>
    %old = affine.load %sum[0] : memref<1xf32>
    %new = arith.addf %old, %v : f32
    affine.store %new, %sum[0] : memref<1xf32>
  }
  return %sum : memref<1xf32>
}

// OUT: result 0: memref<1xf32> = [50.844772]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
