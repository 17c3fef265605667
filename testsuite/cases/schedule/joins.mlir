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

// OUT: stderr:
// OUT: plan.waits @all_to_all {
// OUT:   waits 8 records 5 host 1
// OUT:   record e0 on s0 after 0
// OUT:   record e1 on s1 after 1
// OUT:   record e2 on s2 after 2
// OUT:   wait e2 on s0 before 3
// OUT:   wait e1 on s0 before 3
// OUT:   wait e2 on s1 before 4
// OUT:   wait e0 on s1 before 4
// OUT:   record e2 on s1 after 4
// OUT:   wait e1 on s2 before 5
// OUT:   wait e0 on s2 before 5
// OUT:   record e0 on s2 after 5
// OUT:   wait e0 on s0 before 6
// OUT:   wait e2 on s0 before 6
// OUT:   host_wait s0 before 6
// OUT: }
// OUT: plan.verify @all_to_all {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
// OUT: stderr:
// OUT: plan.waits @all_to_all {
// OUT:   waits 8 records 5 host 1
// OUT:   record e0 on s0 after 0
// OUT:   record e1 on s1 after 1
// OUT:   record e2 on s2 after 2
// OUT:   wait e2 on s0 before 3
// OUT:   wait e1 on s0 before 3
// OUT:   wait e2 on s1 before 4
// OUT:   wait e0 on s1 before 4
// OUT:   record e2 on s1 after 4
// OUT:   wait e1 on s2 before 5
// OUT:   wait e0 on s2 before 5
// OUT:   record e0 on s2 after 5
// OUT:   wait e0 on s0 before 6
// OUT:   wait e2 on s0 before 6
// OUT:   host_wait s0 before 6
// OUT: }
// OUT: plan.verify @all_to_all {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @m {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>, %arg3: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = memref.load %arg2[%thread_id_x] : memref<64xf32>
// OUT:       %3 = arith.addf %0, %1 : f32
// OUT:       %4 = arith.addf %3, %2 : f32
// OUT:       memref.store %4, %arg3[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @all_to_all(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}, %arg4: memref<64xf32> {llvm.noalias}, %arg5: memref<64xf32> {llvm.noalias}, %arg6: memref<64xf32> {llvm.noalias}) attributes {rt.events = 3 : i32, rt.streams = 3 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @m::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg1 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @m::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.launch @m::@sum on 2 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg3 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 1 on 2
// OUT:     rt.wait 1 on 0
// OUT:     rt.wait 0 on 0
// OUT:     rt.record 2 on 0
// OUT:     rt.launch @m::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg4 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 2 on 1
// OUT:     rt.launch @m::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg5 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 2 on 2
// OUT:     rt.launch @m::@sum on 2 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg6 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 1 on 2
// OUT:     rt.wait 1 on 0
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: plan.waits @all_to_all {
// OUT:   waits 6 records 5 host 1
// OUT:   record e0 on s1 after 1
// OUT:   record e1 on s2 after 2
// OUT:   wait e1 on s0 before 3
// OUT:   wait e0 on s0 before 3
// OUT:   record e2 on s0 before 3
// OUT:   wait e2 on s1 before 4
// OUT:   record e0 on s1 after 4
// OUT:   wait e2 on s2 before 5
// OUT:   record e1 on s2 after 5
// OUT:   wait e1 on s0 before 6
// OUT:   wait e0 on s0 before 6
// OUT:   host_wait s0 before 6
// OUT: }
// OUT: plan.verify @all_to_all {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
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

// OUT: stderr:
// OUT: plan.waits @slack {
// OUT:   waits 9 records 6 host 1
// OUT:   record e0 on s0 after 0
// OUT:   record e1 on s1 after 1
// OUT:   record e2 on s2 after 2
// OUT:   wait e2 on s0 before 3
// OUT:   wait e1 on s0 before 3
// OUT:   wait e2 on s1 before 4
// OUT:   wait e0 on s1 before 4
// OUT:   record e2 on s1 after 4
// OUT:   wait e1 on s2 before 5
// OUT:   wait e0 on s2 before 5
// OUT:   record e0 on s2 after 5
// OUT:   record e1 on s3 after 10
// OUT:   wait e1 on s0 before 11
// OUT:   wait e0 on s0 before 11
// OUT:   wait e2 on s0 before 11
// OUT:   host_wait s0 before 11
// OUT: }
// OUT: plan.verify @slack {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
// OUT: stderr:
// OUT: plan.waits @slack {
// OUT:   waits 7 records 6 host 1
// OUT:   record e0 on s1 after 1
// OUT:   record e1 on s2 after 2
// OUT:   wait e1 on s0 before 3
// OUT:   wait e0 on s0 before 3
// OUT:   record e2 on s0 before 3
// OUT:   wait e2 on s1 before 4
// OUT:   record e0 on s1 after 4
// OUT:   wait e2 on s2 before 5
// OUT:   record e1 on s2 after 5
// OUT:   record e2 on s3 after 10
// OUT:   wait e2 on s0 before 11
// OUT:   wait e1 on s0 before 11
// OUT:   wait e0 on s0 before 11
// OUT:   host_wait s0 before 11
// OUT: }
// OUT: plan.verify @slack {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @m {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>, %arg3: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = memref.load %arg2[%thread_id_x] : memref<64xf32>
// OUT:       %3 = arith.addf %0, %1 : f32
// OUT:       %4 = arith.addf %3, %2 : f32
// OUT:       memref.store %4, %arg3[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @slack(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}, %arg4: memref<64xf32> {llvm.noalias}, %arg5: memref<64xf32> {llvm.noalias}, %arg6: memref<64xf32> {llvm.noalias}, %arg7: memref<64xf32> {llvm.noalias}) attributes {rt.events = 3 : i32, rt.streams = 4 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @m::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg1 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @m::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.launch @m::@sum on 2 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg3 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 1 on 2
// OUT:     rt.wait 1 on 0
// OUT:     rt.wait 0 on 0
// OUT:     rt.record 2 on 0
// OUT:     rt.launch @m::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg4 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 2 on 1
// OUT:     rt.launch @m::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg5 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 2 on 2
// OUT:     rt.launch @m::@sum on 2 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg6 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 1 on 2
// OUT:     rt.launch @m::@sum on 3 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg7 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @m::@sum on 3 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg7, %arg0, %arg0, %arg7 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @m::@sum on 3 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg7, %arg0, %arg0, %arg7 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @m::@sum on 3 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg7, %arg0, %arg0, %arg7 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @m::@sum on 3 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg7, %arg0, %arg0, %arg7 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 2 on 3
// OUT:     rt.wait 2 on 0
// OUT:     rt.wait 1 on 0
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: plan.waits @slack {
// OUT:   waits 7 records 6 host 1
// OUT:   record e0 on s1 after 1
// OUT:   record e1 on s2 after 2
// OUT:   wait e1 on s0 before 3
// OUT:   wait e0 on s0 before 3
// OUT:   record e2 on s0 before 3
// OUT:   wait e2 on s1 before 4
// OUT:   record e0 on s1 after 4
// OUT:   wait e2 on s2 before 5
// OUT:   record e1 on s2 after 5
// OUT:   record e2 on s3 after 10
// OUT:   wait e2 on s0 before 11
// OUT:   wait e1 on s0 before 11
// OUT:   wait e0 on s0 before 11
// OUT:   host_wait s0 before 11
// OUT: }
// OUT: plan.verify @slack {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
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

// OUT: stderr:
// OUT: plan.waits @held_up {
// OUT:   waits 5 records 4 host 1
// OUT:   record e0 on s0 after 0
// OUT:   record e1 on s1 after 1
// OUT:   record e2 on s2 after 2
// OUT:   wait e2 on s0 before 5
// OUT:   wait e1 on s0 before 5
// OUT:   wait e2 on s1 before 6
// OUT:   wait e0 on s1 before 6
// OUT:   record e0 on s1 after 6
// OUT:   wait e0 on s0 before 7
// OUT:   host_wait s0 before 7
// OUT: }
// OUT: plan.verify @held_up {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
// OUT: stderr:
// OUT: plan.waits @held_up {
// OUT:   waits 5 records 4 host 1
// OUT:   record e0 on s0 after 0
// OUT:   record e1 on s1 after 1
// OUT:   record e2 on s2 after 2
// OUT:   wait e2 on s0 before 5
// OUT:   wait e1 on s0 before 5
// OUT:   wait e2 on s1 before 6
// OUT:   wait e0 on s1 before 6
// OUT:   record e0 on s1 after 6
// OUT:   wait e0 on s0 before 7
// OUT:   host_wait s0 before 7
// OUT: }
// OUT: plan.verify @held_up {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @m {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>, %arg3: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = memref.load %arg2[%thread_id_x] : memref<64xf32>
// OUT:       %3 = arith.addf %0, %1 : f32
// OUT:       %4 = arith.addf %3, %2 : f32
// OUT:       memref.store %4, %arg3[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @held_up(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}, %arg4: memref<64xf32> {llvm.noalias}, %arg5: memref<64xf32> {llvm.noalias}, %arg6: memref<64xf32> {llvm.noalias}, %arg7: memref<64xf32> {llvm.noalias}, %arg8: memref<64xf32> {llvm.noalias}) attributes {rt.events = 3 : i32, rt.streams = 3 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @m::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg1 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 0
// OUT:     rt.launch @m::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 1 on 1
// OUT:     rt.launch @m::@sum on 2 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg0, %arg0, %arg3 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 2 on 2
// OUT:     rt.launch @m::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg1, %arg1, %arg7 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @m::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg2, %arg2, %arg8 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 2 on 0
// OUT:     rt.wait 1 on 0
// OUT:     rt.launch @m::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg7 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 2 on 1
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @m::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3, %arg8 : memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: plan.waits @held_up {
// OUT:   waits 5 records 4 host 1
// OUT:   record e0 on s0 after 0
// OUT:   record e1 on s1 after 1
// OUT:   record e2 on s2 after 2
// OUT:   wait e2 on s0 before 5
// OUT:   wait e1 on s0 before 5
// OUT:   wait e2 on s1 before 6
// OUT:   wait e0 on s1 before 6
// OUT:   record e0 on s1 after 6
// OUT:   wait e0 on s0 before 7
// OUT:   host_wait s0 before 7
// OUT: }
// OUT: plan.verify @held_up {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
