// RUN: run --device=cpu,interp

// Volatile accesses, and atomic ones that order others: the last block to arrive sums what all blocks have published.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%x: memref<64xf32, #llvm.address_space<1>>, %parts: memref<4xf32, #llvm.address_space<1>>,
        %ready: memref<4xi32, #llvm.address_space<1>>, %count: memref<1xi32, #llvm.address_space<1>>,
        %out: memref<2xf32, #llvm.address_space<1>>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %zero = arith.constant 0.0 : f32
      %b = gpu.block_id x
      %first = arith.muli %b, %c16 : index
      %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> f32 {
        %j = arith.addi %first, %i : index
        %v = memref.load %x[%j] : memref<64xf32, #llvm.address_space<1>>
        %t = arith.addf %s, %v : f32
        scf.yield %t : f32
      }
      %p = ptr.to_ptr %parts : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      %r = ptr.to_ptr %ready : memref<4xi32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      %o = ptr.to_ptr %out : memref<2xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      %at = arith.muli %b, %c4 : index
      %part = ptr.ptr_add %p, %at : !ptr.ptr<#llvm.address_space<1>>, index
      %flag = ptr.ptr_add %r, %at : !ptr.ptr<#llvm.address_space<1>>, index
      ptr.store %sum, %part atomic monotonic alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
      ptr.store %one, %flag atomic release alignment = 4 : i32, !ptr.ptr<#llvm.address_space<1>>
      %n = memref.atomic_rmw addi %one, %count[%c0] : (i32, memref<1xi32, #llvm.address_space<1>>) -> i32
      %is_last = arith.cmpi eq, %n, %three : i32
      scf.if %is_last {
        %all, %flags = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero, %f = %zero) -> (f32, f32) {
          %before = arith.muli %i, %c4 : index
          %q = ptr.ptr_add %r, %before : !ptr.ptr<#llvm.address_space<1>>, index
          %is_ready = ptr.load %q atomic acquire alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
          %w = ptr.ptr_add %p, %before : !ptr.ptr<#llvm.address_space<1>>, index
          %v = ptr.load volatile %w atomic monotonic alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
          %t = arith.addf %s, %v : f32
          %g = arith.sitofp %is_ready : i32 to f32
          %h = arith.addf %f, %g : f32
          scf.yield %t, %h : f32, f32
        }
        %pair = vector.from_elements %all, %flags : vector<2xf32>
        ptr.store volatile %pair, %o : vector<2xf32>, !ptr.ptr<#llvm.address_space<1>>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32, #llvm.address_space<1>> {warpline.input = "iota:0:1"},
      %parts: memref<4xf32, #llvm.address_space<1>> {warpline.input = "0"},
      %ready: memref<4xi32, #llvm.address_space<1>> {warpline.input = "0"},
      %count: memref<1xi32, #llvm.address_space<1>> {warpline.input = "0"},
      %out: memref<2xf32, #llvm.address_space<1>> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @k::@sum blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%x : memref<64xf32, #llvm.address_space<1>>, %parts : memref<4xf32, #llvm.address_space<1>>,
          %ready : memref<4xi32, #llvm.address_space<1>>, %count : memref<1xi32, #llvm.address_space<1>>,
          %out : memref<2xf32, #llvm.address_space<1>>)
    return
  }
}

// OUT: argument 1: memref<4xf32> = [120.0 376.0 632.0 888.0]
// OUT: argument 2: memref<4xi32> = [1 1 1 1]
// OUT: argument 3: memref<1xi32> = [4]
// OUT: argument 4: memref<2xf32> = [2016.0 4.0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
