// RUN: opt --vectorize-accesses
// Two neighbours at a multiple of eight bytes.
gpu.module @m {
  gpu.func @pair(%p: !ptr.ptr<#llvm.address_space<1>>, %out: !ptr.ptr<#llvm.address_space<1>>) kernel {
    %c4 = arith.constant 4 : index
    %x = ptr.load %p alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f32
    %q = ptr.ptr_add inbounds %p, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
    %y = ptr.load %q alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
    %r = arith.addf %x, %y : f32
    ptr.store %r, %out alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @pair(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: !ptr.ptr<#llvm.address_space<1>>) kernel {
// OUT:       %0 = ptr.load %arg0 alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> vector<2xf32>
// OUT:       %1:2 = vector.to_elements %0 : vector<2xf32>
// OUT:       %2 = arith.addf %1#0, %1#1 : f32
// OUT:       ptr.store %2, %arg1 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Stores join where the last one stands; the loads between them read what nothing writes. Loads of memory that may be written do not.
gpu.module @m {
  gpu.func @stores(%p: !ptr.ptr<#llvm.address_space<1>>, %out: !ptr.ptr<#llvm.address_space<1>>, %i: index) kernel {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    %c16 = arith.constant 16 : index
    %by = arith.muli %i, %c16 : index
    %a0 = ptr.ptr_add inbounds %p, %by : !ptr.ptr<#llvm.address_space<1>>, index
    %b0 = ptr.ptr_add inbounds %out, %by : !ptr.ptr<#llvm.address_space<1>>, index
    %x0 = ptr.load %a0 invariant alignment = 16 : !ptr.ptr<#llvm.address_space<1>> -> i32
    ptr.store %x0, %b0 alignment = 16 : i32, !ptr.ptr<#llvm.address_space<1>>
    %a1 = ptr.ptr_add inbounds %a0, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
    %b1 = ptr.ptr_add inbounds %b0, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
    %x1 = ptr.load %a1 invariant alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
    ptr.store %x1, %b1 alignment = 4 : i32, !ptr.ptr<#llvm.address_space<1>>
    %a2 = ptr.ptr_add inbounds %a0, %c8 : !ptr.ptr<#llvm.address_space<1>>, index
    %b2 = ptr.ptr_add inbounds %b0, %c8 : !ptr.ptr<#llvm.address_space<1>>, index
    %x2 = ptr.load %a2 invariant alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> i32
    ptr.store %x2, %b2 alignment = 8 : i32, !ptr.ptr<#llvm.address_space<1>>
    %a3 = ptr.ptr_add inbounds %a0, %c12 : !ptr.ptr<#llvm.address_space<1>>, index
    %b3 = ptr.ptr_add inbounds %b0, %c12 : !ptr.ptr<#llvm.address_space<1>>, index
    %x3 = ptr.load %a3 invariant alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
    ptr.store %x3, %b3 alignment = 4 : i32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
  gpu.func @apart(%p: !ptr.ptr<#llvm.address_space<1>>, %out: !ptr.ptr<#llvm.address_space<1>>) kernel {
    %c4 = arith.constant 4 : index
    %q = ptr.ptr_add inbounds %p, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
    %o = ptr.ptr_add inbounds %out, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
    %x = ptr.load %p alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f32
    ptr.store %x, %out alignment = 8 : f32, !ptr.ptr<#llvm.address_space<1>>
    %y = ptr.load %q alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
    ptr.store %y, %o alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @stores(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: !ptr.ptr<#llvm.address_space<1>>, %arg2: index) kernel {
// OUT:       %c12 = arith.constant 12 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %0 = arith.muli %arg2, %c16 : index
// OUT:       %1 = ptr.ptr_add inbounds %arg0, %0 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %2 = ptr.ptr_add inbounds %arg1, %0 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %3 = ptr.load %1 invariant alignment = 16 : !ptr.ptr<#llvm.address_space<1>> -> vector<4xi32>
// OUT:       %4:4 = vector.to_elements %3 : vector<4xi32>
// OUT:       %5 = ptr.ptr_add inbounds %2, %c12 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c-12 = arith.constant -12 : index
// OUT:       %6 = ptr.ptr_add inbounds %5, %c-12 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %7 = vector.from_elements %4#0, %4#1, %4#2, %4#3 : vector<4xi32>
// OUT:       ptr.store %7, %6 alignment = 16 : vector<4xi32>, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @apart(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: !ptr.ptr<#llvm.address_space<1>>) kernel {
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = ptr.ptr_add inbounds %arg0, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %1 = ptr.ptr_add inbounds %arg1, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %2 = ptr.load %arg0 alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       ptr.store %2, %arg1 alignment = 8 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %3 = ptr.load %0 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       ptr.store %3, %1 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Nothing moves over a barrier.
gpu.module @m {
  gpu.func @barrier(%p: !ptr.ptr<#llvm.address_space<3>>) -> (f32, f32) {
    %c4 = arith.constant 4 : index
    %1 = ptr.ptr_add inbounds %p, %c4 : !ptr.ptr<#llvm.address_space<3>>, index
    %x = ptr.load %p alignment = 8 : !ptr.ptr<#llvm.address_space<3>> -> f32
    gpu.barrier
    %y = ptr.load %1 alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
    gpu.return %x, %y : f32, f32
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @barrier(%arg0: !ptr.ptr<#llvm.address_space<3>>) -> (f32, f32) {
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = ptr.ptr_add inbounds %arg0, %c4 : !ptr.ptr<#llvm.address_space<3>>, index
// OUT:       %1 = ptr.load %arg0 alignment = 8 : !ptr.ptr<#llvm.address_space<3>> -> f32
// OUT:       gpu.barrier
// OUT:       %2 = ptr.load %0 alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
// OUT:       gpu.return %1, %2 : f32, f32
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Constants are taken out of indices, whatever the order; what is aligned, joins.
gpu.module @m {
  gpu.func @indices(%p: !ptr.ptr<#llvm.address_space<1>>, %i: index) -> (f32, f32, f32) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %i4 = arith.muli %i, %c4 : index
    %i5 = arith.addi %i4, %c1 : index
    %i6 = arith.addi %i4, %c2 : index
    %b6 = arith.muli %i6, %c4 : index
    %p6 = ptr.ptr_add inbounds %p, %b6 : !ptr.ptr<#llvm.address_space<1>>, index
    %x6 = ptr.load %p6 alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f32
    %b5 = arith.muli %i5, %c4 : index
    %p5 = ptr.ptr_add inbounds %p, %b5 : !ptr.ptr<#llvm.address_space<1>>, index
    %x5 = ptr.load %p5 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
    %b4 = arith.muli %i4, %c4 : index
    %p4 = ptr.ptr_add inbounds %p, %b4 : !ptr.ptr<#llvm.address_space<1>>, index
    %x4 = ptr.load %p4 alignment = 16 : !ptr.ptr<#llvm.address_space<1>> -> f32
    gpu.return %x4, %x5, %x6 : f32, f32, f32
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @indices(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: index) -> (f32, f32, f32) {
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = arith.muli %arg1, %c4 : index
// OUT:       %1 = arith.addi %0, %c1 : index
// OUT:       %2 = arith.addi %0, %c2 : index
// OUT:       %3 = arith.muli %2, %c4 : index
// OUT:       %4 = ptr.ptr_add inbounds %arg0, %3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %5 = ptr.load %4 alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %6 = arith.muli %1, %c4 : index
// OUT:       %7 = ptr.ptr_add inbounds %arg0, %6 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c-4 = arith.constant -4 : index
// OUT:       %8 = ptr.ptr_add inbounds %7, %c-4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %9 = ptr.load %8 alignment = 16 : !ptr.ptr<#llvm.address_space<1>> -> vector<2xf32>
// OUT:       %10:2 = vector.to_elements %9 : vector<2xf32>
// OUT:       gpu.return %10#0, %10#1, %5 : f32, f32, f32
// OUT:     }
// OUT:   }
// OUT: }
// -----

// What is loaded from bytes that were written since stays behind the store.
gpu.module @m {
  gpu.func @written(%p: !ptr.ptr<#llvm.address_space<3>>, %v: f32) -> (f32, f32, f32, f32) {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    %1 = ptr.ptr_add inbounds %p, %c4 : !ptr.ptr<#llvm.address_space<3>>, index
    %2 = ptr.ptr_add inbounds %p, %c8 : !ptr.ptr<#llvm.address_space<3>>, index
    %3 = ptr.ptr_add inbounds %p, %c12 : !ptr.ptr<#llvm.address_space<3>>, index
    %x = ptr.load %p alignment = 16 : !ptr.ptr<#llvm.address_space<3>> -> f32
    ptr.store %v, %2 alignment = 8 : f32, !ptr.ptr<#llvm.address_space<3>>
    %y = ptr.load %1 alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
    %z = ptr.load %2 alignment = 8 : !ptr.ptr<#llvm.address_space<3>> -> f32
    %w = ptr.load %3 alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
    gpu.return %x, %y, %z, %w : f32, f32, f32, f32
  }
  gpu.func @read(%p: !ptr.ptr<#llvm.address_space<3>>, %v: f32) -> f32 {
    %c4 = arith.constant 4 : index
    %1 = ptr.ptr_add inbounds %p, %c4 : !ptr.ptr<#llvm.address_space<3>>, index
    ptr.store %v, %p alignment = 8 : f32, !ptr.ptr<#llvm.address_space<3>>
    %old = ptr.load %1 alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
    ptr.store %v, %1 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<3>>
    gpu.return %old : f32
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @written(%arg0: !ptr.ptr<#llvm.address_space<3>>, %arg1: f32) -> (f32, f32, f32, f32) {
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = ptr.ptr_add inbounds %arg0, %c8 : !ptr.ptr<#llvm.address_space<3>>, index
// OUT:       %1 = ptr.load %arg0 alignment = 16 : !ptr.ptr<#llvm.address_space<3>> -> vector<2xf32>
// OUT:       %2:2 = vector.to_elements %1 : vector<2xf32>
// OUT:       ptr.store %arg1, %0 alignment = 8 : f32, !ptr.ptr<#llvm.address_space<3>>
// OUT:       %3 = ptr.load %0 alignment = 8 : !ptr.ptr<#llvm.address_space<3>> -> vector<2xf32>
// OUT:       %4:2 = vector.to_elements %3 : vector<2xf32>
// OUT:       gpu.return %2#0, %2#1, %4#0, %4#1 : f32, f32, f32, f32
// OUT:     }
// OUT:     gpu.func @read(%arg0: !ptr.ptr<#llvm.address_space<3>>, %arg1: f32) -> f32 {
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = ptr.ptr_add inbounds %arg0, %c4 : !ptr.ptr<#llvm.address_space<3>>, index
// OUT:       %1 = ptr.load %0 alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
// OUT:       %c-4 = arith.constant -4 : index
// OUT:       %2 = ptr.ptr_add inbounds %0, %c-4 : !ptr.ptr<#llvm.address_space<3>>, index
// OUT:       %3 = vector.from_elements %arg1, %arg1 : vector<2xf32>
// OUT:       ptr.store %3, %2 alignment = 8 : vector<2xf32>, !ptr.ptr<#llvm.address_space<3>>
// OUT:       gpu.return %1 : f32
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A thread that an assertion ends reads nothing behind it.
gpu.module @m {
  gpu.func @assertion(%p: !ptr.ptr<#llvm.address_space<1>>, %is_inside: i1) -> (f32, f32) {
    %c4 = arith.constant 4 : index
    %1 = ptr.ptr_add inbounds %p, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
    %x = ptr.load %p invariant alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f32
    cf.assert %is_inside, "outside"
    %y = ptr.load %1 invariant alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
    gpu.return %x, %y : f32, f32
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @assertion(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: i1) -> (f32, f32) {
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = ptr.ptr_add inbounds %arg0, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %1 = ptr.load %arg0 invariant alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       cf.assert %arg1, "outside"
// OUT:       %2 = ptr.load %0 invariant alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       gpu.return %1, %2 : f32, f32
// OUT:     }
// OUT:   }
// OUT: }
