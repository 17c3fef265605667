// RUN: run --device=cpu,interp

// Each thread counts in a bin by compare and swap, and reads its number through a pointer with the layout of the buffer.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @count(%x: memref<?xi32, #llvm.address_space<1>>, %bins: memref<4xi32, #llvm.address_space<1>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %four = arith.constant 4 : i32
      %t = gpu.global_id x
      %all = ptr.to_ptr %x : memref<?xi32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      %layout = ptr.get_metadata %x : memref<?xi32, #llvm.address_space<1>>
      %again = ptr.from_ptr %all metadata %layout : <#llvm.address_space<1>> -> memref<?xi32, #llvm.address_space<1>>
      %number = memref.load %again[%t] : memref<?xi32, #llvm.address_space<1>>
      %bin = arith.andi %number, %three : i32
      %offset = arith.muli %bin, %four : i32
      %first = ptr.to_ptr %bins : memref<4xi32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      %at = ptr.ptr_add %first, %offset : !ptr.ptr<#llvm.address_space<1>>, i32
      %start = ptr.load %at atomic monotonic alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
      %last = scf.while (%found = %start) : (i32) -> i32 {
        %more = arith.addi %found, %one : i32
        %seen, %failed = rt.cmpxchg %found, %more, %at : i32, !ptr.ptr<#llvm.address_space<1>>
        scf.condition(%failed) %seen : i32
      } do {
      ^bb0(%seen: i32):
        scf.yield %seen : i32
      }
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "512"}) -> memref<4xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %x = gpu.alloc host_shared (%n) : memref<?xi32, #llvm.address_space<1>>
    %bins = gpu.alloc host_shared () : memref<4xi32, #llvm.address_space<1>>
    scf.for %i = %c0 to %n step %c1 {
      %square = arith.muli %i, %i : index
      %v = arith.index_cast %square : index to i32
      memref.store %v, %x[%i] : memref<?xi32, #llvm.address_space<1>>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %zero, %bins[%i] : memref<4xi32, #llvm.address_space<1>>
    }
    %blocks = arith.ceildivui %n, %c64 : index
    gpu.launch_func @k::@count blocks in (%blocks, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<?xi32, #llvm.address_space<1>>, %bins : memref<4xi32, #llvm.address_space<1>>)
    %out = memref.alloc() : memref<4xi32>
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.load %bins[%i] : memref<4xi32, #llvm.address_space<1>>
      memref.store %v, %out[%i] : memref<4xi32>
    }
    gpu.dealloc %x : memref<?xi32, #llvm.address_space<1>>
    gpu.dealloc %bins : memref<4xi32, #llvm.address_space<1>>
    return %out : memref<4xi32>
  }
}

// OUT: result 0: memref<4xi32> = [256 256 0 0]
// OUT: kernels=4 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
