// RUN: roundtrip

func.func @sizes_and_layout_symbols(%n: index, %s: index) {
  %a = memref.alloc(%n)[%s] : memref<?x4xf32, affine_map<(i, j)[s] -> (i + s, j)>>
  %b = memref.alloc()[%s, %s] {alignment = 8} : memref<4x4xf32, strided<[?, 1], offset: ?>>
  %c = memref.alloca(%n)[%s] : memref<?xf32, strided<[?]>>
  return
}
// -----

func.func @grown(%m: memref<4xf32>, %n: index) {
  %fixed = memref.realloc %m : memref<4xf32> to memref<8xf32>
  %open = memref.realloc %fixed(%n) {alignment = 16} : memref<8xf32> to memref<?xf32>
  return
}
// -----

func.func @hints_of_access(%m: memref<4x4xf32>, %i: index) {
  %0 = memref.load %m[%i, %i] {nontemporal = true} : memref<4x4xf32>
  %1 = memref.load %m[%i, %i] {alignment = 16, nontemporal = false} : memref<4x4xf32>
  memref.store %0, %m[%i, %i] {nontemporal = true, alignment = 4} : memref<4x4xf32>
  return
}
// -----

func.func @element_of_a_scalar(%m: memref<f32>) -> f32 {
  %v = memref.load %m[] : memref<f32>
  memref.store %v, %m[] : memref<f32>
  return %v : f32
}
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
// -----

func.func @stack_scope(%n: index) {
  memref.alloca_scope {
    %tmp = memref.alloca(%n) : memref<?xf32>
  }
  return
}
// -----

func.func @stack_scope_with_results(%n: index) -> index {
  %0:2 = memref.alloca_scope -> (index, f32) {
    %f = arith.constant 1.0 : f32
    memref.alloca_scope.return %n, %f : index, f32
  } {tag}
  return %0#0 : index
}
// -----

func.func @soon(%m: memref<4x4xf32>, %i: index) {
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x4xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x4xf32>
  return
}
// -----

func.func @transfer(%far: memref<64xf32>, %near: memref<8x8xf32, 1>, %tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %far[%i], %near[%i, %i], %n, %tag[%i] : memref<64xf32>, memref<8x8xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  return
}
// -----

func.func @strided_transfer(%far: memref<64xf32>, %near: memref<f32, 1>, %tag: memref<i32>, %i: index, %n: index) {
  memref.dma_start %far[%i], %near[], %n, %tag[], %i, %n : memref<64xf32>, memref<f32, 1>, memref<i32>
  memref.dma_wait %tag[], %n {tag} : memref<i32>
  return
}
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
// -----

func.func @copies(%a: memref<4x?xf32>, %b: memref<?x8xf32, strided<[?, ?]>>, %u: memref<*xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<?x8xf32, strided<[?, ?]>>
  memref.copy %a, %u : memref<4x?xf32> to memref<*xf32>
  memref.dealloc %u : memref<*xf32>
  return
}
