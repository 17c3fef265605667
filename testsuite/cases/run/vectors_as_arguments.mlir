// RUN: run --device=cpu,interp

// A kernel and a function of the host take vectors.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @add(%x: memref<8xi32>, %of_column: vector<4xi32>, %of_row: vector<2x1xi32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c4 = arith.constant 4 : index
      %t = gpu.thread_id x
      %row = arith.divui %t, %c4 : index
      %column = arith.remui %t, %c4 : index
      %a = vector.extract %of_column[%column] : i32 from vector<4xi32>
      %flat = vector.shape_cast %of_row : vector<2x1xi32> to vector<2xi32>
      %b = vector.extract %flat[%row] : i32 from vector<2xi32>
      %sum = arith.addi %a, %b : i32
      memref.store %sum, %x[%t] : memref<8xi32>
      gpu.return
    }
  }

  func.func private @launch(%x: memref<8xi32>, %of_column: vector<4xi32>) -> vector<4xi32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %of_row = arith.constant dense<[[100], [200]]> : vector<2x1xi32>
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%x: memref<8xi32>, %of_column: vector<4xi32>, %of_row: vector<2x1xi32>)
    %twice = arith.addi %of_column, %of_column : vector<4xi32>
    return %twice : vector<4xi32>
  }

  func.func @main(%x: memref<8xi32> {warpline.input = "splat:0"}) -> (memref<8xi32>, i32) {
    %of_column = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
    %twice = call @launch(%x, %of_column) : (memref<8xi32>, vector<4xi32>) -> vector<4xi32>
    %sum = vector.reduction <add>, %twice : vector<4xi32> into i32
    return %x, %sum : memref<8xi32>, i32
  }
}

// OUT: result 0: memref<8xi32> = [101 102 103 104 201 202 203 204]
// OUT: result 1: i32 = 20
// OUT: argument 0: memref<8xi32> = [101 102 103 104 201 202 203 204]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
