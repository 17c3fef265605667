// RUN: run --device=cpu,interp

// The first lane of each subgroup computes, and all lanes get the result.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @kernel(%in: memref<32xf32>, %out: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %lane = gpu.lane_id
      %r = gpu.warp_execute_on_lane_0(%lane)[32] -> (f32) {
        %v = vector.transfer_read %in[%c0], %zero : memref<32xf32>, vector<32xf32>
        %s = vector.reduction <add>, %v : vector<32xf32> into f32
        gpu.yield %s : f32
      }
      memref.store %r, %out[%lane] : memref<32xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<32xf32> {warpline.input = "iota:0"}) -> memref<32xf32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %out = gpu.alloc () : memref<32xf32>
    gpu.launch_func @k::@kernel blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%in : memref<32xf32>, %out : memref<32xf32>)
    return %out : memref<32xf32>
  }
}

// OUT: result 0: memref<32xf32> = [496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0 496.0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
