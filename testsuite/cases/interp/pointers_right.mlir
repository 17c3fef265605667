// RUN: run --device=interp,cpu

// A kernel on pointers: elements, vectors, and the bytes between two addresses.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%m: memref<8xf32, #llvm.address_space<1>>, %n: memref<8xf32, #llvm.address_space<1>>) workgroup(%w: memref<8xf32, #llvm.address_space<3>>) kernel {
      %i = gpu.thread_id x
      %p = ptr.to_ptr %m : memref<8xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      %q = ptr.to_ptr %n : memref<8xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      %s = ptr.to_ptr %w : memref<8xf32, #llvm.address_space<3>> -> <#llvm.address_space<3>>
      %size = ptr.type_offset vector<2xf32> : index
      %bytes = arith.muli %i, %size : index
      %from = ptr.ptr_add inbounds %p, %bytes : !ptr.ptr<#llvm.address_space<1>>, index
      %shared = ptr.ptr_add inbounds %s, %bytes : !ptr.ptr<#llvm.address_space<3>>, index
      %v = ptr.load %from invariant alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> vector<2xf32>
      %d = arith.addf %v, %v : vector<2xf32>
      ptr.store %d, %shared alignment = 8 : vector<2xf32>, !ptr.ptr<#llvm.address_space<3>>
      gpu.barrier
      %last = arith.constant 28 : i32
      %far = ptr.ptr_add %s, %last : !ptr.ptr<#llvm.address_space<3>>, i32
      %back = arith.constant -4 : i64
      %minus = arith.index_cast %i : index to i64
      %by = arith.muli %minus, %back : i64
      %mirror = ptr.ptr_add %far, %by : !ptr.ptr<#llvm.address_space<3>>, i64
      %x = ptr.load %mirror alignment = 4 : !ptr.ptr<#llvm.address_space<3>> -> f32
      %away = ptr.ptr_diff %far, %mirror : !ptr.ptr<#llvm.address_space<3>> -> index
      %to = ptr.ptr_add %q, %away : !ptr.ptr<#llvm.address_space<1>>, index
      ptr.store %x, %to : f32, !ptr.ptr<#llvm.address_space<1>>
      gpu.return
    }
  }
  func.func @main(%a: memref<8xf32, #llvm.address_space<1>> {warpline.input = "iota:0:1"}, %b: memref<8xf32, #llvm.address_space<1>> {warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 4 : index
    gpu.launch_func @k::@double blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<8xf32, #llvm.address_space<1>>, %b : memref<8xf32, #llvm.address_space<1>>)
    return
  }
}

// OUT: argument 1: memref<8xf32> = [14.0 12.0 10.0 8.0 0.0 0.0 0.0 0.0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A view at a pointer, with the layout of another one or of its type.
func.func @main(%a: memref<4x2xf32, #llvm.address_space<1>> {warpline.input = "iota:0:1"}) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bytes = arith.constant 8 : index
  %part = memref.subview %a[0, 1] [2, 1] [1, 1] : memref<4x2xf32, #llvm.address_space<1>> to memref<2xf32, strided<[2], offset: 1>, #llvm.address_space<1>>
  %p = ptr.to_ptr %part : memref<2xf32, strided<[2], offset: 1>, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %layout = ptr.get_metadata %part : memref<2xf32, strided<[2], offset: 1>, #llvm.address_space<1>>
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#llvm.address_space<1>>, index
  %m = ptr.from_ptr %q metadata %layout : <#llvm.address_space<1>> -> memref<2xf32, strided<[2], offset: 1>, #llvm.address_space<1>>
  %x = memref.load %m[%c1] : memref<2xf32, strided<[2], offset: 1>, #llvm.address_space<1>>
  %n = ptr.from_ptr %q : <#llvm.address_space<1>> -> memref<3xf32, #llvm.address_space<1>>
  %y = memref.load %n[%c0] : memref<3xf32, #llvm.address_space<1>>
  return %x, %y : f32, f32
}

// OUT: result 0: f32 = 5.0
// OUT: result 1: f32 = 2.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
