// RUN: not run --device=cpu

// A thread may allocate 16384 bytes at once.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: memref<4xf64>, %n: index) kernel {
      %t = gpu.thread_id x
      %own = memref.alloca(%n) : memref<?xf64>
      %v = memref.load %x[%t] : memref<4xf64>
      memref.store %v, %own[%t] : memref<?xf64>
      %w = memref.load %own[%t] : memref<?xf64>
      memref.store %w, %x[%t] : memref<4xf64>
      gpu.return
    }
  }

  func.func @main(%x: memref<4xf64> {warpline.input = "splat:1.0"}, %n: index {warpline.input = "2049"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%x: memref<4xf64>, %n: index)
    return
  }
}

// OUT: private_memory_exhausted.mlir:8:14: error[E0501]: it takes more than the 16384 bytes that a thread may allocate at once, in block (0, 0, 0) thread (0, 0, 0) of '@m::@k'
// OUT: private_memory_exhausted.mlir:20:5: note: launched here
// OUT: leaks=0
// -----

// The same for a buffer that it frees.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: memref<4xf64>, %n: index) kernel {
      %t = gpu.thread_id x
      %own = memref.alloc(%n) : memref<?xf64>
      %v = memref.load %x[%t] : memref<4xf64>
      memref.store %v, %own[%t] : memref<?xf64>
      %w = memref.load %own[%t] : memref<?xf64>
      memref.store %w, %x[%t] : memref<4xf64>
      memref.dealloc %own : memref<?xf64>
      gpu.return
    }
  }

  func.func @main(%x: memref<4xf64> {warpline.input = "splat:1.0"}, %n: index {warpline.input = "2049"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%x: memref<4xf64>, %n: index)
    return
  }
}

// OUT: private_memory_exhausted.mlir:7:14: error[E0501]: it takes more than the 16384 bytes that a thread may allocate at once, in block (0, 0, 0) thread (0, 0, 0) of '@m::@k'
// OUT: private_memory_exhausted.mlir:20:5: note: launched here
// OUT: leaks=0
