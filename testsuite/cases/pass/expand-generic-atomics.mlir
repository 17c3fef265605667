// RUN: opt --expand-generic-atomics

// The bits of a float are compared and swapped.
gpu.module @kernels {
  gpu.func @floats(%p: !ptr.ptr<#llvm.address_space<1>>, %x: f32) -> f32 {
    %m = ptr.from_ptr %p : !ptr.ptr<#llvm.address_space<1>> -> memref<f32, #llvm.address_space<1>>
    %old = memref.generic_atomic_rmw %m[] : memref<f32, #llvm.address_space<1>> {
    ^bb0(%e: f32):
      %new = arith.maximumf %e, %x : f32
      memref.atomic_yield %new : f32
    }
    gpu.return %old : f32
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @floats(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: f32) -> f32 {
// OUT:       %0 = ptr.from_ptr %arg0 : <#llvm.address_space<1>> -> memref<f32, #llvm.address_space<1>>
// OUT:       %1 = ptr.load %arg0 atomic monotonic alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
// OUT:       %2 = scf.while (%arg2 = %1) : (i32) -> i32 {
// OUT:         %4 = arith.bitcast %arg2 : i32 to f32
// OUT:         %5 = arith.maximumf %4, %arg1 : f32
// OUT:         %6 = arith.bitcast %5 : f32 to i32
// OUT:         %seen, %failed = rt.cmpxchg %arg2, %6, %arg0 : i32, !ptr.ptr<#llvm.address_space<1>>
// OUT:         scf.condition(%failed) %seen : i32
// OUT:       } do {
// OUT:       ^bb0(%arg2: i32):
// OUT:         scf.yield %arg2 : i32
// OUT:       }
// OUT:       %3 = arith.bitcast %2 : i32 to f32
// OUT:       gpu.return %3 : f32
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A bool is a byte, and an integer of 24 bits a sign-extended word. The result of the first is not used.
gpu.module @kernels {
  gpu.func @integers(%p: !ptr.ptr<#llvm.address_space<3>>, %q: !ptr.ptr<#llvm.address_space<3>>) -> i24 {
    %true = arith.constant true
    %b = ptr.from_ptr %p : !ptr.ptr<#llvm.address_space<3>> -> memref<i1, #llvm.address_space<3>>
    %flag = memref.generic_atomic_rmw %b[] : memref<i1, #llvm.address_space<3>> {
    ^bb0(%e: i1):
      %new = arith.xori %e, %true : i1
      memref.atomic_yield %new : i1
    }
    %w = ptr.from_ptr %q : !ptr.ptr<#llvm.address_space<3>> -> memref<i24, #llvm.address_space<3>>
    %old = memref.generic_atomic_rmw %w[] : memref<i24, #llvm.address_space<3>> {
    ^bb0(%e: i24):
      %new = arith.muli %e, %e : i24
      memref.atomic_yield %new : i24
    }
    gpu.return %old : i24
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @integers(%arg0: !ptr.ptr<#llvm.address_space<3>>, %arg1: !ptr.ptr<#llvm.address_space<3>>) -> i24 {
// OUT:       %true = arith.constant true
// OUT:       %0 = ptr.from_ptr %arg0 : <#llvm.address_space<3>> -> memref<i1, #llvm.address_space<3>>
// OUT:       %1 = ptr.load %arg0 atomic monotonic alignment = 1 : !ptr.ptr<#llvm.address_space<3>> -> i8
// OUT:       %2 = scf.while (%arg2 = %1) : (i8) -> i8 {
// OUT:         %8 = arith.trunci %arg2 : i8 to i1
// OUT:         %9 = arith.xori %8, %true : i1
// OUT:         %10 = arith.extui %9 : i1 to i8
// OUT:         %seen, %failed = rt.cmpxchg %arg2, %10, %arg0 : i8, !ptr.ptr<#llvm.address_space<3>>
// OUT:         scf.condition(%failed) %seen : i8
// OUT:       } do {
// OUT:       ^bb0(%arg2: i8):
// OUT:         scf.yield %arg2 : i8
// OUT:       }
// OUT:       %3 = arith.trunci %2 : i8 to i1
// OUT:       %4 = ptr.from_ptr %arg1 : <#llvm.address_space<3>> -> memref<i24, #llvm.address_space<3>>
// OUT:       %5 = ptr.load %arg1 atomic monotonic alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> i32
// OUT:       %6 = scf.while (%arg2 = %5) : (i32) -> i32 {
// OUT:         %8 = arith.trunci %arg2 : i32 to i24
// OUT:         %9 = arith.muli %8, %8 : i24
// OUT:         %10 = arith.extui %9 : i24 to i32
// OUT:         %seen, %failed = rt.cmpxchg %arg2, %10, %arg1 : i32, !ptr.ptr<#llvm.address_space<3>>
// OUT:         scf.condition(%failed) %seen : i32
// OUT:       } do {
// OUT:       ^bb0(%arg2: i32):
// OUT:         scf.yield %arg2 : i32
// OUT:       }
// OUT:       %7 = arith.trunci %6 : i32 to i24
// OUT:       gpu.return %7 : i24
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A buffer that is not at a pointer is not expanded.
gpu.module @kernels {
  gpu.func @kept(%m: memref<4xi32>, %i: index) kernel {
    %old = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
    ^bb0(%e: i32):
      memref.atomic_yield %e : i32
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @kept(%arg0: memref<4xi32>, %arg1: index) kernel {
// OUT:       %0 = memref.generic_atomic_rmw %arg0[%arg1] : memref<4xi32> {
// OUT:       ^bb0(%arg2: i32):
// OUT:         memref.atomic_yield %arg2 : i32
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
