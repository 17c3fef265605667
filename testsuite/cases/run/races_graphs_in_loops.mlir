// RUN: run --device=cpu --detect-races

// In a loop the chain of updates of %a becomes a task graph by default. The additions to %b, which wait for a token and give
// none, stay out of it, so the copy of %b comes behind them: 20 iterations add 2 each.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @increment(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.load %m[%i] : memref<16xi32>
      %new = arith.addi %old, %c : i32
      memref.store %new, %m[%i] : memref<16xi32>
      gpu.return
    }
    gpu.func @add(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
  }
  func.func @main() -> memref<16xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c20 = arith.constant 20 : index
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %sums = memref.alloc() : memref<16xi32>
    %b = gpu.alloc () : memref<16xi32>
    %a = gpu.alloc () : memref<16xi32>
    gpu.memset %b, %zero : memref<16xi32>, i32
    gpu.memset %sums, %zero : memref<16xi32>, i32
    gpu.memset %a, %zero : memref<16xi32>, i32
    scf.for %i = %c0 to %c20 step %c1 {
      %t0 = gpu.launch_func async @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      %t1 = gpu.launch_func async [%t0] @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      %t2 = gpu.launch_func async [%t1] @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      %t3 = gpu.launch_func async [%t2] @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      %t4 = gpu.launch_func async [%t3] @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      %t5 = gpu.launch_func async [%t4] @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      %t6 = gpu.launch_func async [%t5] @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      %t7 = gpu.launch_func async [%t6] @k::@increment blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<16xi32>, %one : i32)
      gpu.launch_func [%t0] @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%b : memref<16xi32>, %one : i32)
      gpu.launch_func [%t0] @k::@add blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%b : memref<16xi32>, %one : i32)
      %copied = gpu.memcpy async %sums, %b : memref<16xi32>, memref<16xi32>
      gpu.wait [%copied, %t7]
    }
    gpu.dealloc %a : memref<16xi32>
    gpu.dealloc %b : memref<16xi32>
    return %sums : memref<16xi32>
  }
}

// OUT: result 0: memref<16xi32> = [40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40]
// OUT: kernels=2 launches=200 streams=3 graphs=2 graph_launches=40 waits=42 records=42 host_syncs=21 leaks=0
