// RUN: run --plan-for=any --device=cpu,interp

// Two kernels side by side, then a choice of the host: here the join of both.
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

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=3.0 max=3.0 sum=192.0 first=3.0
// OUT:   values: 3.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.0 max=0.0 sum=0.0 first=0.0
// OUT:   values: 0.0 (64 times)
// OUT: kernels=2 launches=3 streams=3 waits=1 records=1 host_syncs=1 leaks=0
// -----

// The same where the function returns between fork and join.
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
  func.func @main(%c: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %early: i1 {warpline.input = "1"}, %n: index {warpline.input = "64"}) {
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

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=0.0 max=0.0 sum=0.0 first=0.0
// OUT:   values: 0.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=3 streams=3 waits=2 records=2 host_syncs=1 leaks=0
