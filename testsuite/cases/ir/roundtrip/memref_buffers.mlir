// RUN: roundtrip

func.func @sizes_and_layout_symbols(%n: index, %s: index) {
  %a = memref.alloc(%n)[%s] : memref<?x4xf32, affine_map<(i, j)[s] -> (i + s, j)>>
  %b = memref.alloc()[%s, %s] {alignment = 8} : memref<4x4xf32, strided<[?, 1], offset: ?>>
  %c = memref.alloca(%n)[%s] : memref<?xf32, strided<[?]>>
  return
}

// OUT: #map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
// OUT: module {
// OUT:   func.func @sizes_and_layout_symbols(%arg0: index, %arg1: index) {
// OUT:     %alloc = memref.alloc(%arg0)[%arg1] : memref<?x4xf32, #map>
// OUT:     %alloc_0 = memref.alloc()[%arg1, %arg1] {alignment = 8 : i64} : memref<4x4xf32, strided<[?, 1], offset: ?>>
// OUT:     %alloca = memref.alloca(%arg0)[%arg1] : memref<?xf32, strided<[?]>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @grown(%m: memref<4xf32>, %n: index) {
  %fixed = memref.realloc %m : memref<4xf32> to memref<8xf32>
  %open = memref.realloc %fixed(%n) {alignment = 16} : memref<8xf32> to memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @grown(%arg0: memref<4xf32>, %arg1: index) {
// OUT:     %0 = memref.realloc %arg0 : memref<4xf32> to memref<8xf32>
// OUT:     %1 = memref.realloc %0(%arg1) {alignment = 16 : i64} : memref<8xf32> to memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// DIFFERS: a default that is written out is left out of the custom form
func.func @hints_of_access(%m: memref<4x4xf32>, %i: index) {
  %0 = memref.load %m[%i, %i] {nontemporal = true} : memref<4x4xf32>
  %1 = memref.load %m[%i, %i] {alignment = 16, nontemporal = false} : memref<4x4xf32>
  memref.store %0, %m[%i, %i] {nontemporal = true, alignment = 4} : memref<4x4xf32>
  return
}

// OUT: module {
// OUT:   func.func @hints_of_access(%arg0: memref<4x4xf32>, %arg1: index) {
// OUT:     %0 = memref.load %arg0[%arg1, %arg1] {nontemporal = true} : memref<4x4xf32>
// OUT:     %1 = memref.load %arg0[%arg1, %arg1] {alignment = 16 : i64} : memref<4x4xf32>
// OUT:     memref.store %0, %arg0[%arg1, %arg1] {alignment = 4 : i64, nontemporal = true} : memref<4x4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @element_of_a_scalar(%m: memref<f32>) -> f32 {
  %v = memref.load %m[] : memref<f32>
  memref.store %v, %m[] : memref<f32>
  return %v : f32
}

// OUT: module {
// OUT:   func.func @element_of_a_scalar(%arg0: memref<f32>) -> f32 {
// OUT:     %0 = memref.load %arg0[] : memref<f32>
// OUT:     memref.store %0, %arg0[] : memref<f32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @all_kinds_of_integers(%m: memref<4xi32>, %i: index, %v: i32) {
  %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %1 = memref.atomic_rmw maxs %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %2 = memref.atomic_rmw minu %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %3 = memref.atomic_rmw ori %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %4 = memref.atomic_rmw andi %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %5 = memref.atomic_rmw xori %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %6 = memref.atomic_rmw assign %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// OUT: module {
// OUT:   func.func @all_kinds_of_integers(%arg0: memref<4xi32>, %arg1: index, %arg2: i32) {
// OUT:     %0 = memref.atomic_rmw addi %arg2, %arg0[%arg1] : (i32, memref<4xi32>) -> i32
// OUT:     %1 = memref.atomic_rmw maxs %arg2, %arg0[%arg1] : (i32, memref<4xi32>) -> i32
// OUT:     %2 = memref.atomic_rmw minu %arg2, %arg0[%arg1] : (i32, memref<4xi32>) -> i32
// OUT:     %3 = memref.atomic_rmw ori %arg2, %arg0[%arg1] : (i32, memref<4xi32>) -> i32
// OUT:     %4 = memref.atomic_rmw andi %arg2, %arg0[%arg1] : (i32, memref<4xi32>) -> i32
// OUT:     %5 = memref.atomic_rmw xori %arg2, %arg0[%arg1] : (i32, memref<4xi32>) -> i32
// OUT:     %6 = memref.atomic_rmw assign %arg2, %arg0[%arg1] : (i32, memref<4xi32>) -> i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @all_kinds_of_floats(%m: memref<4xf16>, %i: index, %v: f16) {
  %0 = memref.atomic_rmw addf %v, %m[%i] : (f16, memref<4xf16>) -> f16
  %1 = memref.atomic_rmw maximumf %v, %m[%i] : (f16, memref<4xf16>) -> f16
  %2 = memref.atomic_rmw minimumf %v, %m[%i] : (f16, memref<4xf16>) -> f16
  %3 = memref.atomic_rmw maxnumf %v, %m[%i] : (f16, memref<4xf16>) -> f16
  %4 = memref.atomic_rmw minnumf %v, %m[%i] : (f16, memref<4xf16>) -> f16
  %5 = memref.atomic_rmw mulf %v, %m[%i] {tag} : (f16, memref<4xf16>) -> f16
  return
}

// OUT: module {
// OUT:   func.func @all_kinds_of_floats(%arg0: memref<4xf16>, %arg1: index, %arg2: f16) {
// OUT:     %0 = memref.atomic_rmw addf %arg2, %arg0[%arg1] : (f16, memref<4xf16>) -> f16
// OUT:     %1 = memref.atomic_rmw maximumf %arg2, %arg0[%arg1] : (f16, memref<4xf16>) -> f16
// OUT:     %2 = memref.atomic_rmw minimumf %arg2, %arg0[%arg1] : (f16, memref<4xf16>) -> f16
// OUT:     %3 = memref.atomic_rmw maxnumf %arg2, %arg0[%arg1] : (f16, memref<4xf16>) -> f16
// OUT:     %4 = memref.atomic_rmw minnumf %arg2, %arg0[%arg1] : (f16, memref<4xf16>) -> f16
// OUT:     %5 = memref.atomic_rmw mulf %arg2, %arg0[%arg1] {tag} : (f16, memref<4xf16>) -> f16
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @atomic_by_a_region(%m: memref<4xf32>, %i: index, %limit: f32) -> f32 {
  %old = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%now: f32):
    %less = arith.cmpf olt, %now, %limit : f32
    %new = arith.select %less, %limit, %now : f32
    memref.atomic_yield %new : f32
  }
  return %old : f32
}

// OUT: module {
// OUT:   func.func @atomic_by_a_region(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) -> f32 {
// OUT:     %0 = memref.generic_atomic_rmw %arg0[%arg1] : memref<4xf32> {
// OUT:     ^bb0(%arg3: f32):
// OUT:       %1 = arith.cmpf olt, %arg3, %arg2 : f32
// OUT:       %2 = arith.select %1, %arg2, %arg3 : f32
// OUT:       memref.atomic_yield %2 : f32
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @stack_scope(%n: index) {
  memref.alloca_scope {
    %tmp = memref.alloca(%n) : memref<?xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @stack_scope(%arg0: index) {
// OUT:     memref.alloca_scope  {
// OUT:       %alloca = memref.alloca(%arg0) : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @stack_scope_with_results(%n: index) -> index {
  %0:2 = memref.alloca_scope -> (index, f32) {
    %f = arith.constant 1.0 : f32
    memref.alloca_scope.return %n, %f : index, f32
  } {tag}
  return %0#0 : index
}

// OUT: module {
// OUT:   func.func @stack_scope_with_results(%arg0: index) -> index {
// OUT:     %0:2 = memref.alloca_scope  -> (index, f32) {
// OUT:       %cst = arith.constant 1.000000e+00 : f32
// OUT:       memref.alloca_scope.return %arg0, %cst : index, f32
// OUT:     } {tag}
// OUT:     return %0#0 : index
// OUT:   }
// OUT: }
// -----

func.func @soon(%m: memref<4x4xf32>, %i: index) {
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x4xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x4xf32>
  return
}

// OUT: module {
// OUT:   func.func @soon(%arg0: memref<4x4xf32>, %arg1: index) {
// OUT:     memref.prefetch %arg0[%arg1, %arg1], read, locality<3>, data : memref<4x4xf32>
// OUT:     memref.prefetch %arg0[%arg1, %arg1], write, locality<0>, instr : memref<4x4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @transfer(%far: memref<64xf32>, %near: memref<8x8xf32, 1>, %tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %far[%i], %near[%i, %i], %n, %tag[%i] : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  return
}

// OUT: module {
// OUT:   func.func @transfer(%arg0: memref<64xf32>, %arg1: memref<8x8xf32, 1>, %arg2: memref<1xi32>, %arg3: index, %arg4: index) {
// OUT:     memref.dma_start %arg0[%arg3], %arg1[%arg3, %arg3], %arg4, %arg2[%arg3] : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
// OUT:     memref.dma_wait %arg2[%arg3], %arg4 : memref<1xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @strided_transfer(%far: memref<64xf32>, %near: memref<f32, 1>, %tag: memref<i32>, %i: index, %n: index) {
  memref.dma_start %far[%i], %near[], %n, %tag[], %i, %n : memref<64xf32>, memref<f32, 1>, memref<i32>
  memref.dma_wait %tag[], %n {tag} : memref<i32>
  return
}

// OUT: module {
// OUT:   func.func @strided_transfer(%arg0: memref<64xf32>, %arg1: memref<f32, 1>, %arg2: memref<i32>, %arg3: index, %arg4: index) {
// OUT:     memref.dma_start %arg0[%arg3], %arg1[], %arg4, %arg2[], %arg3, %arg4 : memref<64xf32>, memref<f32, 1>, memref<i32>
// OUT:     memref.dma_wait %arg2[], %arg4 {tag} : memref<i32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

memref.global "private" constant @table : memref<2x2xi16> = dense<[[1, -2], [3, 4]]>
memref.global "nested" @hole : memref<0xf32> = dense<>
memref.global @elsewhere : memref<4xf32>
memref.global constant @zeros : memref<4xf32> = dense<0.0> {alignment = 32 : i64}
memref.global "public" @later : memref<index, 3> = uninitialized
func.func @globals() -> memref<2x2xi16> {
  %t = memref.get_global @table : memref<2x2xi16>
  %l = memref.get_global @later : memref<index, 3>
  return %t : memref<2x2xi16>
}

// OUT: module {
// OUT:   memref.global "private" constant @table : memref<2x2xi16> = dense<[[1, -2], [3, 4]]>
// OUT:   memref.global "nested" @hole : memref<0xf32> = dense<>
// OUT:   memref.global @elsewhere : memref<4xf32>
// OUT:   memref.global constant @zeros : memref<4xf32> = dense<0.000000e+00> {alignment = 32 : i64}
// OUT:   memref.global "public" @later : memref<index, 3> = uninitialized
// OUT:   func.func @globals() -> memref<2x2xi16> {
// OUT:     %0 = memref.get_global @table : memref<2x2xi16>
// OUT:     %1 = memref.get_global @later : memref<index, 3>
// OUT:     return %0 : memref<2x2xi16>
// OUT:   }
// OUT: }
// -----

func.func @copies(%a: memref<4x?xf32>, %b: memref<?x8xf32, strided<[?, ?]>>, %u: memref<*xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<?x8xf32, strided<[?, ?]>>
  memref.copy %a, %u : memref<4x?xf32> to memref<*xf32>
  memref.dealloc %u : memref<*xf32>
  return
}

// OUT: module {
// OUT:   func.func @copies(%arg0: memref<4x?xf32>, %arg1: memref<?x8xf32, strided<[?, ?]>>, %arg2: memref<*xf32>) {
// OUT:     memref.copy %arg0, %arg1 : memref<4x?xf32> to memref<?x8xf32, strided<[?, ?]>>
// OUT:     memref.copy %arg0, %arg2 : memref<4x?xf32> to memref<*xf32>
// OUT:     memref.dealloc %arg2 : memref<*xf32>
// OUT:     return
// OUT:   }
// OUT: }
