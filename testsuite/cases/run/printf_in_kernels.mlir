// RUN: run --device=cpu,interp

// Each thread prints; the output of a launch is in the order of blocks.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @hello(%x: f16) kernel {
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %n = arith.index_cast %t : index to i32
      %f = arith.sitofp %n : i32 to f32
      gpu.barrier
      gpu.printf "block %lld thread %d has %.2f and %g, 100 %%\n", %b, %n, %f, %x : index, i32, f32, f16
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %three = arith.constant 3 : index
    %two = arith.constant 2 : index
    %half = arith.constant 0.5 : f16
    gpu.launch_func @k::@hello blocks in (%three, %one, %one) threads in (%two, %one, %one) args(%half : f16)
    return
  }
}

// OUT: block 0 thread 0 has 0.00 and 0.5, 100 %
// OUT: block 0 thread 1 has 1.00 and 0.5, 100 %
// OUT: block 1 thread 0 has 0.00 and 0.5, 100 %
// OUT: block 1 thread 1 has 1.00 and 0.5, 100 %
// OUT: block 2 thread 0 has 0.00 and 0.5, 100 %
// OUT: block 2 thread 1 has 1.00 and 0.5, 100 %
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Workgroup memory of a size that the launch determines.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @turn(%out: memref<8xi32>) kernel {
      %zero = arith.constant 0 : index
      %seven = arith.constant 7 : index
      %t = gpu.thread_id x
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %all = memref.view %bytes[%zero][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xi32, #gpu.address_space<workgroup>>
      %n = arith.index_cast %t : index to i32
      memref.store %n, %all[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %other = arith.subi %seven, %t : index
      %v = memref.load %all[%other] : memref<8xi32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%t] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<8xi32> {
    %one = arith.constant 1 : index
    %eight = arith.constant 8 : index
    %size = arith.constant 32 : i32
    %out = memref.alloc() : memref<8xi32>
    gpu.launch_func @k::@turn blocks in (%one, %one, %one) threads in (%eight, %one, %one)
      dynamic_shared_memory_size %size args(%out : memref<8xi32>)
    return %out : memref<8xi32>
  }
}

// OUT: result 0: memref<8xi32> = [7 6 5 4 3 2 1 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
