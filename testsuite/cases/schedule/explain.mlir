// RUN: warpline run --plan-for=any --explain-waits

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
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"}, %out: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"}) -> f32 {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %in : memref<64xf32>, %in : memref<64xf32>, %b : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %b : memref<64xf32>, %in : memref<64xf32>, %out : memref<64xf32>)
    gpu.launch_func @m::@sum blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %out : memref<64xf32>, %in : memref<64xf32>, %b : memref<64xf32>)
    %value = memref.load %b[%one] : memref<64xf32>
    memref.dealloc %a : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    return %value : f32
  }
}

// OUT: result 0: f32 = 4.746808
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.10494413 max=6.796174 sum=230.0550555959344 first=6.1831756
// OUT: stderr:
// OUT: @main: 4 operations on 2 streams, by the model for any 7 % shorter than one after the other
// OUT:   2 (@m::@sum, line 23) waits for 1 (@m::@sum, line 22): both touch %b, line 20 (2 reads what 1 writes)
// OUT:   3 (@m::@sum, line 24) waits for 2 (@m::@sum, line 23): both touch %out, line 16 (3 reads what 2 writes)
// OUT:   the host waits for 3 (@m::@sum, line 24) before 4 (memref.load, line 25): both touch %b, line 20 (4 reads what 3 writes)
