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

// OUT: stderr:
// OUT: print_wrong.mlir:1:1: error[E0121]: option 'print' of 'gpu-schedule': expected true, false, or some of effects, alias, dag, reduce, schedule, waits, memory, lifetimes, but found 'effects,wait'
// OUT:    ╭─[ print_wrong.mlir:1:1 ]
// OUT:    │
// OUT:  1 │ // RUN: warpline opt --gpu-schedule=print=effects,wait
// OUT:    │ │
// OUT:    │ ╰─ at this location
// OUT: ───╯
// OUT: exit: 1
// OUT: stderr:
// OUT: print_wrong.mlir:1:1: error[E0121]: option 'joins' of 'gpu-schedule': expected free, true or false, but found 'maybe'
// OUT:    ╭─[ print_wrong.mlir:1:1 ]
// OUT:    │
// OUT:  1 │ // RUN: warpline opt --gpu-schedule=print=effects,wait
// OUT:    │ │
// OUT:    │ ╰─ expected free, true or false
// OUT: ───╯
// OUT: exit: 1
// OUT: stderr:
// OUT: warpline: error: expected gpu-schedule among the passes for --print-after=effects
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: there is no pass 'effect'
// OUT: exit: 2
// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @m {
// OUT:     gpu.func @clear(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       memref.store %cst, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @one(%arg0: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @m::@clear on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: print_wrong.mlir:16:3: remark[gpu-schedule]: plan.schedule @one {   mode serial K 8 streams 1   s0: 0   order: 0 }
// OUT:     ╭─[ print_wrong.mlir:16:3 ]
// OUT:     │
// OUT:  16 │   func.func @one(%x: memref<64xf32>) {
// OUT:     │   ────┬────
// OUT:     │       ╰────── this 'func.func'
// OUT: ────╯
// OUT: print_wrong.mlir:16:3: remark[gpu-schedule]: plan.lifetimes @one {   streams 1 slots 0 }
// OUT:     ╭─[ print_wrong.mlir:16:3 ]
// OUT:     │
// OUT:  16 │   func.func @one(%x: memref<64xf32>) {
// OUT:     │   ────┬────
// OUT:     │       ╰────── this 'func.func'
// OUT: ────╯
