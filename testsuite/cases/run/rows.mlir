// RUN: run --device=cpu,interp

// Rows that are reduced: a block for each on GPUs, whose threads take turns. All numbers are exact in any order.
func.func private @normalize(%x: memref<9x200xf32>, %y: memref<9x200xf32>, %sums: memref<9xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to 9 {
    %m = affine.for %j = 0 to 200 iter_args(%a = %least) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<9x200xf32>
      %b = arith.maximumf %a, %v : f32
      affine.yield %b : f32
    }
    %s = affine.for %j = 0 to 200 iter_args(%a = %zero) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<9x200xf32>
      %d = arith.subf %v, %m : f32
      %e = arith.mulf %d, %half : f32
      affine.store %e, %y[%i, %j] : memref<9x200xf32>
      %b = arith.addf %a, %e fastmath<reassoc> : f32
      affine.yield %b : f32
    }
    affine.for %j = 0 to 200 {
      %e = affine.load %y[%i, %j] : memref<9x200xf32>
      %q = arith.subf %e, %s : f32
      affine.store %q, %y[%i, %j] : memref<9x200xf32>
    }
    affine.store %s, %sums[%i] : memref<9xf32>
  }
  return
}
// A sum in memory, of sizes that are known when the program runs; no row is reduced if there are no columns.
func.func private @product(%m: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %n = memref.dim %m, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %u = memref.load %m[%i, %j] : memref<?x?xf32>
      %v = memref.load %x[%j] : memref<?xf32>
      %w = memref.load %y[%i] : memref<?xf32>
      %p = arith.mulf %u, %v fastmath<reassoc,contract> : f32
      %q = arith.addf %w, %p fastmath<reassoc,contract> : f32
      memref.store %q, %y[%i] : memref<?xf32>
    }
  }
  return
}
// Several reductions of one loop, over rows of two dimensions.
func.func private @statistics(%x: memref<3x2x150xi32>, %y: memref<3x2x3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c150 = arith.constant 150 : index
  %five = arith.constant 5 : i32
  scf.forall (%i, %j) in (3, 2) {
    %s:3 = scf.for %k = %c1 to %c150 step %c2 iter_args(%a = %five, %b = %five, %c = %five) -> (i32, i32, i32) {
      %v = memref.load %x[%i, %j, %k] : memref<3x2x150xi32>
      %d = arith.addi %a, %v overflow<nsw> : i32
      %e = arith.minsi %b, %v : i32
      %f = arith.xori %c, %v : i32
      scf.yield %d, %e, %f : i32, i32, i32
    }
    memref.store %s#0, %y[%i, %j, %c0] : memref<3x2x3xi32>
    memref.store %s#1, %y[%i, %j, %c1] : memref<3x2x3xi32>
    memref.store %s#2, %y[%i, %j, %c2] : memref<3x2x3xi32>
  }
  return
}
// Totals: in chunks of which the last ones are short, or empty.
func.func private @totals(%x: memref<?xi32>, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero) -> (i32, i32) {
    %v = memref.load %x[%i] : memref<?xi32>
    %d = arith.addi %a, %v : i32
    %e = arith.maxsi %v, %b : i32
    scf.yield %d, %e : i32, i32
  }
  return %s#0, %s#1 : i32, i32
}
func.func @main() -> (memref<9xf32>, memref<9x200xf32>, memref<5xf32>, memref<5xf32>, memref<3x2x3xi32>, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c300 = arith.constant 300 : index
  %one = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<9x200xf32>
  %k = memref.alloc() : memref<3x2x150xi32>
  %m = memref.alloc(%c5, %c300) : memref<?x?xf32>
  %e = memref.alloc(%c5, %c0) : memref<?x?xf32>
  %v = memref.alloc(%c300) : memref<?xf32>
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 200 {
      %t = affine.apply affine_map<(d0, d1) -> ((d0 * 53 + d1 * 29) mod 101 - 50)>(%i, %j)
      %u = arith.index_cast %t : index to i32
      %w = arith.sitofp %u : i32 to f32
      affine.store %w, %x[%i, %j] : memref<9x200xf32>
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 300 {
      %t = affine.apply affine_map<(d0, d1) -> ((d0 * 37 + d1 * 11) mod 23 - 11)>(%i, %j)
      %u = arith.index_cast %t : index to i32
      %w = arith.sitofp %u : i32 to f32
      affine.store %w, %m[%i, %j] : memref<?x?xf32>
      affine.store %w, %v[%j] : memref<?xf32>
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      affine.for %l = 0 to 150 {
        %t = affine.apply affine_map<(d0, d1, d2) -> ((d0 * 37 + d1 * 11 + d2 * 71) mod 301 - 150)>(%i, %j, %l)
        %u = arith.index_cast %t : index to i32
        affine.store %u, %k[%i, %j, %l] : memref<3x2x150xi32>
      }
    }
  }
  %y = memref.alloc() : memref<9x200xf32>
  %sums = memref.alloc() : memref<9xf32>
  %p = memref.alloc() : memref<5xf32>
  %q = memref.alloc() : memref<5xf32>
  %s = memref.alloc() : memref<3x2x3xi32>
  linalg.fill ins(%one : f32) outs(%p : memref<5xf32>)
  linalg.fill ins(%one : f32) outs(%q : memref<5xf32>)
  call @normalize(%x, %y, %sums) : (memref<9x200xf32>, memref<9x200xf32>, memref<9xf32>) -> ()
  %p0 = memref.cast %p : memref<5xf32> to memref<?xf32>
  %q0 = memref.cast %q : memref<5xf32> to memref<?xf32>
  call @product(%m, %v, %p0) : (memref<?x?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @product(%e, %v, %q0) : (memref<?x?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @statistics(%k, %s) : (memref<3x2x150xi32>, memref<3x2x3xi32>) -> ()
  %c1500 = arith.constant 1500 : index
  %c5003 = arith.constant 5003 : index
  %list = memref.alloc(%c5003) : memref<?xi32>
  affine.for %i = 0 to 5003 {
    %t = affine.apply affine_map<(d0) -> ((d0 * 37) mod 1009 - 400)>(%i)
    %u = arith.index_cast %t : index to i32
    affine.store %u, %list[%i] : memref<?xi32>
  }
  %few:2 = call @totals(%list, %c1500) : (memref<?xi32>, index) -> (i32, i32)
  %all:2 = call @totals(%list, %c5003) : (memref<?xi32>, index) -> (i32, i32)
  memref.dealloc %list : memref<?xi32>
  memref.dealloc %x : memref<9x200xf32>
  memref.dealloc %k : memref<3x2x150xi32>
  memref.dealloc %m : memref<?x?xf32>
  memref.dealloc %e : memref<?x?xf32>
  memref.dealloc %v : memref<?xf32>
  return %sums, %y, %p, %q, %s, %few#0, %few#1, %all#0, %all#1
      : memref<9xf32>, memref<9x200xf32>, memref<5xf32>, memref<5xf32>, memref<3x2x3xi32>, i32, i32, i32, i32
}

// OUT: result 0: memref<9xf32> = [-5007.5 -5010.0 -5012.5 -4964.5 -5017.5 -4969.5 -5022.5 -4974.5 -5027.5]
// OUT: result 1: memref<9x200xf32>
// OUT:   count=1800 min=4914.5 max=5027.5 sum=8956194.0 first=4957.5
// OUT: result 2: memref<5xf32> = [-6267.0 1792.0 -292.0 -5688.0 13158.0]
// OUT: result 3: memref<5xf32> = [1.0 1.0 1.0 1.0 1.0]
// OUT: result 4: memref<3x2x3xi32>
// OUT:   [[[-160 -147 236]
// OUT:     [63 -147 -255]]
// OUT:    [[-94 -149 -88]
// OUT:     [-172 -150 -254]]
// OUT:    [[273 -146 -165]
// OUT:     [195 -147 -239]]]
// OUT: result 5: i32 = 155957
// OUT: result 6: i32 = 608
// OUT: result 7: i32 = 517378
// OUT: result 8: i32 = 608
// OUT: kernels=10 launches=13 streams=6 waits=9 records=9 host_syncs=3 leaks=0
