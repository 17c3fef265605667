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
// -----

func.func @bounds_by_maps(%n: index) {
  affine.for %i = affine_map<(d) -> (d * 2)>(%n) to affine_map<()[s] -> (s + 4)>()[%n] {
    affine.for %j = max affine_map<(d)[s] -> (d, s, 0)>(%i)[%n] to min affine_map<(d) -> (d + 8, 64)>(%i) {
    }
  }
  return
}
// -----

// A constant map of an operand is not the same as a constant bound.
func.func @constant_bound_with_an_operand(%n: index) {
  affine.for %i = 0 to affine_map<(d) -> (5)>(%n) {
  }
  return
}
// -----

func.func @prefix_that_is_not_needed(%n: index) {
  affine.for %i = max 0 to min %n {
  }
  return
}
// -----

func.func @carried(%m: memref<8xf32>, %zero: f32) -> f32 {
  %sum, %last = affine.for %i = 0 to 8 iter_args(%s = %zero, %l = %zero) -> (f32, f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %t = arith.addf %s, %v : f32
    affine.yield %t, %v : f32, f32
  } {tag}
  return %sum : f32
}
// -----

func.func @subscripts(%m: memref<8x8xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i * 2 + 1, %n + symbol(%n)] : memref<8x8xf32>
    affine.store %v, %m[%i floordiv 2, (%i + 1) mod 3] {tag} : memref<8x8xf32>
    affine.store %v, %m[3, symbol(%n) - 1] : memref<8x8xf32>
  }
  return
}
// -----

func.func @vectors(%m: memref<?x64xf32>) {
  affine.for %i = 0 to 4 {
    %v = affine.vector_load %m[%i, %i * 4] : memref<?x64xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i + 1, 0] {tag} : memref<?x64xf32>, vector<4xf32>
  }
  return
}
// -----

func.func @soon(%m: memref<64xf32>) {
  affine.for %i = 0 to 4 {
    affine.prefetch %m[%i + 3], read, locality<1>, data : memref<64xf32>
    affine.prefetch %m[%i], write, locality<3>, instr {tag} : memref<64xf32>
  }
  return
}
// -----

func.func @transfers(%far: memref<64xf32>, %near: memref<8x8xf32, 1>, %tag: memref<1xi32>, %n: index) {
  affine.for %i = 0 to 4 {
    affine.dma_start %far[%i * 8], %near[%i, 0], %tag[0], %n : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
    affine.dma_start %far[%i], %near[%i, symbol(%n)], %tag[%i], %n, %n, %n : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%i], %n : memref<1xi32>
  }
  return
}
// -----

func.func @digits(%n: index, %size: index) -> index {
  %0:3 = affine.delinearize_index %n into (%size, 4, 8) : index, index, index
  %1, %2 = affine.delinearize_index %n into (16) {tag} : index, index
  %3 = affine.linearize_index [%0#0, %0#1, %0#2] by (%size, 4, 8) : index
  %4 = affine.linearize_index disjoint [%1, %2] by (16) : index
  return %4 : index
}
// -----

func.func @no_digits(%n: index) {
  %0 = affine.delinearize_index %n into () : index
  %1 = affine.linearize_index [] by () : index
  return
}
// -----

func.func @digits_as_subscripts(%m: memref<4x4xf32>) {
  affine.for %i = 0 to 16 {
    %row, %column = affine.delinearize_index %i into (4, 4) : index, index
    %0 = affine.load %m[%row, %column] : memref<4x4xf32>
  }
  return
}
// -----

func.func @numbers_from_maps(%a: index, %b: index) -> index {
  %0 = affine.apply affine_map<(d)[s] -> (d * 4 + s)>(%a)[%b]
  %1 = affine.min affine_map<(d)[s] -> (d, s + 1, 8)>(%0)[%b]
  %2 = affine.max affine_map<() -> (3)>()
  %3 = affine.apply affine_map<(d) -> (d)>(%1) {tag}
  return %3 : index
}
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
// -----

func.func @parallel(%m: memref<8x8xf32>, %n: index) {
  affine.parallel (%i, %j) = (0, %n) to (8, %n + 8) {
    %0 = affine.load %m[%i, %j] : memref<8x8xf32>
  }
  affine.parallel (%i) = (max(%n, 0)) to (min(%n * 2, symbol(%n), 64)) step (4) {
  }
  return
}
// -----

func.func @parallel_reductions(%m: memref<8xf32>) -> f32 {
  %0:2 = affine.parallel (%i) = (0) to (8) reduce ("addf", "maximumf") -> (f32, f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    affine.yield %v, %v : f32, f32
  }
  return %0#0 : f32
}
// -----

func.func @parallel_without_dimensions() {
  affine.parallel () = () to () {
  } {tag}
  return
}
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
// -----

gpu.module @device {
  gpu.func @threads_as_subscripts(%m: memref<?xf32>) {
    %t = gpu.thread_id x
    %0 = affine.load %m[%t] : memref<?xf32>
    gpu.return
  }
}
