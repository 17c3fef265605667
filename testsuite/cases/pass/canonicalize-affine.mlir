// RUN: opt --canonicalize --allow-unregistered-dialect

#m = affine_map<(d0, d1)[s0] -> (d0 + s0 + 2, d1 * 2)>
func.func @compose(%a: memref<100x100xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %p = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %q = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%p, %j)
      %v = affine.load %a[%q, %p] : memref<100x100xf32>
      affine.store %v, %a[%p + %q, symbol(%n)] : memref<100x100xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @compose(%arg0: memref<100x100xf32>, %arg1: index) {
// OUT:     affine.for %arg2 = 0 to 10 {
// OUT:       affine.for %arg3 = 0 to 10 {
// OUT:         %0 = affine.load %arg0[%arg3 + %arg2 + 1, %arg2 + 1] : memref<100x100xf32>
// OUT:         affine.store %0, %arg0[%arg2 * 2 + %arg3 + 2, symbol(%arg1)] : memref<100x100xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @consts(%a: memref<100x100xf32>) -> index {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %x = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0)>(%c7)[%c1]
  %v = affine.load %a[%c1, %c7] : memref<100x100xf32>
  affine.store %v, %a[%c1 + 3, %c7] : memref<100x100xf32>
  return %x : index
}

// OUT: module {
// OUT:   func.func @consts(%arg0: memref<100x100xf32>) -> index {
// OUT:     %c22 = arith.constant 22 : index
// OUT:     %0 = affine.load %arg0[1, 7] : memref<100x100xf32>
// OUT:     affine.store %0, %arg0[4, 7] : memref<100x100xf32>
// OUT:     return %c22 : index
// OUT:   }
// OUT: }
// -----

func.func @minmax(%a: index, %b: index) -> (index, index, index, index) {
  %c1 = arith.constant 1 : index
  %x = affine.min affine_map<(d0)[s0] -> (d0, d0, 4 + s0, 8)>(%a)[%b]
  %y = affine.max affine_map<(d0) -> (d0)>(%a)
  %z = affine.min affine_map<(d0) -> (d0 * 3, 10)>(%c1)
  %w = affine.min affine_map<(d0, d1) -> (d0, 10, 12)>(%b, %a)
  return %x, %y, %z, %w : index, index, index, index
}

// OUT: #map = affine_map<()[s0, s1] -> (8, s1, s0 + 4)>
// OUT: #map1 = affine_map<()[s0] -> (10, 12, s0)>
// OUT: module {
// OUT:   func.func @minmax(%arg0: index, %arg1: index) -> (index, index, index, index) {
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %0 = affine.min #map()[%arg1, %arg0]
// OUT:     %1 = affine.min #map1()[%arg1]
// OUT:     return %0, %arg0, %c3, %1 : index, index, index, index
// OUT:   }
// OUT: }
// -----

func.func @loops(%a: memref<100xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  affine.for %i = %c0 to %c5 {
    affine.store %v, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 1 {
    affine.store %v, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 0 {
    affine.store %v, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 10 {
  }
  affine.for %i = 0 to %n {
  }
  affine.for %i = max affine_map<()[s0] -> (0, s0, 0)>()[%n] to min affine_map<()[s0] -> (10, s0, 10)>()[%n] {
    affine.store %v, %a[%i] : memref<100xf32>
  }
  return
}

// OUT: #map = affine_map<()[s0] -> (0, s0)>
// OUT: #map1 = affine_map<()[s0] -> (10, s0)>
// OUT: module {
// OUT:   func.func @loops(%arg0: memref<100xf32>, %arg1: f32, %arg2: index) {
// OUT:     affine.for %arg3 = 0 to 5 {
// OUT:       affine.store %arg1, %arg0[%arg3] : memref<100xf32>
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 1 {
// OUT:       affine.store %arg1, %arg0[%arg3] : memref<100xf32>
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 0 {
// OUT:       affine.store %arg1, %arg0[%arg3] : memref<100xf32>
// OUT:     }
// OUT:     affine.for %arg3 = max #map()[%arg2] to min #map1()[%arg2] {
// OUT:       affine.store %arg1, %arg0[%arg3] : memref<100xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @ifs(%a: memref<100xf32>, %v: f32, %n: index) -> f32 {
  affine.if affine_set<() : (1 >= 0)>() {
    affine.store %v, %a[3] : memref<100xf32>
  }
  affine.if affine_set<() : (-1 >= 0)>() {
    affine.store %v, %a[4] : memref<100xf32>
  } else {
    affine.store %v, %a[5] : memref<100xf32>
  }
  affine.if affine_set<(d0) : (d0 >= 0, d0 >= 0)>(%n) {
    affine.store %v, %a[6] : memref<100xf32>
  } else {
  }
  %c = arith.constant 3 : index
  %r = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%c) -> f32 {
    affine.yield %v : f32
  } else {
    %z = arith.addf %v, %v : f32
    affine.yield %z : f32
  }
  return %r : f32
}

// OUT: #set = affine_set<() : (1 >= 0)>
// OUT: #set1 = affine_set<() : (-1 >= 0)>
// OUT: #set2 = affine_set<()[s0] : (s0 >= 0, s0 >= 0)>
// OUT: module {
// OUT:   func.func @ifs(%arg0: memref<100xf32>, %arg1: f32, %arg2: index) -> f32 {
// OUT:     affine.if #set() {
// OUT:       affine.store %arg1, %arg0[3] : memref<100xf32>
// OUT:     }
// OUT:     affine.if #set1() {
// OUT:       affine.store %arg1, %arg0[4] : memref<100xf32>
// OUT:     } else {
// OUT:       affine.store %arg1, %arg0[5] : memref<100xf32>
// OUT:     }
// OUT:     affine.if #set2()[%arg2] {
// OUT:       affine.store %arg1, %arg0[6] : memref<100xf32>
// OUT:     }
// OUT:     %0 = affine.if #set() -> f32 {
// OUT:       affine.yield %arg1 : f32
// OUT:     } else {
// OUT:       %1 = arith.addf %arg1, %arg1 : f32
// OUT:       affine.yield %1 : f32
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @par(%a: memref<100x100xf32>, %v: f32, %n: index) {
  %c4 = arith.constant 4 : index
  affine.parallel (%i, %j) = (0, 0) to (1, symbol(%c4)) {
    affine.store %v, %a[%i, %j] : memref<100x100xf32>
  }
  affine.parallel (%i) = (0) to (0) {
    affine.store %v, %a[%i, %i] : memref<100x100xf32>
  }
  affine.parallel (%i) = (2) to (3) {
    affine.store %v, %a[%i, %i] : memref<100x100xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @par(%arg0: memref<100x100xf32>, %arg1: f32, %arg2: index) {
// OUT:     affine.parallel (%arg3, %arg4) = (0, 0) to (1, 4) {
// OUT:       affine.store %arg1, %arg0[%arg3, %arg4] : memref<100x100xf32>
// OUT:     }
// OUT:     affine.parallel (%arg3) = (0) to (0) {
// OUT:       affine.store %arg1, %arg0[%arg3, %arg3] : memref<100x100xf32>
// OUT:     }
// OUT:     affine.parallel (%arg3) = (2) to (3) {
// OUT:       affine.store %arg1, %arg0[%arg3, %arg3] : memref<100x100xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @iter(%a: memref<100xf32>, %v: f32, %n: index) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 1 iter_args(%x = %v, %y = %v) -> (f32, f32) {
    %z = arith.addf %x, %y : f32
    affine.yield %z, %y : f32, f32
  }
  %q:2 = affine.for %i = 0 to 10 iter_args(%x = %v, %y = %v) -> (f32, f32) {
    %z = arith.addf %x, %y : f32
    affine.yield %z, %y : f32, f32
  }
  return %r#0, %q#1 : f32, f32
}

// OUT: module {
// OUT:   func.func @iter(%arg0: memref<100xf32>, %arg1: f32, %arg2: index) -> (f32, f32) {
// OUT:     %0:2 = affine.for %arg3 = 0 to 1 iter_args(%arg4 = %arg1, %arg5 = %arg1) -> (f32, f32) {
// OUT:       %2 = arith.addf %arg4, %arg5 : f32
// OUT:       affine.yield %2, %arg5 : f32, f32
// OUT:     }
// OUT:     %1:2 = affine.for %arg3 = 0 to 10 iter_args(%arg4 = %arg1, %arg5 = %arg1) -> (f32, f32) {
// OUT:       %2 = arith.addf %arg4, %arg5 : f32
// OUT:       affine.yield %2, %arg5 : f32, f32
// OUT:     }
// OUT:     return %0#0, %1#1 : f32, f32
// OUT:   }
// OUT: }
// -----

func.func @nested_min(%a: index, %b: index, %c: index) -> (index, index, index) {
  %0 = affine.min affine_map<(d0)[s0] -> (16, d0 - s0)>(%a)[%b]
  %1 = affine.min affine_map<(d0)[s0] -> (3 * s0, d0)>(%0)[%c]
  %2 = affine.max affine_map<()[s0] -> (s0 + 16, s0 * 8)>()[%a]
  %3 = affine.max affine_map<()[s0, s1, s2] -> (s0, s1, s2 * 2)>()[%2, %2, %b]
  // Neither a greatest value nor a sum is taken in.
  %4 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%2, %0)
  return %1, %3, %4 : index, index, index
}

// OUT: #map = affine_map<()[s0, s1] -> (-s0 + s1, 16)>
// OUT: #map1 = affine_map<()[s0, s1, s2] -> (-s1 + s2, 16, s0 * 3)>
// OUT: #map2 = affine_map<()[s0] -> (s0 + 16, s0 * 8)>
// OUT: #map3 = affine_map<()[s0, s1] -> (s1 + 16, s1 * 8, s0 * 2)>
// OUT: #map4 = affine_map<()[s0, s1] -> (s1 + 1, s0)>
// OUT: module {
// OUT:   func.func @nested_min(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index) {
// OUT:     %0 = affine.min #map()[%arg1, %arg0]
// OUT:     %1 = affine.min #map1()[%arg2, %arg1, %arg0]
// OUT:     %2 = affine.max #map2()[%arg0]
// OUT:     %3 = affine.max #map3()[%arg1, %arg0]
// OUT:     %4 = affine.min #map4()[%2, %0]
// OUT:     return %1, %3, %4 : index, index, index
// OUT:   }
// OUT: }
// -----

func.func @vectors(%m: memref<1024xf32>, %u: index) {
  affine.for %i = 0 to 1000 {
    %j = affine.apply affine_map<(d0, d1) -> (d0 + 1)>(%i, %u)
    %0 = affine.vector_load %m[%j] : memref<1024xf32>, vector<8xf32>
    affine.vector_store %0, %m[%j + 2] : memref<1024xf32>, vector<8xf32>
    affine.prefetch %m[%j], read, locality<3>, data : memref<1024xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @vectors(%arg0: memref<1024xf32>, %arg1: index) {
// OUT:     affine.for %arg2 = 0 to 1000 {
// OUT:       %0 = affine.vector_load %arg0[%arg2 + 1] : memref<1024xf32>, vector<8xf32>
// OUT:       affine.vector_store %0, %arg0[%arg2 + 3] : memref<1024xf32>, vector<8xf32>
// OUT:       affine.prefetch %arg0[%arg2 + 1], read, locality<3>, data : memref<1024xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

memref.global "private" constant @table : memref<2x3xi16> = dense<[[1, -2, 3], [4, 5, 6]]>
memref.global "private" constant @all : memref<4xf32> = dense<2.5>
memref.global "private" @changes : memref<4xf32> = dense<2.5>
func.func @elements(%i: index) -> (i16, f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<2x3xi16>
  %a = memref.get_global @all : memref<4xf32>
  %c = memref.get_global @changes : memref<4xf32>
  %0 = affine.load %t[0, symbol(%c1)] : memref<2x3xi16>
  %1 = affine.load %a[3] : memref<4xf32>
  %2 = affine.load %a[symbol(%i)] : memref<4xf32>
  %3 = affine.load %c[3] : memref<4xf32>
  return %0, %1, %2, %3 : i16, f32, f32, f32
}

// OUT: module {
// OUT:   memref.global "private" constant @table : memref<2x3xi16> = dense<[[1, -2, 3], [4, 5, 6]]>
// OUT:   memref.global "private" constant @all : memref<4xf32> = dense<2.500000e+00>
// OUT:   memref.global "private" @changes : memref<4xf32> = dense<2.500000e+00>
// OUT:   func.func @elements(%arg0: index) -> (i16, f32, f32, f32) {
// OUT:     %cst = arith.constant 2.500000e+00 : f32
// OUT:     %c-2_i16 = arith.constant -2 : i16
// OUT:     %0 = memref.get_global @all : memref<4xf32>
// OUT:     %1 = memref.get_global @changes : memref<4xf32>
// OUT:     %2 = affine.load %0[symbol(%arg0)] : memref<4xf32>
// OUT:     %3 = affine.load %1[3] : memref<4xf32>
// OUT:     return %c-2_i16, %cst, %2, %3 : i16, f32, f32, f32
// OUT:   }
// OUT: }
// -----

func.func @digits_of_constants() -> (index, index, index, index) {
  %c-22 = arith.constant -22 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0:3 = affine.delinearize_index %c-22 into (3, 5) : index, index, index
  %1 = affine.linearize_index [%c1, %c1, %c2] by (3, 5) : index
  return %0#0, %0#1, %0#2, %1 : index, index, index, index
}

// OUT: module {
// OUT:   func.func @digits_of_constants() -> (index, index, index, index) {
// OUT:     %c-2 = arith.constant -2 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c22 = arith.constant 22 : index
// OUT:     return %c-2, %c1, %c3, %c22 : index, index, index, index
// OUT:   }
// OUT: }
// -----

func.func @idle_digits(%x: index, %y: index, %b: index) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0:3 = affine.delinearize_index %x into (%b, 1, %c4) : index, index, index
  %1 = affine.delinearize_index %x into (1024) : index
  %2 = affine.linearize_index [%x, %c0, %y] by (3, 1, %b) : index
  %3 = affine.linearize_index [%c0, %x, %y] by (3, 5) : index
  return %0#0, %0#1, %0#2, %1, %2, %3 : index, index, index, index, index, index
}

// OUT: module {
// OUT:   func.func @idle_digits(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index, index, index, index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0:2 = affine.delinearize_index %arg0 into (%arg2, 4) : index, index
// OUT:     %1 = affine.linearize_index [%arg0, %arg1] by (3, %arg2) : index
// OUT:     %2 = affine.linearize_index [%arg0, %arg1] by (3, 5) : index
// OUT:     return %0#0, %c0, %0#1, %arg0, %1, %2 : index, index, index, index, index, index
// OUT:   }
// OUT: }
// -----

func.func @there_and_back(%x: index, %y: index, %z: index, %b: index) -> (index, index, index, index, index, index, index) {
  %0 = affine.linearize_index disjoint [%x, %y, %z] by (4, %b) : index
  %1:3 = affine.delinearize_index %0 into (2, 4, %b) : index, index, index
  // These digits may be greater than the basis.
  %2 = affine.linearize_index [%x, %y] by (4) : index
  %3:2 = affine.delinearize_index %2 into (4) : index, index
  %4:3 = affine.delinearize_index %x into (4, %b) : index, index, index
  %5 = affine.linearize_index [%4#0, %4#1, %4#2] by (%y, 4, %b) : index
  %6 = affine.linearize_index [%4#1, %4#0, %4#2] by (%y, 4, %b) : index
  return %1#0, %1#1, %1#2, %3#0, %3#1, %5, %6 : index, index, index, index, index, index, index
}

// OUT: module {
// OUT:   func.func @there_and_back(%arg0: index, %arg1: index, %arg2: index, %arg3: index) -> (index, index, index, index, index, index, index) {
// OUT:     %0 = affine.linearize_index [%arg0, %arg1] by (4) : index
// OUT:     %1:2 = affine.delinearize_index %0 into (4) : index, index
// OUT:     %2:3 = affine.delinearize_index %arg0 into (4, %arg3) : index, index, index
// OUT:     %3 = affine.linearize_index [%2#1, %2#0, %2#2] by (%arg1, 4, %arg3) : index
// OUT:     return %arg0, %arg1, %arg2, %1#0, %1#1, %arg0, %3 : index, index, index, index, index, index, index
// OUT:   }
// OUT: }
// -----

// The smallest number in a map, alone, behind a sum and as a factor.
func.func @smallest(%v: index) -> (index, index, index) {
  %c = arith.constant -9223372036854775808 : index
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%c, %v)
  %1 = affine.apply affine_map<(d0) -> (d0 + -9223372036854775808)>(%v)
  %2 = affine.apply affine_map<(d0)[s0] -> (s0 + d0 * -9223372036854775808)>(%v)[%v]
  return %0, %1, %2 : index, index, index
}

// OUT: #map = affine_map<()[s0] -> (-9223372036854775808, s0)>
// OUT: #map1 = affine_map<()[s0] -> (s0 + -9223372036854775808)>
// OUT: #map2 = affine_map<()[s0] -> (s0 * -9223372036854775807)>
// OUT: module {
// OUT:   func.func @smallest(%arg0: index) -> (index, index, index) {
// OUT:     %0 = affine.min #map()[%arg0]
// OUT:     %1 = affine.apply #map1()[%arg0]
// OUT:     %2 = affine.apply #map2()[%arg0]
// OUT:     return %0, %1, %2 : index, index, index
// OUT:   }
// OUT: }
// -----

// A quotient and its remainder read back as they are printed.
func.func @remainder(%i: index, %s: index) {
  scf.for %j = %i to %s step %i {
    %a = affine.apply affine_map<(d0)[s0] -> ((d0 floordiv 32) mod 4 + s0 + 42)>(%j)[%s]
    "x.use"(%a) : (index) -> ()
  }
  return
}

// OUT: #map = affine_map<(d0)[s0] -> ((d0 floordiv 32) mod 4 + s0 + 42)>
// OUT: module {
// OUT:   func.func @remainder(%arg0: index, %arg1: index) {
// OUT:     scf.for %arg2 = %arg0 to %arg1 step %arg0 {
// OUT:       %0 = affine.apply #map(%arg2)[%arg1]
// OUT:       "x.use"(%0) : (index) -> ()
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Unsigned bounds are no bounds of signed numbers.
func.func @unsigned(%m: memref<?xindex>) {
  %c3 = arith.constant 3 : index
  %c-1 = arith.constant -1 : index
  %step = arith.constant 4611686018427387904 : index
  scf.for unsigned %i = %c3 to %c-1 step %step {
    %r = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    memref.store %i, %m[%r] : memref<?xindex>
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0 mod 8)>
// OUT: module {
// OUT:   func.func @unsigned(%arg0: memref<?xindex>) {
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c-1 = arith.constant -1 : index
// OUT:     %c4611686018427387904 = arith.constant 4611686018427387904 : index
// OUT:     scf.for unsigned %arg1 = %c3 to %c-1 step %c4611686018427387904 {
// OUT:       %0 = affine.apply #map(%arg1)
// OUT:       memref.store %arg1, %arg0[%0] : memref<?xindex>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
