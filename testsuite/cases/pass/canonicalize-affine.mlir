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
