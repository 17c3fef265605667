// RUN: warpline opt --gpu-schedule --print-after=effects,alias,dag,reduce,schedule,waits,lifetimes,verify --output=/dev/null

// Two convolutions and their sum.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @conv(%in: memref<1024xf32>, %w: memref<1024xf32>, %out: memref<1024xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %in[%i] : memref<1024xf32>
      %b = memref.load %w[%i] : memref<1024xf32>
      %c = arith.mulf %a, %b : f32
      memref.store %c, %out[%i] : memref<1024xf32>
      gpu.return
    }
  }
  func.func @pair(%x: memref<1024xf32> {llvm.noalias}, %w1: memref<1024xf32> {llvm.noalias}, %w2: memref<1024xf32> {llvm.noalias}) -> memref<1024xf32> {
    %one = arith.constant 1 : index
    %n = arith.constant 1024 : index
    %a = memref.alloc() : memref<1024xf32>
    %b = memref.alloc() : memref<1024xf32>
    %c = memref.alloc() : memref<1024xf32>
    gpu.launch_func @m::@conv blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<1024xf32>, %w1 : memref<1024xf32>, %a : memref<1024xf32>)
    gpu.launch_func @m::@conv blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<1024xf32>, %w2 : memref<1024xf32>, %b : memref<1024xf32>)
    gpu.launch_func @m::@conv blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<1024xf32>, %b : memref<1024xf32>, %c : memref<1024xf32>)
    return %c : memref<1024xf32>
  }
}
// -----

// A copy, a fill, memory in the order of streams, a token, and a load of the host.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @scale(%in: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %in[%i] : memref<64xf32>
      memref.store %a, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @mixed(%x: memref<64xf32>, %y: memref<64xf32>) -> f32 {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %low = memref.subview %y[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
    %high = memref.subview %y[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
    %a = gpu.alloc () : memref<64xf32>
    %t = gpu.memset async %low, %zero : memref<32xf32, strided<[1]>>, f32
    gpu.memset %high, %zero : memref<32xf32, strided<[1], offset: 32>>, f32
    gpu.launch_func [%t] @m::@scale blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%y : memref<64xf32>, %a : memref<64xf32>)
    gpu.memcpy %x, %a : memref<64xf32>, memref<64xf32>
    gpu.dealloc %a : memref<64xf32>
    %r = memref.load %x[%one] : memref<64xf32>
    return %r : f32
  }
}
// -----

// A loop whose trips depend on each other.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @scale(%in: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %in[%i] : memref<64xf32>
      memref.store %a, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @trips(%x: memref<64xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %trips: index) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    scf.for %i = %zero to %trips step %one {
      gpu.launch_func @m::@scale blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @m::@scale blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%y : memref<64xf32>, %x : memref<64xf32>)
    }
    return
  }
}
