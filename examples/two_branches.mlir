// Two independent branches and their sum, one launch after the other in the text. The scheduler finds from what the kernels
// read and write that the branches need not wait for each other, and gives them a stream each; the sum waits for both.
//
//   warpline compile examples/two_branches.mlir --target=cpu --emit=plan
//   warpline run examples/two_branches.mlir --explain-waits
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @power(%x: memref<512xf32>, %y: memref<512xf32>, %n: index) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %one = arith.constant 1.0 : f32
      %i = gpu.global_id x
      %v = memref.load %x[%i] : memref<512xf32>
      %result = scf.for %k = %c0 to %n step %c1 iter_args(%so_far = %one) -> (f32) {
        %next = arith.mulf %so_far, %v : f32
        scf.yield %next : f32
      }
      memref.store %result, %y[%i] : memref<512xf32>
      gpu.return
    }
    gpu.func @add(%x: memref<512xf32>, %y: memref<512xf32>, %z: memref<512xf32>) kernel {
      %i = gpu.global_id x
      %v = memref.load %x[%i] : memref<512xf32>
      %w = memref.load %y[%i] : memref<512xf32>
      %sum = arith.addf %v, %w : f32
      memref.store %sum, %z[%i] : memref<512xf32>
      gpu.return
    }
  }

  func.func @main(%x: memref<512xf32> {warpline.input = "splat:1"}) -> memref<512xf32> {
    %c1 = arith.constant 1 : index
    %n_left = arith.constant 200 : index
    %n_right = arith.constant 300 : index
    %blocks = arith.constant 2 : index
    %threads = arith.constant 256 : index
    %left = memref.alloc() : memref<512xf32>
    %right = memref.alloc() : memref<512xf32>
    %sum = memref.alloc() : memref<512xf32>
    gpu.launch_func @kernels::@power blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%x : memref<512xf32>, %left : memref<512xf32>, %n_left : index)
    gpu.launch_func @kernels::@power blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%x : memref<512xf32>, %right : memref<512xf32>, %n_right : index)
    gpu.launch_func @kernels::@add blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%left : memref<512xf32>, %right : memref<512xf32>, %sum : memref<512xf32>)
    memref.dealloc %left : memref<512xf32>
    memref.dealloc %right : memref<512xf32>
    return %sum : memref<512xf32>
  }
}
