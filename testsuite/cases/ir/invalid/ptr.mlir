// RUN: not opt

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.load %p alignment = 3 : !ptr.ptr<#llvm.address_space<1>> -> f32
  return
}

// OUT: ptr.mlir:4:8: error[E0201]: alignment must be a power of 2
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.load %p alignment = 0 : !ptr.ptr<#llvm.address_space<1>> -> f32
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: alignment must be positive
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.load %p alignment = 4 nontemporal alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
  return
}

// OUT: ptr.mlir:3:46: error[E0103]: `alignment` clause can appear at most once
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.load %p atomic monotonic : !ptr.ptr<#llvm.address_space<1>> -> f32
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: 'ptr.load' op expected alignment for atomic access
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.load %p atomic release alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: 'ptr.load' op unsupported ordering 'release'
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.load %p atomic acquire alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> vector<4xf32>
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: unsupported type 'vector<4xf32>' for atomic access
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.load %p : !ptr.ptr<#llvm.address_space<1>> -> index
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: type must be LLVM type with size, but got 'index'
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>, %x: f8E4M3FN) {
  ptr.store %x, %p : f8E4M3FN, !ptr.ptr<#llvm.address_space<1>>
  return
}

// OUT: ptr.mlir:3:3: error[E0201]: type must be LLVM type with size, but got 'f8E4M3FN'
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<3>>, %x: f32) {
  ptr.store %x, %p atomic acquire alignment = 4 : f32, !ptr.ptr<#llvm.address_space<3>>
  return
}

// OUT: ptr.mlir:3:3: error[E0201]: 'ptr.store' op unsupported ordering 'acquire'
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>, %x: f32) {
  %0 = ptr.ptr_add %p, %x : !ptr.ptr<#llvm.address_space<1>>, f32
  return
}

// OUT: ptr.mlir:3:8: error[E0205]: 'ptr.ptr_add' op operand #1 must be A shaped type with value semantics and rank. of signless integer or index values or signless integer or index, but got 'f32'
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>, %i: i64) {
  %0 = "ptr.ptr_add"(%p, %i) : (!ptr.ptr<#llvm.address_space<1>>, i64) -> !ptr.ptr<#llvm.address_space<3>>
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: 'ptr.ptr_add' op expected a result of the shape of the operands in the memory of '!ptr.ptr<#llvm.address_space<1>>', but found '!ptr.ptr<#llvm.address_space<3>>'
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.ptr_diff %p, %p : !ptr.ptr<#llvm.address_space<1>> -> vector<4xindex>
  return
}

// OUT: ptr.mlir:3:8: error[E0206]: 'ptr.ptr_diff' op requires the same shape for all operands and results
// -----

func.func @f(%m: memref<4xf32>) {
  %0 = ptr.to_ptr %m : memref<4xf32> -> <#llvm.address_space<0>>
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: expected the input and output to have the same memory space
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.from_ptr %p : <#llvm.address_space<1>> -> memref<4xf32, #llvm.address_space<3>>
  return
}

// OUT: ptr.mlir:3:8: error[E0201]: expected the input and output to have the same memory space
// -----

func.func private @f(!ptr.ptr<#gpu.address_space<global>>)

// OUT: ptr.mlir:2:31: error[E0103]: invalid kind of attribute specified
// -----

func.func private @f(!ptr.ptr)

// OUT: ptr.mlir:2:30: error[E0103]: expected '<', but found ')'
// -----

func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) {
  %0 = ptr.type_offset f32 : f32
  return
}

// OUT: ptr.mlir:3:8: error[E0205]: 'ptr.type_offset' op result #0 must be signless integer or index, but got 'f32'
// -----

func.func private @f(!ptr.ptr_metadata<!ptr.ptr<#llvm.address_space<1>>>)

// OUT: ptr.mlir:2:40: error[E0103]: the ptr-like type has no metadata
