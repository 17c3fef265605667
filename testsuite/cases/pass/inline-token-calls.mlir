// RUN: opt --inline-token-calls

// c10: a token passed to a function, and a new one returned.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @advance(%t: !gpu.async.token, %m: memref<64xf32>) -> !gpu.async.token {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async [%t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return %a : !gpu.async.token
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %s = gpu.wait async
    %a = func.call @advance(%s, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    %b = func.call @advance(%a, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    gpu.wait [%b]
    return
  }
}

// -----

// An exported function that takes and gives a token: work is complete where it begins and ends.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @advance(%t: !gpu.async.token, %m: memref<64xf32>) -> !gpu.async.token {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async [%t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return %a : !gpu.async.token
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %s = gpu.wait async
    %a = func.call @advance(%s, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    gpu.wait [%a]
    return
  }
}

