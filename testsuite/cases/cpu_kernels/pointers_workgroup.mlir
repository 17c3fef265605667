// RUN: run --device=cpu,interp

// Pointers to workgroup and private memory; they keep their memory space where buffers lose it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @mirror(%x: memref<64xf32, #llvm.address_space<1>>) workgroup(%shared: memref<64xf32, #llvm.address_space<3>>)
        private(%own: memref<4xf32, #llvm.address_space<5>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c4 = arith.constant 4 : index
      %c63 = arith.constant 63 : index
      %two = arith.constant 2.0 : f32
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<64xf32, #llvm.address_space<1>>
      %first = ptr.to_ptr %shared : memref<64xf32, #llvm.address_space<3>> -> <#llvm.address_space<3>>
      %bytes = arith.muli %t, %c4 : index
      %at = ptr.ptr_add inbounds %first, %bytes : !ptr.ptr<#llvm.address_space<3>>, index
      ptr.store %v, %at : f32, !ptr.ptr<#llvm.address_space<3>>
      gpu.barrier
      %last = arith.subi %c63, %t : index
      %layout = ptr.get_metadata %shared : memref<64xf32, #llvm.address_space<3>>
      %again = ptr.from_ptr %first metadata %layout : <#llvm.address_space<3>> -> memref<64xf32, #llvm.address_space<3>>
      %w = memref.load %again[%last] : memref<64xf32, #llvm.address_space<3>>
      %mine = ptr.to_ptr %own : memref<4xf32, #llvm.address_space<5>> -> <#llvm.address_space<5>>
      %second = ptr.ptr_add inbounds %mine, %c4 : !ptr.ptr<#llvm.address_space<5>>, index
      ptr.store %w, %second : f32, !ptr.ptr<#llvm.address_space<5>>
      gpu.barrier
      %part = ptr.from_ptr %second : <#llvm.address_space<5>> -> memref<2xf32, #llvm.address_space<5>>
      %c0 = arith.constant 0 : index
      %u = memref.load %part[%c0] : memref<2xf32, #llvm.address_space<5>>
      %twice = arith.mulf %u, %two : f32
      memref.store %twice, %x[%t] : memref<64xf32, #llvm.address_space<1>>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32, #llvm.address_space<1>> {warpline.input = "iota:0:1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@mirror blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32, #llvm.address_space<1>>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.0 max=126.0 sum=4032.0 first=126.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
