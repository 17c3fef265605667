// RUN: run --device=cpu --detect-races

// A fill writes the elements of its view alone: a kernel on the elements between them is in no race with it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @odd(%m: memref<16xi32>) kernel {
      %i = gpu.thread_id x
      %one = arith.constant 1 : index
      %v = arith.index_cast %i : index to i32
      %twice = arith.addi %i, %i : index
      %at = arith.addi %twice, %one : index
      memref.store %v, %m[%at] : memref<16xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<16xi32> attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 8 : index
    %v = arith.constant 100 : i32
    %m = rt.alloc host_shared() on 0 : memref<16xi32>
    %even = memref.subview %m[0] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2]>>
    rt.launch @k::@odd on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%m : memref<16xi32>)
    rt.fill %even, %v on 0 : memref<8xi32, strided<[2]>>, i32
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.host_wait 0
    return %m : memref<16xi32>
  }
}

// OUT: result 0: memref<16xi32> = [100 0 100 1 100 2 100 3 100 4 100 5 100 6 100 7]
// OUT: kernels=1 launches=1 streams=2 waits=1 records=1 host_syncs=1 leaks=0
