// RUN: not run --device=cpu --adversary=1 --expect=4

// Nothing lets the second kernel wait. The newest work runs first and meets memory that nobody has written.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> memref<64xf32> attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %x = rt.alloc() on 0 : memref<64xf32>
    %z = rt.alloc host_shared() on 0 : memref<64xf32>
    rt.launch @k::@twice on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%x, %z : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    rt.free %x on 0 : memref<64xf32>
    rt.host_wait 0
    return %z : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=NaN max=NaN sum=NaN first=NaN
// OUT:   values: NaN (64 times)
// OUT: warpline: error: result 0: 64 of 64 elements differ; first at [0]: expected 4.0, but found NaN (absolute difference NaN)
// OUT:   then at [1]: expected 4.0, but found NaN (absolute difference NaN)
// OUT:   then at [2]: expected 4.0, but found NaN (absolute difference NaN)
// OUT:   then at [3]: expected 4.0, but found NaN (absolute difference NaN)
// OUT:   then at [4]: expected 4.0, but found NaN (absolute difference NaN)
// OUT:   then at [5]: expected 4.0, but found NaN (absolute difference NaN)
// OUT:   then at [6]: expected 4.0, but found NaN (absolute difference NaN)
// OUT:   then at [7]: expected 4.0, but found NaN (absolute difference NaN)
// OUT: note: '--adversary=1' runs the same order again
// OUT: leaks=0
