// RUN: warpline opt --gpu-graph-regions=mode=always --gpu-reorder=max-streams=2 --remarks=gpu-reorder --diagnostics=short
// RUN: warpline run --plan-for=any --device=cpu --graphs=always --max-streams=2 --detect-races
// RUN: warpline run --plan-for=any --device=interp

// Both long kernels wait for the first one. The graph behind them fits in before that on the second stream, so it is issued
// first. It has no operands, and comes behind the allocation of the buffer that its nodes use.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @double(%a: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %between: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %between[%i] : memref<64xf32>
      %z = arith.addf %y, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "3"}, %o0: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o3: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @m::@double blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %o0 : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    %a = gpu.alloc () : memref<64xf32>
    gpu.launch_func @m::@twice blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%o0 : memref<64xf32>, %a : memref<64xf32>, %o1 : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    %b = gpu.alloc () : memref<64xf32>
    gpu.launch_func @m::@twice blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%o0 : memref<64xf32>, %b : memref<64xf32>, %o2 : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    %c = gpu.alloc () : memref<64xf32>
    gpu.launch_func @m::@double blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %c : memref<64xf32>) {warpline.microseconds = 5.0 : f64}
    gpu.launch_func @m::@double blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%c : memref<64xf32>, %o3 : memref<64xf32>) {warpline.microseconds = 5.0 : f64}
    gpu.dealloc %a : memref<64xf32>
    gpu.dealloc %b : memref<64xf32>
    gpu.dealloc %c : memref<64xf32>
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @m {
// OUT:     gpu.func @double(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %1, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "3"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg4: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.graph {
// OUT:       rt.launch @m::@double blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {warpline.microseconds = 1.000000e+01 : f64} : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     } {warpline.stream = 0 : i32}
// OUT:     %memref = gpu.alloc  () : memref<64xf32>
// OUT:     rt.graph edges(0 -> 1) {
// OUT:       rt.launch @m::@double blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {warpline.microseconds = 5.000000e+00 : f64} : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:       rt.launch @m::@double blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {warpline.microseconds = 5.000000e+00 : f64} : index, index, index, index, index, index args(%memref, %arg4 : memref<64xf32>, memref<64xf32>)
// OUT:     } {warpline.stream = 1 : i32}
// OUT:     %memref_0 = gpu.alloc  () : memref<64xf32>
// OUT:     rt.graph {
// OUT:       rt.launch @m::@twice blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {warpline.microseconds = 3.000000e+01 : f64} : index, index, index, index, index, index args(%arg1, %memref_0, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     } {warpline.stream = 0 : i32}
// OUT:     %memref_1 = gpu.alloc  () : memref<64xf32>
// OUT:     rt.graph {
// OUT:       rt.launch @m::@twice blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {warpline.microseconds = 3.000000e+01 : f64} : index, index, index, index, index, index args(%arg1, %memref_1, %arg3 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     } {warpline.stream = 1 : i32}
// OUT:     gpu.dealloc  %memref_0 : memref<64xf32>
// OUT:     gpu.dealloc  %memref_1 : memref<64xf32>
// OUT:     gpu.dealloc  %memref : memref<64xf32>
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: reorder_graph_buffers.mlir:26:3: remark[gpu-reorder]: @main: the work ends after 39.7 us, not after 45.2 us
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=24.0 max=24.0 sum=1536.0 first=24.0
// OUT:   values: 24.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=24.0 max=24.0 sum=1536.0 first=24.0
// OUT:   values: 24.0 (64 times)
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=12.0 max=12.0 sum=768.0 first=12.0
// OUT:   values: 12.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=24.0 max=24.0 sum=1536.0 first=24.0
// OUT:   values: 24.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=24.0 max=24.0 sum=1536.0 first=24.0
// OUT:   values: 24.0 (64 times)
// OUT: argument 4: memref<64xf32>
// OUT:   count=64 min=12.0 max=12.0 sum=768.0 first=12.0
// OUT:   values: 12.0 (64 times)
