// RUN: run --device=cpu,interp --graphs=always

// Fills of views are nodes of task graphs: by their halves where elements have 8 bytes, and again with other sizes in the
// next iteration.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @number(%m: memref<64xi64>) kernel {
      %i = gpu.thread_id x
      %v = arith.index_cast %i : index to i64
      memref.store %v, %m[%i] : memref<64xi64>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xi64> {llvm.noalias, warpline.input = "0"}, %b: memref<64xi64> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %v = arith.constant -5000000000 : i64
    %w = arith.constant 100 : i64
    gpu.launch_func @k::@number blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xi64>)
    gpu.launch_func @k::@number blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xi64>)
    scf.for %i = %c0 to %c4 step %c1 {
      %step = arith.addi %i, %c1 : index
      %at = arith.muli %i, %c3 : index
      %x = memref.subview %a[%at] [%step] [%step] : memref<64xi64> to memref<?xi64, strided<[?], offset: ?>>
      %y = memref.subview %b[%at] [%i] [2] : memref<64xi64> to memref<?xi64, strided<[2], offset: ?>>
      gpu.memset %x, %v : memref<?xi64, strided<[?], offset: ?>>, i64
      gpu.memset %y, %w : memref<?xi64, strided<[2], offset: ?>>, i64
    }
    return
  }
}

// OUT: argument 0: memref<64xi64>
// OUT:   count=64 min=-5000000000 max=63 sum=-44999998070.0 first=-5000000000
// OUT: argument 1: memref<64xi64>
// OUT:   count=64 min=0 max=100 sum=2566.0 first=0
// OUT: kernels=1 launches=2 streams=1 graphs=2 graph_launches=5 waits=0 records=0 host_syncs=1 leaks=0
