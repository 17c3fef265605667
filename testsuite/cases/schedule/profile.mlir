// RUN: warpline compile --target=cpu --emit=plan
// RUN: warpline compile --target=cpu --emit=plan --profile=cases/schedule/profile_short.json
// RUN: warpline compile --target=cpu --emit=plan --profile=cases/schedule/profile_few.json
// RUN: warpline compile --target=cpu --emit=plan --profile=cases/schedule/profile_wrong.json
// RUN: warpline compile --target=cpu --emit=plan --profile=cases/schedule/profile_cut.json
// RUN: warpline run --profile=cases/schedule/profile_none.json

// Measured times that are shorter than predicted make one stream the better plan.
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
  func.func @main(%in: memref<64xf32> {llvm.noalias}, %a0: memref<64xf32> {llvm.noalias}, %a1: memref<64xf32> {llvm.noalias}, %b0: memref<64xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a0 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a1 : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a0 : memref<64xf32>, %a1 : memref<64xf32>, %in : memref<64xf32>, %b0 : memref<64xf32>)
    return
  }
}
