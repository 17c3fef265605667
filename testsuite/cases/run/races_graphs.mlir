// RUN: run --device=cpu --detect-races --graphs=always

// A launch with a dependence but without a token of its own is issued in the order of the text, so the copy comes behind
// it, also where the launch and asynchronous work before it could share a task graph.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
    gpu.func @idle() kernel {
      gpu.return
    }
  }
  func.func @main() -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %five = arith.constant 5 : i32
    %zero = arith.constant 0 : i32
    %sums, %made = gpu.alloc async () : memref<16xi32>
    %set = gpu.memset async [%made] %sums, %zero : memref<16xi32>, i32
    %idle = gpu.launch_func async @k::@idle blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1)
    gpu.launch_func [%set] @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%sums : memref<16xi32>, %five : i32)
    %copy = gpu.alloc host_shared () : memref<16xi32>
    %copied = gpu.memcpy async [%set] %copy, %sums : memref<16xi32>, memref<16xi32>
    gpu.wait [%copied, %idle]
    %first = memref.load %copy[%c0] : memref<16xi32>
    gpu.dealloc %copy : memref<16xi32>
    gpu.dealloc %sums : memref<16xi32>
    return %first : i32
  }
}

// OUT: result 0: i32 = 5
// OUT: kernels=2 launches=2 streams=1 graphs=3 graph_launches=3 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Synchronous work in a body of 'async.execute' keeps its order: the launch comes behind the copy that reads what it
// updates, also where they are in different task graphs.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @set(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      memref.store %c, %m[%i] : memref<16xi32>
      gpu.return
    }
    gpu.func @add(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %five = arith.constant 5 : i32
    %zero = arith.constant 0 : i32
    %to = gpu.alloc () : memref<16xi32>
    %sums = gpu.alloc host_shared () : memref<16xi32>
    gpu.memset %sums, %zero : memref<16xi32>, i32
    %done = async.execute {
      %half = memref.subview %to[8] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 8>>
      %odd = memref.subview %sums[1] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2], offset: 1>>
      gpu.memcpy %half, %odd : memref<8xi32, strided<[1], offset: 8>>, memref<8xi32, strided<[2], offset: 1>>
      %other = gpu.alloc () : memref<16xi32>
      gpu.launch_func @k::@set blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%other : memref<16xi32>, %five : i32)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%sums : memref<16xi32>, %five : i32)
      gpu.dealloc %other : memref<16xi32>
      async.yield
    }
    async.await %done : !async.token
    gpu.dealloc %sums : memref<16xi32>
    gpu.dealloc %to : memref<16xi32>
    return
  }
}

// OUT: kernels=2 launches=2 streams=1 graphs=3 graph_launches=3 waits=0 records=0 host_syncs=1 leaks=0
