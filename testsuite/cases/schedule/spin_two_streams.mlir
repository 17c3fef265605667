// RUN: opt --gpu-place-buffers --gpu-schedule=max-streams=2

// Two launches that wait for each other, on two streams with other work: the host waits for what it reads between the
// two, and so neither may stand on the stream of that work, nor behind other work that waits for the first.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %two : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      gpu.return
    }
    gpu.func @touch(%m: memref<1xf32>) kernel {
      %zero = arith.constant 0 : index
      %v = memref.load %m[%zero] : memref<1xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%zero] : memref<1xf32>
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {llvm.noalias}, %a: memref<1xf32> {llvm.noalias}, %b: memref<1xf32> {llvm.noalias}, %c: memref<1xf32> {llvm.noalias}) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<1xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<1xf32>)
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<1xf32>)
    %v = memref.load %a[%c0] : memref<1xf32>
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<1xf32>)
    return %v : f32
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @meet(%arg0: memref<1xi32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c2_i32 = arith.constant 2 : i32
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %0 = memref.atomic_rmw addi %c1_i32, %arg0[%c0] : (i32, memref<1xi32>) -> i32
// OUT:       scf.while : () -> () {
// OUT:         %1 = memref.atomic_rmw addi %c0_i32, %arg0[%c0] : (i32, memref<1xi32>) -> i32
// OUT:         %2 = arith.cmpi slt, %1, %c2_i32 : i32
// OUT:         scf.condition(%2)
// OUT:       } do {
// OUT:         scf.yield
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @touch(%arg0: memref<1xf32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = memref.load %arg0[%c0] : memref<1xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%c0] : memref<1xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<1xi32> {llvm.noalias}, %arg1: memref<1xf32> {llvm.noalias}, %arg2: memref<1xf32> {llvm.noalias}, %arg3: memref<1xf32> {llvm.noalias}) -> f32 attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<1xf32>)
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<1xf32>)
// OUT:     rt.launch @k::@meet on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<1xi32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg3 : memref<1xf32>)
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %arg1[%c0] : memref<1xf32>
// OUT:     rt.launch @k::@meet on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<1xi32>)
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg3 : memref<1xf32>)
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
