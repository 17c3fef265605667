// RUN: run --device=cpu,interp

// Each lane gives the first one two by two elements of a matrix, and gets four elements of a row of what it computes, and
// a sum that all get.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @center(%x: memref<64x4xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      %lane = gpu.lane_id
      %own = vector.load %x[%t, %c0] : memref<64x4xf32>, vector<4xf32>
      %part = vector.shape_cast %own : vector<4xf32> to vector<2x2xf32>
      %rows, %sum = gpu.warp_execute_on_lane_0(%lane)[32] args(%part : vector<2x2xf32>) -> (vector<1x4xf32>, f32) {
      ^bb0(%all: vector<8x16xf32>):
        %all_sum = vector.multi_reduction <add>, %all, %zero [0, 1] : vector<8x16xf32> to f32
        %splat = vector.broadcast %all_sum : f32 to vector<8x16xf32>
        %less = arith.subf %all, %splat : vector<8x16xf32>
        %out = vector.shape_cast %less : vector<8x16xf32> to vector<4x32xf32>
        gpu.yield %out, %all_sum : vector<4x32xf32>, f32
      }
      %row = vector.shape_cast %rows : vector<1x4xf32> to vector<4xf32>
      %splat = vector.broadcast %sum : f32 to vector<4xf32>
      %both = arith.addf %row, %splat : vector<4xf32>
      vector.store %both, %x[%t, %c0] : memref<64x4xf32>, vector<4xf32>
      gpu.return
    }
  }

  func.func @main(%x: memref<64x4xf32> {warpline.input = "iota:0:1"}) -> memref<64x4xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@center blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x: memref<64x4xf32>)
    return %x : memref<64x4xf32>
  }
}

// OUT: result 0: memref<64x4xf32>
// OUT:   count=256 min=0.0 max=255.0 sum=32640.0 first=0.0
// OUT: argument 0: memref<64x4xf32>
// OUT:   count=256 min=0.0 max=255.0 sum=32640.0 first=0.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
