// RUN: run --device=cpu,interp

// Each iteration of a loop that becomes a kernel has a buffer of its own.
func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
  affine.for %i = 0 to 64 {
    %t = memref.alloc() : memref<4xf32>
    affine.for %k = 0 to 4 {
      %v = affine.load %x[%i] : memref<64xf32>
      affine.store %v, %t[%k] : memref<4xf32>
    }
    %r = affine.load %t[1] : memref<4xf32>
    affine.store %r, %y[%i] : memref<64xf32>
    memref.dealloc %t : memref<4xf32>
  }
  return
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.043748274 max=0.9977479 sum=34.11268620938063 first=0.5665616
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
