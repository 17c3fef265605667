// RUN: opt --gpu-expand-vector-arguments

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: memref<4xf32> {llvm.noalias}, %v: vector<2x2xf32>, %n: index) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %e = vector.extract %v[1, 0] : f32 from vector<2x2xf32>
      memref.store %e, %x[%c0] : memref<4xf32>
      gpu.return
    }
  }

  func.func @main(%x: memref<4xf32>, %v: vector<2x2xf32>) {
    %c1 = arith.constant 1 : index
    %start = gpu.wait async
    %done = gpu.launch_func async [%start] @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%x: memref<4xf32>, %v: vector<2x2xf32>, %c1: index)
    gpu.wait [%done]
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @m {
// OUT:     gpu.func @k(%arg0: memref<4xf32> {llvm.noalias}, %arg1: f32, %arg2: f32, %arg3: f32, %arg4: f32, %arg5: index) kernel {
// OUT:       %0 = vector.from_elements %arg1, %arg2, %arg3, %arg4 : vector<2x2xf32>
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %1 = vector.extract %0[1, 0] : f32 from vector<2x2xf32>
// OUT:       memref.store %1, %arg0[%c0] : memref<4xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<4xf32>, %arg1: vector<2x2xf32>) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = gpu.wait async
// OUT:     %1:4 = vector.to_elements %arg1 : vector<2x2xf32>
// OUT:     %2 = gpu.launch_func async [%0] @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<4xf32>, %1#0 : f32, %1#1 : f32, %1#2 : f32, %1#3 : f32, %c1 : index)
// OUT:     gpu.wait [%2]
// OUT:     return
// OUT:   }
// OUT: }
