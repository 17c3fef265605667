// RUN: run --device=cpu,interp

// Products and sums that may be contracted are rounded once, in kernels and on the host, on every device; others twice.
func.func @main() -> (memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf64>, f32, f32) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[1.1, 1.3, 1.7, 1.9]> : vector<4xf32>
  %a = memref.alloc() : memref<4xf32>
  vector.store %x, %a[%c0] : memref<4xf32>, vector<4xf32>
  %fused = memref.alloc() : memref<4xf32>
  %rounded = memref.alloc() : memref<4xf32>
  %exact = memref.alloc() : memref<4xf32>
  %wide = memref.alloc() : memref<4xf64>
  scf.forall (%i) in (4) {
    %y = memref.load %a[%i] : memref<4xf32>
    %p = arith.mulf %y, %y : f32
    %n = arith.negf %p : f32
    %q = arith.mulf %y, %y fastmath<contract> : f32
    %r = arith.addf %q, %n fastmath<contract> : f32
    memref.store %r, %fused[%i] : memref<4xf32>
    %s = arith.addf %p, %n : f32
    memref.store %s, %rounded[%i] : memref<4xf32>
    %h = arith.truncf %y : f32 to f16
    %e = arith.extf %h : f16 to f32
    %t = arith.mulf %e, %e : f32
    %u = arith.subf %y, %t : f32
    memref.store %u, %exact[%i] : memref<4xf32>
    %d = arith.extf %y : f32 to f64
    %v = arith.mulf %d, %d : f64
    %w = arith.addf %v, %d : f64
    memref.store %w, %wide[%i] : memref<4xf64>
  }
  %b = memref.load %a[%c0] : memref<4xf32>
  %square = arith.mulf %b, %b fastmath<fast> : f32
  %negated = arith.mulf %b, %b : f32
  %left = arith.subf %square, %negated fastmath<fast> : f32
  %none = arith.subf %square, %negated : f32
  memref.dealloc %a : memref<4xf32>
  return %fused, %rounded, %exact, %wide, %left, %none
      : memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf64>, f32, f32
}

// OUT: result 0: memref<4xf32> = [1.4305115e-8 5.722046e-8 5.722046e-8 1.4305115e-8]
// OUT: result 1: memref<4xf32> = [0.0 0.0 0.0 0.0]
// OUT: result 2: memref<4xf32> = [-0.109140754 -0.38949227 -1.190664 -1.7114846]
// OUT: result 3: memref<4xf64> = [2.310000076293946 2.9899998283386253 4.590000209808352 5.509999885559083]
// OUT: result 4: f32 = 1.4305115e-8
// OUT: result 5: f32 = 0.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
