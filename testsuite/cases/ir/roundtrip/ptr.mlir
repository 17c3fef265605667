// RUN: roundtrip

func.func @arithmetic(%p: !ptr.ptr<#llvm.address_space<1>>, %i: index, %j: i32, %v: vector<4xindex>) {
  %0 = ptr.ptr_add %p, %i : !ptr.ptr<#llvm.address_space<1>>, index
  %1 = ptr.ptr_add nusw %p, %j : !ptr.ptr<#llvm.address_space<1>>, i32
  %2 = ptr.ptr_add nuw %p, %j : !ptr.ptr<#llvm.address_space<1>>, i32
  %3 = ptr.ptr_add inbounds %p, %j : !ptr.ptr<#llvm.address_space<1>>, i32
  %4 = ptr.ptr_add %p, %v : !ptr.ptr<#llvm.address_space<1>>, vector<4xindex>
  %5 = ptr.ptr_add inbounds %4, %v : vector<4x!ptr.ptr<#llvm.address_space<1>>>, vector<4xindex>
  %6 = ptr.ptr_add inbounds %4, %i : vector<4x!ptr.ptr<#llvm.address_space<1>>>, index
  %7 = ptr.ptr_diff %p, %0 : !ptr.ptr<#llvm.address_space<1>> -> index
  %8 = ptr.ptr_diff nuw %p, %0 : !ptr.ptr<#llvm.address_space<1>> -> i64
  %9 = ptr.ptr_diff nuw|nsw %4, %5 : vector<4x!ptr.ptr<#llvm.address_space<1>>> -> vector<4xi64>
  %10 = ptr.type_offset vector<4xf32> : index
  %11 = ptr.type_offset f64 {note = "bytes"} : i32
  return
}

// OUT: module {
// OUT:   func.func @arithmetic(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: index, %arg2: i32, %arg3: vector<4xindex>) {
// OUT:     %0 = ptr.ptr_add %arg0, %arg1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:     %1 = ptr.ptr_add nusw %arg0, %arg2 : !ptr.ptr<#llvm.address_space<1>>, i32
// OUT:     %2 = ptr.ptr_add nuw %arg0, %arg2 : !ptr.ptr<#llvm.address_space<1>>, i32
// OUT:     %3 = ptr.ptr_add inbounds %arg0, %arg2 : !ptr.ptr<#llvm.address_space<1>>, i32
// OUT:     %4 = ptr.ptr_add %arg0, %arg3 : !ptr.ptr<#llvm.address_space<1>>, vector<4xindex>
// OUT:     %5 = ptr.ptr_add inbounds %4, %arg3 : vector<4x!ptr.ptr<#llvm.address_space<1>>>, vector<4xindex>
// OUT:     %6 = ptr.ptr_add inbounds %4, %arg1 : vector<4x!ptr.ptr<#llvm.address_space<1>>>, index
// OUT:     %7 = ptr.ptr_diff %arg0, %0 : !ptr.ptr<#llvm.address_space<1>> -> index
// OUT:     %8 = ptr.ptr_diff nuw %arg0, %0 : !ptr.ptr<#llvm.address_space<1>> -> i64
// OUT:     %9 = ptr.ptr_diff nuw|nsw %4, %5 : vector<4x!ptr.ptr<#llvm.address_space<1>>> -> vector<4xi64>
// OUT:     %10 = ptr.type_offset vector<4xf32> : index
// OUT:     %11 = ptr.type_offset f64 {note = "bytes"} : i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @accesses(%p: !ptr.ptr<#llvm.address_space<3>>, %g: !ptr.ptr<#ptr.generic_space>, %x: f32, %v: vector<4xf16>) {
  %0 = ptr.load %p : !ptr.ptr<#llvm.address_space<3>> -> f32
  %1 = ptr.load volatile %p nontemporal invariant alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
  %2 = ptr.load %p invariant invariant_group alignment = 8 {note} : !ptr.ptr<#llvm.address_space<3>> -> vector<4xf16>
  %3 = ptr.load %p atomic monotonic alignment = 8 : !ptr.ptr<#llvm.address_space<3>> -> i64
  %4 = ptr.load volatile %p atomic syncscope("workgroup") acquire nontemporal alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> i32
  %5 = ptr.load %g : !ptr.ptr<#ptr.generic_space> -> index
  %6 = ptr.load %p : !ptr.ptr<#llvm.address_space<3>> -> !ptr.ptr<#llvm.address_space<1>>
  ptr.store %x, %p : f32, !ptr.ptr<#llvm.address_space<3>>
  ptr.store volatile %v, %p nontemporal invariant_group alignment = 16 : vector<4xf16>, !ptr.ptr<#llvm.address_space<3>>
  ptr.store %x, %p atomic release alignment = 4 : f32, !ptr.ptr<#llvm.address_space<3>>
  return
}

// OUT: module {
// OUT:   func.func @accesses(%arg0: !ptr.ptr<#llvm.address_space<3>>, %arg1: !ptr.ptr<#ptr.generic_space>, %arg2: f32, %arg3: vector<4xf16>) {
// OUT:     %0 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<3>> -> f32
// OUT:     %1 = ptr.load volatile %arg0 nontemporal invariant alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
// OUT:     %2 = ptr.load %arg0 invariant invariant_group alignment = 8 {note} : !ptr.ptr<#llvm.address_space<3>> -> vector<4xf16>
// OUT:     %3 = ptr.load %arg0 atomic monotonic alignment = 8 : !ptr.ptr<#llvm.address_space<3>> -> i64
// OUT:     %4 = ptr.load volatile %arg0 atomic syncscope("workgroup") acquire nontemporal alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> i32
// OUT:     %5 = ptr.load %arg1 : !ptr.ptr<#ptr.generic_space> -> index
// OUT:     %6 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<3>> -> !ptr.ptr<#llvm.address_space<1>>
// OUT:     ptr.store %arg2, %arg0 : f32, !ptr.ptr<#llvm.address_space<3>>
// OUT:     ptr.store volatile %arg3, %arg0 nontemporal invariant_group alignment = 16 : vector<4xf16>, !ptr.ptr<#llvm.address_space<3>>
// OUT:     ptr.store %arg2, %arg0 atomic release alignment = 4 : f32, !ptr.ptr<#llvm.address_space<3>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @buffers(%m: memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>>, %u: memref<*xf32, #llvm.address_space<1>>, %s: memref<4xi8, #nvvm.memory_space<shared>>) {
  %0 = ptr.to_ptr %m : memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %1 = ptr.to_ptr %u : memref<*xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %2 = ptr.get_metadata %m : memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>>
  %3 = ptr.from_ptr %0 metadata %2 : <#llvm.address_space<1>> -> memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>>
  %4 = ptr.from_ptr %0 : <#llvm.address_space<1>> -> memref<4x4xf16, #llvm.address_space<1>>
  %5 = ptr.to_ptr %s : memref<4xi8, #nvvm.memory_space<shared>> -> <#nvvm.memory_space<shared>>
  return
}

// OUT: module {
// OUT:   func.func @buffers(%arg0: memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>>, %arg1: memref<*xf32, #llvm.address_space<1>>, %arg2: memref<4xi8, #nvvm.memory_space<shared>>) {
// OUT:     %0 = ptr.to_ptr %arg0 : memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:     %1 = ptr.to_ptr %arg1 : memref<*xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:     %2 = ptr.get_metadata %arg0 : memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>>
// OUT:     %3 = ptr.from_ptr %0 metadata %2 : <#llvm.address_space<1>> -> memref<?xf32, strided<[?], offset: ?>, #llvm.address_space<1>>
// OUT:     %4 = ptr.from_ptr %0 : <#llvm.address_space<1>> -> memref<4x4xf16, #llvm.address_space<1>>
// OUT:     %5 = ptr.to_ptr %arg2 : memref<4xi8, #nvvm.memory_space<shared>> -> <#nvvm.memory_space<shared>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func private @types(memref<2x!ptr.ptr<#llvm.address_space<0>>>, !ptr.ptr_metadata<memref<?xf32>>) -> !ptr.ptr<#ptr.generic_space>

// OUT: module {
// OUT:   func.func private @types(memref<2x!ptr.ptr<#llvm.address_space<0>>>, !ptr.ptr_metadata<memref<?xf32>>) -> !ptr.ptr<#ptr.generic_space>
// OUT: }
// -----

// Clauses stand in any order, a type need not be short, and `none` is not printed.
func.func @spellings(%p: !ptr.ptr<#llvm.address_space<1>>, %m: memref<4xf32, #llvm.address_space<1>>, %i: index) {
  %0 = ptr.load %p alignment = 4 invariant nontemporal : !ptr.ptr<#llvm.address_space<1>> -> f32
  %1 = ptr.to_ptr %m : memref<4xf32, #llvm.address_space<1>> -> !ptr.ptr<#llvm.address_space<1>>
  %2 = ptr.ptr_add none %p, %i : !ptr.ptr<#llvm.address_space<1>>, index
  %3 = ptr.ptr_diff nsw | nuw %p, %2 : !ptr.ptr<#llvm.address_space<1>> -> i64
  %4 = "ptr.load"(%p) <{alignment = [], invariant = false, ordering = 0 : i32}> : (!ptr.ptr<#llvm.address_space<1>>) -> f32
  %5 = "ptr.load"(%p) <{alignment = [8], invariant, nontemporal = false}> : (!ptr.ptr<#llvm.address_space<1>>) -> f64
  return
}

// OUT: module {
// OUT:   func.func @spellings(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: memref<4xf32, #llvm.address_space<1>>, %arg2: index) {
// OUT:     %0 = ptr.load %arg0 nontemporal invariant alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:     %1 = ptr.to_ptr %arg1 : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:     %2 = ptr.ptr_add %arg0, %arg2 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:     %3 = ptr.ptr_diff nuw|nsw %arg0, %2 : !ptr.ptr<#llvm.address_space<1>> -> i64
// OUT:     %4 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:     %5 = ptr.load %arg0 invariant alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> f64
// OUT:     return
// OUT:   }
// OUT: }
