// RUN: not run --plan-for=any --device=cpu --fail-call=launch:1

// As in early_exit.mlir, and the second kernel cannot be launched.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%w: memref<64xf32>, %v: f32) kernel {
      %i = gpu.thread_id x
      memref.store %v, %w[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %u = memref.load %b[%i] : memref<64xf32>
      %w = arith.addf %v, %u : f32
      memref.store %w, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%c: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %early: i1 {warpline.input = "0"}, %n: index {warpline.input = "64"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %a = gpu.alloc () : memref<64xf32>
    %d = gpu.alloc (%n) : memref<?xf32>
    %b = memref.cast %d : memref<?xf32> to memref<64xf32>
    gpu.launch_func @k::@fill blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %one : f32)
    gpu.launch_func @k::@fill blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %two : f32)
    cf.cond_br %early, ^leave, ^join
  ^join:
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %c : memref<64xf32>)
    gpu.dealloc %a : memref<64xf32>
    gpu.dealloc %d : memref<?xf32>
    return
  ^leave:
    gpu.launch_func @k::@fill blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %two : f32)
    gpu.dealloc %a : memref<64xf32>
    gpu.dealloc %d : memref<?xf32>
    return
  }
}

// OUT: early_exit_launch.mlir:29:5: error[E0501]: launch failed with InjectedFault: call 9 was chosen to fail
// OUT: leaks=0
