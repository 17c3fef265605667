// RUN: run --device=cpu --detect-races

// The elements between those that a copy writes are another kernel's.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @a(%m: memref<64xi32>, %o: memref<64xi32>) kernel {
      %part = memref.subview %m[0] [32] [2] : memref<64xi32> to memref<32xi32, strided<[2]>>
      %from = memref.subview %o[0] [32] [1] : memref<64xi32> to memref<32xi32, strided<[1]>>
      memref.copy %from, %part : memref<32xi32, strided<[1]>> to memref<32xi32, strided<[2]>>
      gpu.return
    }
    gpu.func @b(%m: memref<64xi32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 3 : i32
      %c1 = arith.constant 1 : index
      %two = arith.addi %i, %i : index
      %at = arith.addi %two, %c1 : index
      memref.store %x, %m[%at] : memref<64xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xi32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xi32> {llvm.noalias, warpline.input = "2"}) attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    rt.launch @k::@a on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%m, %o : memref<64xi32>, memref<64xi32>)
    rt.launch @k::@b on 1 blocks(%c1, %c1, %c1) threads(%c32, %c1, %c1) : index, index, index, index, index, index args(%m : memref<64xi32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: argument 0: memref<64xi32>
// OUT:   count=64 min=2 max=3 sum=160.0 first=2
// OUT:   values: 2 (32 times), 3 (32 times)
// OUT: kernels=2 launches=2 streams=2 waits=0 records=0 host_syncs=2 leaks=0
