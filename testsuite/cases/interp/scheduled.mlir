// RUN: warpline run --device=interp --output=-
// RUN: warpline run --device=cpu,interp --output=-

// A scheduled program runs in the order in which its host issues the work: streams, events and arenas are none of the
// interpreter's business.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scale(%x: memref<4xf32>, %factor: f32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<4xf32>
      %w = arith.mulf %v, %factor : f32
      memref.store %w, %x[%i] : memref<4xf32>
      gpu.return
    }
  }

  func.func @main(%x: memref<4xf32> {warpline.input = "4xf32=1,2,3,4"}, %n: index {warpline.input = "4"}) -> memref<4xf32>
      attributes {rt.arena = 256 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %two = arith.constant 2.0 : f32
    %five = arith.constant 5.0 : f32
    %out = memref.alloc() : memref<4xf32>
    %a = rt.arena 0 : memref<4xf32>
    %b = rt.alloc(%n) on 1 : memref<?xf32>
    rt.copy %a, %x on 0 : memref<4xf32>, memref<4xf32>
    rt.fill %b, %five on 1 : memref<?xf32>, f32
    rt.graph on 0 edges(0 -> 1) {
      rt.launch @kernels::@scale blocks(%c1, %c1, %c1) threads(%c4, %c1, %c1) : index, index, index, index, index, index args(%a, %two : memref<4xf32>, f32)
      rt.launch @kernels::@scale blocks(%c1, %c1, %c1) threads(%c4, %c1, %c1) : index, index, index, index, index, index args(%a, %five : memref<4xf32>, f32)
    }
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.copy %out, %a on 1 : memref<4xf32>, memref<4xf32>
    rt.free %b on 1 : memref<?xf32>
    rt.host_wait 1
    return %out : memref<4xf32>
  }
}

// OUT: 4xf32=[10.0 20.0 30.0 40.0]
// OUT: 4xf32=[10.0 20.0 30.0 40.0]
