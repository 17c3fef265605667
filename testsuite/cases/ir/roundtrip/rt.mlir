// RUN: roundtrip
// DIFFERS everywhere: the operations of rt are ours alone

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @scheduled(%n: index, %x: f32, %h: memref<8xf32>) attributes {rt.arena = 1024 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %size = arith.constant 64 : i32
    %a = rt.alloc () on 0 : memref<8xf32>
    %b = rt.alloc host_shared (%n) on 0 : memref<?xf32>
    %c = rt.arena 512 : memref<128xf32>
    rt.fill %a, %x on 0 : memref<8xf32>, f32
    rt.copy %a, %h on 0 : memref<8xf32>, memref<8xf32>
    rt.launch @m::@k on 0 blocks(%n, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%a : memref<8xf32>)
    rt.launch @m::@k on 1 blocks(%n, %c1, %c1) threads(%c1, %c1, %c1) dynamic_shared_memory_size %size : index, index, index, index, index, index shared i32 args(%h : memref<8xf32>)
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.host_wait 0
    rt.free %a on 0 : memref<8xf32>
    rt.free host_shared %b on 0 : memref<?xf32>
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @m {
// OUT:     gpu.func @k(%arg0: memref<8xf32>) kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @scheduled(%arg0: index, %arg1: f32, %arg2: memref<8xf32>) attributes {rt.arena = 1024 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64_i32 = arith.constant 64 : i32
// OUT:     %memref = rt.alloc() on 0 : memref<8xf32>
// OUT:     %memref_0 = rt.alloc host_shared(%arg0) on 0 : memref<?xf32>
// OUT:     %memref_1 = rt.arena 512 : memref<128xf32>
// OUT:     rt.fill %memref, %arg1 on 0 : memref<8xf32>, f32
// OUT:     rt.copy %memref, %arg2 on 0 : memref<8xf32>, memref<8xf32>
// OUT:     rt.launch @m::@k on 0 blocks(%arg0, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%memref : memref<8xf32>)
// OUT:     rt.launch @m::@k on 1 blocks(%arg0, %c1, %c1) threads(%c1, %c1, %c1) dynamic_shared_memory_size %c64_i32 : index, index, index, index, index, index shared i32 args(%arg2 : memref<8xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     rt.free %memref on 0 : memref<8xf32>
// OUT:     rt.free host_shared %memref_0 on 0 : memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @swapped(%p: !ptr.ptr<#llvm.address_space<1>>, %a: i16, %b: i16) -> (i16, i1) {
  %seen, %failed = rt.cmpxchg %a, %b, %p : i16, !ptr.ptr<#llvm.address_space<1>>
  return %seen, %failed : i16, i1
}

// OUT: module {
// OUT:   func.func @swapped(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: i16, %arg2: i16) -> (i16, i1) {
// OUT:     %seen, %failed = rt.cmpxchg %arg1, %arg2, %arg0 : i16, !ptr.ptr<#llvm.address_space<1>>
// OUT:     return %seen, %failed : i16, i1
// OUT:   }
// OUT: }
