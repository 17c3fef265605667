// RUN: run --device=cpu,interp

// A pointer to an element of a buffer of the host.
func.func @main(%m0: memref<4xf32> {warpline.input = "iota:0"}) -> f32 {
  %c4 = arith.constant 8 : index
  %m = memref.memory_space_cast %m0 : memref<4xf32> to memref<4xf32, #ptr.generic_space>
  %p = ptr.to_ptr %m : memref<4xf32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add %p, %c4 : !ptr.ptr<#ptr.generic_space>, index
  %v = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> f32
  return %v : f32
}

// OUT: result 0: f32 = 2.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Pointers in a kernel, also behind a barrier.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @kernel(%in: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %i = gpu.global_id x
      %g = memref.memory_space_cast %in : memref<64xf32> to memref<64xf32, #ptr.generic_space>
      %p = ptr.to_ptr %g : memref<64xf32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
      %size = ptr.type_offset f32 : index
      %far = arith.muli %i, %size : index
      %q = ptr.ptr_add %p, %far : !ptr.ptr<#ptr.generic_space>, index
      %v = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> f32
      gpu.barrier
      %w = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> f32
      %s = arith.addf %v, %w : f32
      memref.store %s, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {warpline.input = "iota:0"}) -> memref<64xf32> {
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %out = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@kernel blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
    return %out : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=0.0 max=126.0 sum=4032.0 first=0.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The distance of two pointers, and a buffer at an address.
func.func @main(%m: memref<8xi32> {warpline.input = "iota:0"}) -> (i64, i32) {
  %c1 = arith.constant 1 : index
  %twelve = arith.constant 12 : i32
  %g = memref.memory_space_cast %m : memref<8xi32> to memref<8xi32, #ptr.generic_space>
  %p = ptr.to_ptr %g : memref<8xi32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add %p, %twelve : !ptr.ptr<#ptr.generic_space>, i32
  %d = ptr.ptr_diff %q, %p : !ptr.ptr<#ptr.generic_space> -> i64
  %five = arith.constant 5 : i32
  ptr.store %five, %q : i32, !ptr.ptr<#ptr.generic_space>
  %r = memref.load %m[%c1] : memref<8xi32>
  %v = ptr.load %q : !ptr.ptr<#ptr.generic_space> -> i32
  %s = arith.addi %r, %v : i32
  return %d, %s : i64, i32
}

// OUT: result 0: i64 = 12
// OUT: result 1: i32 = 6
// OUT: argument 0: memref<8xi32> = [0 1 2 5 4 5 6 7]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// The address of a view is that of its buffer, without the offset.
func.func @main(%m: memref<16xf64> {warpline.input = "iota:0"}) -> f64 {
  %view = memref.subview %m[8] [6] [1] : memref<16xf64> to memref<6xf64, strided<[1], offset: 8>>
  %g = memref.memory_space_cast %view : memref<6xf64, strided<[1], offset: 8>>
    to memref<6xf64, strided<[1], offset: 8>, #ptr.generic_space>
  %p = ptr.to_ptr %g : memref<6xf64, strided<[1], offset: 8>, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %v = ptr.load %p : !ptr.ptr<#ptr.generic_space> -> f64
  return %v : f64
}

// OUT: result 0: f64 = 0.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
