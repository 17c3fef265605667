// RUN: warpline run --device=cpu --diagnostics=json --input=1 --input=2
// RUN: warpline run --device=cpu --diagnostics=json --input=1 --input=2 --entry=apart

// A function that the run calls with a buffer out of a call does not know that its arguments are apart: what to write is
// said once. Of functions that do not run nothing is said.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @inc(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @both(%a: memref<64xf32>, %b: memref<64xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>)
    return
  }
  func.func private @first(%a: memref<64xf32>, %b: memref<64xf32>) -> memref<64xf32> {
    return %a : memref<64xf32>
  }
  func.func @main(%a: memref<64xf32>, %b: memref<64xf32>) {
    %c = func.call @first(%a, %b) : (memref<64xf32>, memref<64xf32>) -> memref<64xf32>
    func.call @both(%c, %b) : (memref<64xf32>, memref<64xf32>) -> ()
    return
  }
  func.func @apart(%a: memref<64xf32>, %b: memref<64xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: stderr:
// OUT: {"v":1,"severity":"remark","code":null,"message":"runs after other work only because argument 0 and argument 1 may overlap; where they never do, mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias","file":"noalias_run.mlir","line":20,"column":5,"bytes":[881,896],"labels":[],"notes":[{"message":"the other work is here","line":19,"column":5,"bytes":[769,784]}],"fixes":[],"pass":"gpu-schedule"}
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
