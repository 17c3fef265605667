// RUN: warpline opt --gpu-schedule=joins=false --print-after=waits,verify --output=/dev/null
// RUN: warpline opt --gpu-schedule --print-after=waits,verify --output=/dev/null
// RUN: warpline opt --gpu-schedule=joins=true --print-after=waits,verify

// Three operations need the same three: two waits each, or two for all of them and one each for two. By the model the last
// end one event later with the join, so it is made only when asked for.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = memref.load %c[%i] : memref<64xf32>
      %s = arith.addf %x, %y : f32
      %t = arith.addf %s, %z : f32
      memref.store %t, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @all_to_all(%in: memref<64xf32> {llvm.noalias}, %a0: memref<64xf32> {llvm.noalias}, %a1: memref<64xf32> {llvm.noalias}, %a2: memref<64xf32> {llvm.noalias}, %b0: memref<64xf32> {llvm.noalias}, %b1: memref<64xf32> {llvm.noalias}, %b2: memref<64xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a0 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a1 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a2 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %b0 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %b1 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %b2 : memref<64xf32>)
    return
  }
}
// -----

// What needs the same has time: another path is longer, and the join is free.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = memref.load %c[%i] : memref<64xf32>
      %s = arith.addf %x, %y : f32
      %t = arith.addf %s, %z : f32
      memref.store %t, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @slack(%in: memref<64xf32> {llvm.noalias}, %a0: memref<64xf32> {llvm.noalias}, %a1: memref<64xf32> {llvm.noalias}, %a2: memref<64xf32> {llvm.noalias}, %b0: memref<64xf32> {llvm.noalias}, %b1: memref<64xf32> {llvm.noalias}, %b2: memref<64xf32> {llvm.noalias}, %long: memref<64xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a0 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a1 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a2 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %b0 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %b1 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %b2 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %long : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%long : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %long : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%long : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %long : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%long : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %long : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%long : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %long : memref<64xf32>)
    return
  }
}
// -----

// An operation that runs on the stream of the first of them, and that they do not need, would hold up the others.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = memref.load %c[%i] : memref<64xf32>
      %s = arith.addf %x, %y : f32
      %t = arith.addf %s, %z : f32
      memref.store %t, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @held_up(%in: memref<64xf32> {llvm.noalias}, %a0: memref<64xf32> {llvm.noalias}, %a1: memref<64xf32> {llvm.noalias}, %a2: memref<64xf32> {llvm.noalias}, %b0: memref<64xf32> {llvm.noalias}, %b1: memref<64xf32> {llvm.noalias}, %b2: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}, %d: memref<64xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a0 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a1 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a2 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a0 : memref<64xf32>, %a0 : memref<64xf32>, %c : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a1 : memref<64xf32>, %a1 : memref<64xf32>, %a1 : memref<64xf32>, %d : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %c : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %a2 : memref<64xf32>, %d : memref<64xf32>)
    return
  }
}
