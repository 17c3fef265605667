// RUN: roundtrip

func.func @bounds(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to 10 {
  }
  affine.for %i = %n to 100 step 4 {
  }
  affine.for %i = -3 to %n {
  }
  return
}

// OUT: module {
// OUT:   func.func @bounds(%arg0: index, %arg1: memref<?xf32>) {
// OUT:     affine.for %arg2 = 0 to 10 {
// OUT:     }
// OUT:     affine.for %arg2 = %arg0 to 100 step 4 {
// OUT:     }
// OUT:     affine.for %arg2 = -3 to %arg0 {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @bounds_by_maps(%n: index) {
  affine.for %i = affine_map<(d) -> (d * 2)>(%n) to affine_map<()[s] -> (s + 4)>()[%n] {
    affine.for %j = max affine_map<(d)[s] -> (d, s, 0)>(%i)[%n] to min affine_map<(d) -> (d + 8, 64)>(%i) {
    }
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0 * 2)>
// OUT: #map1 = affine_map<()[s0] -> (s0 + 4)>
// OUT: #map2 = affine_map<(d0)[s0] -> (d0, s0, 0)>
// OUT: #map3 = affine_map<(d0) -> (d0 + 8, 64)>
// OUT: module {
// OUT:   func.func @bounds_by_maps(%arg0: index) {
// OUT:     affine.for %arg1 = #map(%arg0) to #map1()[%arg0] {
// OUT:       affine.for %arg2 = max #map2(%arg1)[%arg0] to min #map3(%arg1) {
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A constant map of an operand is not the same as a constant bound.
func.func @constant_bound_with_an_operand(%n: index) {
  affine.for %i = 0 to affine_map<(d) -> (5)>(%n) {
  }
  return
}

// OUT: #map = affine_map<(d0) -> (5)>
// OUT: module {
// OUT:   func.func @constant_bound_with_an_operand(%arg0: index) {
// OUT:     affine.for %arg1 = 0 to #map(%arg0) {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @prefix_that_is_not_needed(%n: index) {
  affine.for %i = max 0 to min %n {
  }
  return
}

// OUT: module {
// OUT:   func.func @prefix_that_is_not_needed(%arg0: index) {
// OUT:     affine.for %arg1 = 0 to %arg0 {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @carried(%m: memref<8xf32>, %zero: f32) -> f32 {
  %sum, %last = affine.for %i = 0 to 8 iter_args(%s = %zero, %l = %zero) -> (f32, f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %t = arith.addf %s, %v : f32
    affine.yield %t, %v : f32, f32
  } {tag}
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @carried(%arg0: memref<8xf32>, %arg1: f32) -> f32 {
// OUT:     %0:2 = affine.for %arg2 = 0 to 8 iter_args(%arg3 = %arg1, %arg4 = %arg1) -> (f32, f32) {
// OUT:       %1 = affine.load %arg0[%arg2] : memref<8xf32>
// OUT:       %2 = arith.addf %arg3, %1 : f32
// OUT:       affine.yield %2, %1 : f32, f32
// OUT:     } {tag}
// OUT:     return %0#0 : f32
// OUT:   }
// OUT: }
// -----

func.func @subscripts(%m: memref<8x8xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i * 2 + 1, %n + symbol(%n)] : memref<8x8xf32>
    affine.store %v, %m[%i floordiv 2, (%i + 1) mod 3] {tag} : memref<8x8xf32>
    affine.store %v, %m[3, symbol(%n) - 1] : memref<8x8xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @subscripts(%arg0: memref<8x8xf32>, %arg1: index, %arg2: f32) {
// OUT:     affine.for %arg3 = 0 to 4 {
// OUT:       %0 = affine.load %arg0[%arg3 * 2 + 1, %arg1 * 2] : memref<8x8xf32>
// OUT:       affine.store %arg2, %arg0[%arg3 floordiv 2, (%arg3 + 1) mod 3] {tag} : memref<8x8xf32>
// OUT:       affine.store %arg2, %arg0[3, symbol(%arg1) - 1] : memref<8x8xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @vectors(%m: memref<?x64xf32>) {
  affine.for %i = 0 to 4 {
    %v = affine.vector_load %m[%i, %i * 4] : memref<?x64xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i + 1, 0] {tag} : memref<?x64xf32>, vector<4xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @vectors(%arg0: memref<?x64xf32>) {
// OUT:     affine.for %arg1 = 0 to 4 {
// OUT:       %0 = affine.vector_load %arg0[%arg1, %arg1 * 4] : memref<?x64xf32>, vector<4xf32>
// OUT:       affine.vector_store %0, %arg0[%arg1 + 1, 0] {tag} : memref<?x64xf32>, vector<4xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @soon(%m: memref<64xf32>) {
  affine.for %i = 0 to 4 {
    affine.prefetch %m[%i + 3], read, locality<1>, data : memref<64xf32>
    affine.prefetch %m[%i], write, locality<3>, instr {tag} : memref<64xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @soon(%arg0: memref<64xf32>) {
// OUT:     affine.for %arg1 = 0 to 4 {
// OUT:       affine.prefetch %arg0[%arg1 + 3], read, locality<1>, data : memref<64xf32>
// OUT:       affine.prefetch %arg0[%arg1], write, locality<3>, instr {tag} : memref<64xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @transfers(%far: memref<64xf32>, %near: memref<8x8xf32, 1>, %tag: memref<1xi32>, %n: index) {
  affine.for %i = 0 to 4 {
    affine.dma_start %far[%i * 8], %near[%i, 0], %tag[0], %n : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
    affine.dma_start %far[%i], %near[%i, symbol(%n)], %tag[%i], %n, %n, %n : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%i], %n : memref<1xi32>
  }
  return
}

// OUT: module {
// OUT:   func.func @transfers(%arg0: memref<64xf32>, %arg1: memref<8x8xf32, 1>, %arg2: memref<1xi32>, %arg3: index) {
// OUT:     affine.for %arg4 = 0 to 4 {
// OUT:       affine.dma_start %arg0[%arg4 * 8], %arg1[%arg4, 0], %arg2[0], %arg3 : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
// OUT:       affine.dma_start %arg0[%arg4], %arg1[%arg4, symbol(%arg3)], %arg2[%arg4], %arg3, %arg3, %arg3 : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
// OUT:       affine.dma_wait %arg2[%arg4], %arg3 : memref<1xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @digits(%n: index, %size: index) -> index {
  %0:3 = affine.delinearize_index %n into (%size, 4, 8) : index, index, index
  %1, %2 = affine.delinearize_index %n into (16) {tag} : index, index
  %3 = affine.linearize_index [%0#0, %0#1, %0#2] by (%size, 4, 8) : index
  %4 = affine.linearize_index disjoint [%1, %2] by (16) : index
  return %4 : index
}

// OUT: module {
// OUT:   func.func @digits(%arg0: index, %arg1: index) -> index {
// OUT:     %0:3 = affine.delinearize_index %arg0 into (%arg1, 4, 8) : index, index, index
// OUT:     %1:2 = affine.delinearize_index %arg0 into (16) {tag} : index, index
// OUT:     %2 = affine.linearize_index [%0#0, %0#1, %0#2] by (%arg1, 4, 8) : index
// OUT:     %3 = affine.linearize_index disjoint [%1#0, %1#1] by (16) : index
// OUT:     return %3 : index
// OUT:   }
// OUT: }
// -----

func.func @no_digits(%n: index) {
  %0 = affine.delinearize_index %n into () : index
  %1 = affine.linearize_index [] by () : index
  return
}

// OUT: module {
// OUT:   func.func @no_digits(%arg0: index) {
// OUT:     %0 = affine.delinearize_index %arg0 into () : index
// OUT:     %1 = affine.linearize_index [] by () : index
// OUT:     return
// OUT:   }
// OUT: }
// -----

// DIFFERS: mlir-opt refuses its own custom form, in which a result of delinearize_index is a dimension
func.func @digits_as_subscripts(%m: memref<4x4xf32>) {
  affine.for %i = 0 to 16 {
    %row, %column = affine.delinearize_index %i into (4, 4) : index, index
    %0 = affine.load %m[%row, %column] : memref<4x4xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @digits_as_subscripts(%arg0: memref<4x4xf32>) {
// OUT:     affine.for %arg1 = 0 to 16 {
// OUT:       %0:2 = affine.delinearize_index %arg1 into (4, 4) : index, index
// OUT:       %1 = affine.load %arg0[%0#0, %0#1] : memref<4x4xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @numbers_from_maps(%a: index, %b: index) -> index {
  %0 = affine.apply affine_map<(d)[s] -> (d * 4 + s)>(%a)[%b]
  %1 = affine.min affine_map<(d)[s] -> (d, s + 1, 8)>(%0)[%b]
  %2 = affine.max affine_map<() -> (3)>()
  %3 = affine.apply affine_map<(d) -> (d)>(%1) {tag}
  return %3 : index
}

// OUT: #map = affine_map<(d0)[s0] -> (d0 * 4 + s0)>
// OUT: #map1 = affine_map<(d0)[s0] -> (d0, s0 + 1, 8)>
// OUT: #map2 = affine_map<() -> (3)>
// OUT: #map3 = affine_map<(d0) -> (d0)>
// OUT: module {
// OUT:   func.func @numbers_from_maps(%arg0: index, %arg1: index) -> index {
// OUT:     %0 = affine.apply #map(%arg0)[%arg1]
// OUT:     %1 = affine.min #map1(%0)[%arg1]
// OUT:     %2 = affine.max #map2()
// OUT:     %3 = affine.apply #map3(%1) {tag}
// OUT:     return %3 : index
// OUT:   }
// OUT: }
// -----

#inside = affine_set<(i)[n] : (i >= 0, n - i - 1 >= 0)>
func.func @branches(%n: index) {
  affine.for %i = 0 to 10 {
    affine.if #inside(%i)[%n] {
      affine.yield
    } else {
    }
    affine.if affine_set<() : ()>() {
    } {tag}
  }
  return
}

// OUT: #set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0)>
// OUT: #set1 = affine_set<() : (0 == 0)>
// OUT: module {
// OUT:   func.func @branches(%arg0: index) {
// OUT:     affine.for %arg1 = 0 to 10 {
// OUT:       affine.if #set(%arg1)[%arg0] {
// OUT:       } else {
// OUT:       }
// OUT:       affine.if #set1() {
// OUT:       } {tag}
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @branch_with_results(%n: index, %x: f32) -> f32 {
  %one = affine.if affine_set<(i) : (i == 0)>(%n) -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %x : f32
  }
  %two:2 = affine.if affine_set<(i) : (i == 0)>(%n) -> (f32, index) {
    affine.yield %x, %n : f32, index
  } else {
    affine.yield %one, %n : f32, index
  }
  return %two#0 : f32
}

// OUT: #set = affine_set<(d0) : (d0 == 0)>
// OUT: module {
// OUT:   func.func @branch_with_results(%arg0: index, %arg1: f32) -> f32 {
// OUT:     %0 = affine.if #set(%arg0) -> f32 {
// OUT:       affine.yield %arg1 : f32
// OUT:     } else {
// OUT:       affine.yield %arg1 : f32
// OUT:     }
// OUT:     %1:2 = affine.if #set(%arg0) -> (f32, index) {
// OUT:       affine.yield %arg1, %arg0 : f32, index
// OUT:     } else {
// OUT:       affine.yield %0, %arg0 : f32, index
// OUT:     }
// OUT:     return %1#0 : f32
// OUT:   }
// OUT: }
// -----

func.func @parallel(%m: memref<8x8xf32>, %n: index) {
  affine.parallel (%i, %j) = (0, %n) to (8, %n + 8) {
    %0 = affine.load %m[%i, %j] : memref<8x8xf32>
  }
  affine.parallel (%i) = (max(%n, 0)) to (min(%n * 2, symbol(%n), 64)) step (4) {
  }
  return
}

// OUT: module {
// OUT:   func.func @parallel(%arg0: memref<8x8xf32>, %arg1: index) {
// OUT:     affine.parallel (%arg2, %arg3) = (0, %arg1) to (8, %arg1 + 8) {
// OUT:       %0 = affine.load %arg0[%arg2, %arg3] : memref<8x8xf32>
// OUT:     }
// OUT:     affine.parallel (%arg2) = (max(%arg1, 0)) to (min(%arg1 * 2, %arg1, 64)) step (4) {
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @parallel_reductions(%m: memref<8xf32>) -> f32 {
  %0:2 = affine.parallel (%i) = (0) to (8) reduce ("addf", "maximumf") -> (f32, f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    affine.yield %v, %v : f32, f32
  }
  return %0#0 : f32
}

// OUT: module {
// OUT:   func.func @parallel_reductions(%arg0: memref<8xf32>) -> f32 {
// OUT:     %0:2 = affine.parallel (%arg1) = (0) to (8) reduce ("addf", "maximumf") -> (f32, f32) {
// OUT:       %1 = affine.load %arg0[%arg1] : memref<8xf32>
// OUT:       affine.yield %1, %1 : f32, f32
// OUT:     }
// OUT:     return %0#0 : f32
// OUT:   }
// OUT: }
// -----

func.func @parallel_without_dimensions() {
  affine.parallel () = () to () {
  } {tag}
  return
}

// OUT: module {
// OUT:   func.func @parallel_without_dimensions() {
// OUT:     affine.parallel () = () to () {
// OUT:     } {tag}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @fixed_sizes_as_symbols(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 4 {
    %zero = arith.constant 0 : index
    %buffer = memref.alloc(%n) : memref<?xf32>
    %size = memref.dim %buffer, %zero : memref<?xf32>
    %twice = arith.addi %size, %size : index
    affine.for %j = 0 to %twice {
      %0 = affine.load %m[symbol(%size)] : memref<?xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @fixed_sizes_as_symbols(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     affine.for %arg2 = 0 to 4 {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %alloc = memref.alloc(%arg1) : memref<?xf32>
// OUT:       %dim = memref.dim %alloc, %c0 : memref<?xf32>
// OUT:       %0 = arith.addi %dim, %dim : index
// OUT:       affine.for %arg3 = 0 to %0 {
// OUT:         %1 = affine.load %arg0[symbol(%dim)] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

gpu.module @device {
  gpu.func @threads_as_subscripts(%m: memref<?xf32>) {
    %t = gpu.thread_id x
    %0 = affine.load %m[%t] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @device {
// OUT:     gpu.func @threads_as_subscripts(%arg0: memref<?xf32>) {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = affine.load %arg0[%thread_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
