// The program of ../cache.mlir with another second kernel.
module attributes {gpu.container_module} {
  func.func @main() -> memref<8xf32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x = arith.constant 2.0 : f32
    %m = memref.alloc() : memref<8xf32>
    gpu.launch_func @a::@fill blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : f32, %m : memref<8xf32>)
    gpu.launch_func @b::@double blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%m : memref<8xf32>)
    return %m : memref<8xf32>
  }
  gpu.module @a {
    gpu.func @fill(%x: f32, %m: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      memref.store %x, %m[%i] : memref<8xf32>
      gpu.return
    }
  }
  gpu.module @b {
    gpu.func @double(%m: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<8xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %m[%i] : memref<8xf32>
      gpu.return
    }
  }
}
