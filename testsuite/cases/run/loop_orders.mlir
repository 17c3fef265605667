// RUN: run --device=cpu,interp

// Loops that become kernels once they are distributed, exchanged or done in any order: sums of columns, a product with the
// summation outside, rows and columns of one nest, totals of integers.
func.func private @columns(%m: memref<11x7xf32>, %s: memref<7xf32>) {
  affine.for %r = 0 to 11 {
    affine.for %c = 0 to 7 {
      %x = affine.load %m[%r, %c] : memref<11x7xf32>
      %y = affine.load %s[%c] : memref<7xf32>
      %z = arith.addf %y, %x : f32
      affine.store %z, %s[%c] : memref<7xf32>
    }
  }
  return
}
func.func private @product(%a: memref<5x11xf32>, %b: memref<11x7xf32>, %c: memref<5x7xf32>) {
  affine.for %k = 0 to 11 {
    affine.for %i = 0 to 5 {
      %x = affine.load %a[%i, %k] : memref<5x11xf32>
      affine.for %j = 0 to 7 {
        %y = affine.load %b[%k, %j] : memref<11x7xf32>
        %z = affine.load %c[%i, %j] : memref<5x7xf32>
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %z, %p : f32
        affine.store %q, %c[%i, %j] : memref<5x7xf32>
      }
    }
  }
  return
}
func.func private @both(%a: memref<11x7xf32>, %s: memref<7xf32>, %q: memref<11xf32>, %p: memref<7xf32>, %r: memref<11xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 11 {
    affine.store %zero, %q[%i] : memref<11xf32>
    affine.for %j = 0 to 7 {
      %0 = affine.load %s[%j] : memref<7xf32>
      %1 = affine.load %r[%i] : memref<11xf32>
      %2 = affine.load %a[%i, %j] : memref<11x7xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%j] : memref<7xf32>
      %5 = affine.load %q[%i] : memref<11xf32>
      %6 = affine.load %p[%j] : memref<7xf32>
      %7 = arith.mulf %2, %6 : f32
      %8 = arith.addf %5, %7 : f32
      affine.store %8, %q[%i] : memref<11xf32>
    }
  }
  return
}
func.func private @totals(%m: memref<97x53xi32>) -> (i32, i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 97 : index
  %columns = arith.constant 53 : index
  %zero = arith.constant 0 : i32
  %s:3 = scf.for %i = %c0 to %rows step %c1 iter_args(%a = %zero, %b = %zero, %c = %c1) -> (i32, i32, index) {
    %r:3 = scf.for %j = %c0 to %columns step %c1 iter_args(%d = %a, %e = %b, %f = %c) -> (i32, i32, index) {
      %v = memref.load %m[%i, %j] : memref<97x53xi32>
      %g = arith.addi %d, %v : i32
      %h = arith.minsi %v, %e : i32
      %k = arith.addi %f, %j : index
      scf.yield %g, %h, %k : i32, i32, index
    }
    scf.yield %r#0, %r#1, %r#2 : i32, i32, index
  }
  return %s#0, %s#1, %s#2 : i32, i32, index
}
func.func @main() -> (memref<7xf32>, memref<5x7xf32>, memref<7xf32>, memref<11xf32>, i32, i32, index) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<11x7xf32>
  %a = memref.alloc() : memref<5x11xf32>
  %p = memref.alloc() : memref<7xf32>
  %r = memref.alloc() : memref<11xf32>
  %n = memref.alloc() : memref<97x53xi32>
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 7 {
      %t = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5) mod 11 - 5)>(%i, %j)
      %u = arith.index_cast %t : index to i32
      %x = arith.sitofp %u : i32 to f32
      affine.store %x, %m[%i, %j] : memref<11x7xf32>
      affine.store %x, %p[%j] : memref<7xf32>
      affine.store %x, %r[%i] : memref<11xf32>
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 11 {
      %t = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 2) mod 13 - 6)>(%i, %j)
      %u = arith.index_cast %t : index to i32
      %x = arith.sitofp %u : i32 to f32
      affine.store %x, %a[%i, %j] : memref<5x11xf32>
    }
  }
  affine.for %i = 0 to 97 {
    affine.for %j = 0 to 53 {
      %t = affine.apply affine_map<(d0, d1) -> ((d0 * 37 + d1 * 101) mod 211 - 100)>(%i, %j)
      %u = arith.index_cast %t : index to i32
      affine.store %u, %n[%i, %j] : memref<97x53xi32>
    }
  }
  %s = memref.alloc() : memref<7xf32>
  %c = memref.alloc() : memref<5x7xf32>
  %t = memref.alloc() : memref<7xf32>
  %q = memref.alloc() : memref<11xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<7xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<5x7xf32>)
  linalg.fill ins(%zero : f32) outs(%t : memref<7xf32>)
  call @columns(%m, %s) : (memref<11x7xf32>, memref<7xf32>) -> ()
  call @product(%a, %m, %c) : (memref<5x11xf32>, memref<11x7xf32>, memref<5x7xf32>) -> ()
  call @both(%m, %t, %q, %p, %r) : (memref<11x7xf32>, memref<7xf32>, memref<11xf32>, memref<7xf32>, memref<11xf32>) -> ()
  %totals:3 = call @totals(%n) : (memref<97x53xi32>) -> (i32, i32, index)
  memref.dealloc %m : memref<11x7xf32>
  memref.dealloc %a : memref<5x11xf32>
  memref.dealloc %p : memref<7xf32>
  memref.dealloc %r : memref<11xf32>
  memref.dealloc %n : memref<97x53xi32>
  return %s, %c, %t, %q, %totals#0, %totals#1, %totals#2
      : memref<7xf32>, memref<5x7xf32>, memref<7xf32>, memref<11xf32>, i32, i32, index
}

// OUT: result 0: memref<7xf32> = [0.0 0.0 0.0 0.0 0.0 0.0 0.0]
// OUT: result 1: memref<5x7xf32>
// OUT:   [[23.0 -17.0 -35.0 -31.0 -5.0 43.0 -30.0]
// OUT:    [-29.0 35.0 -22.0 86.0 -70.0 82.0 -30.0]
// OUT:    [-3.0 35.0 -48.0 34.0 -5.0 -22.0 -17.0]
// OUT:    [-29.0 -30.0 -9.0 34.0 -44.0 43.0 9.0]
// OUT:    [-3.0 35.0 -48.0 34.0 -5.0 -22.0 -17.0]]
// OUT: result 2: memref<7xf32> = [-22.0 -22.0 11.0 -44.0 55.0 -55.0 110.0]
// OUT: result 3: memref<11xf32> = [13.0 -38.0 -23.0 58.0 -15.0 -44.0 15.0 52.0 -32.0 -50.0 64.0]
// OUT: result 4: i32 = 25515
// OUT: result 5: i32 = -100
// OUT: result 6: index = 133667
// OUT: kernels=13 launches=13 streams=1 waits=0 records=0 host_syncs=2 leaks=0
