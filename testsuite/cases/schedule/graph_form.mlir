// RUN: roundtrip

// A graph before scheduling, with tokens, and one on a stream; a graph without edges.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
      gpu.return
    }
  }
  func.func @open(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: f32) {
    %c1 = arith.constant 1 : index
    %0 = gpu.wait async
    %1 = rt.graph async [%0] edges(0 -> 1, 0 -> 2) {
      rt.fill %arg0, %arg2 : memref<64xf32>, f32
      rt.copy %arg1, %arg0 : memref<64xf32>, memref<64xf32>
      rt.launch @k::@copy blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
    }
    gpu.wait [%1]
    return
  }
  func.func @scheduled(%arg0: memref<64xf32>, %arg1: f32) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    rt.graph on 0 {
      rt.fill %arg0, %arg1 : memref<64xf32>, f32
    } {note = "one"}
    rt.host_wait 0
    return
  }
}
