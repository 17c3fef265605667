// RUN: warpline run --device=cpu --remarks=cpu-vectorize --diagnostics=short

// A run reports the remarks of the passes on kernels, too.
func.func @main(%x: memref<64xf32> {warpline.input = "1"}) {
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %x[%i] : memref<64xf32>
  }
  return
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: stderr:
// OUT: run-remarks.mlir:5:3: remark[cpu-vectorize]: vectors of 16 threads
