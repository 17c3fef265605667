// RUN: run --device=cpu,interp --input=4xf32=1,2,3,4 --input=10

// A function without results shows the arguments that it changed.
func.func @main(%a: memref<4xf32>, %scale: f32) {
  affine.for %i = 0 to 4 {
    %v = affine.load %a[%i] : memref<4xf32>
    %w = arith.mulf %v, %scale : f32
    affine.store %w, %a[%i] : memref<4xf32>
  }
  return
}

// OUT: argument 0: memref<4xf32> = [10.0 20.0 30.0 40.0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
