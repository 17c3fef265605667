// RUN: warpline opt --gpu-schedule=print=effects,wait
// RUN: warpline opt --gpu-schedule=joins=maybe
// RUN: warpline opt --canonicalize --print-after=effects
// RUN: warpline opt --gpu-schedule --print-after=effect
// RUN: warpline opt --gpu-schedule=print=schedule,lifetimes

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @clear(%out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      memref.store %zero, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @one(%x: memref<64xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@clear blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<64xf32>)
    return
  }
}
