// RUN: warpline run --device=hip --repeat=3

// A variable of the module that the kernel writes begins each run with its initial value.
module attributes {gpu.container_module} {
  func.func @main() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %m = gpu.alloc host_shared () : memref<1xi32>
    gpu.launch_func @counting::@next blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<1xi32>)
    return %m : memref<1xi32>
  }
  gpu.module @counting {
    memref.global "private" @count : memref<1xi32> = dense<7>
    gpu.func @next(%m: memref<1xi32>) kernel {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %count = memref.get_global @count : memref<1xi32>
      %before = memref.load %count[%c0] : memref<1xi32>
      %after = arith.addi %before, %one : i32
      memref.store %after, %count[%c0] : memref<1xi32>
      memref.store %after, %m[%c0] : memref<1xi32>
      gpu.return
    }
  }
}

// OUT: result 0: memref<1xi32> = [8]
