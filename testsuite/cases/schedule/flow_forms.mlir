// RUN: opt --gpu-schedule --verify-schedule

// A diamond: both arms and the merge use two streams, and the host waits once.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    cf.cond_br %p, ^then, ^else
  ^then:
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    cf.br ^merge
  ^else:
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    cf.br ^merge
  ^merge:
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: i1 {warpline.input = "1"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     cf.cond_br %arg3, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     cf.br ^bb3
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     cf.br ^bb3
// OUT:   ^bb3:  // 2 preds: ^bb1, ^bb2
// OUT:     rt.record 0 on 0
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 1
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A loop of blocks where each trip reads on one stream what the trip before wrote on the other: the first trip has
// nothing to wait for, as its slot was not in use before.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    cf.br ^head(%c0 : index)
  ^head(%i: index):
    %more = arith.cmpi slt, %i, %c3 : index
    cf.cond_br %more, ^body, ^end
  ^body:
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %m : memref<64xf32>)
    %next = arith.addi %i, %c1 : index
    cf.br ^head(%next : index)
  ^end:
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     cf.br ^bb1(%c0 : index)
// OUT:   ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
// OUT:     %1 = arith.cmpi slt, %0, %c3 : index
// OUT:     cf.cond_br %1, ^bb2, ^bb3
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:     rt.record 1 on 1
// OUT:     rt.wait 1 on 0
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg0 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 0
// OUT:     %2 = arith.addi %0, %c1 : index
// OUT:     cf.br ^bb1(%2 : index)
// OUT:   ^bb3:  // pred: ^bb1
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// T1: a return in the middle, between the fork and the join: one host wait on either way.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
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
  func.func @main(%a: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %b: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %c: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>)
    cf.cond_br %p, ^out, ^join
  ^out:
    return
  ^join:
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %c : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: i1 {warpline.input = "1"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     cf.cond_br %arg3, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A switch of three ways.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %f: i32 {warpline.input = "7"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    cf.switch %f : i32, [default: ^other, 3: ^left, 7: ^right]
  ^left:
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    cf.br ^merge
  ^right:
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    cf.br ^merge
  ^other:
    cf.br ^merge
  ^merge:
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg4: i32 {warpline.input = "7"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     cf.switch %arg4 : i32, [
// OUT:       default: ^bb3,
// OUT:       3: ^bb1,
// OUT:       7: ^bb2
// OUT:     ]
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     cf.br ^bb4
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     rt.launch @k::@twice on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:     cf.br ^bb4
// OUT:   ^bb3:  // pred: ^bb0
// OUT:     cf.br ^bb4
// OUT:   ^bb4:  // 3 preds: ^bb1, ^bb2, ^bb3
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Blocks in an operation of its own.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    scf.execute_region {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      cf.cond_br %p, ^then, ^end
    ^then:
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      cf.br ^end
    ^end:
      scf.yield
    }
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: i1 {warpline.input = "1"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     scf.execute_region {
// OUT:       rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:       cf.cond_br %arg3, ^bb1, ^bb2
// OUT:     ^bb1:  // pred: ^bb0
// OUT:       rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:       cf.br ^bb2
// OUT:     ^bb2:  // 2 preds: ^bb0, ^bb1
// OUT:       scf.yield
// OUT:     }
// OUT:     rt.record 0 on 0
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 1
// OUT:     return
// OUT:   }
// OUT: }
// -----

// T3: the arms use one or two streams; the record behind the branch is made on either way: 1 wait, 1 record, 1 slot.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.if %p {
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    } else {
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    }
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %z : memref<64xf32>, %o : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg4: i1 {warpline.input = "1"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     scf.if %arg4 {
// OUT:       rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:       rt.launch @k::@twice on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     } else {
// OUT:       rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     }
// OUT:     rt.record 0 on 0
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 1
// OUT:     return
// OUT:   }
// OUT: }
// -----

// T2 with two streams in the body: the flag and the other chain run beside each other.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %limit = arith.constant 10.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.while : () -> () {
      %v = memref.load %m[%c0] : memref<64xf32>
      %more = arith.cmpf olt, %v, %limit : f32
      scf.condition(%more)
    } do {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      scf.yield
    }
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %y : memref<64xf32>, %z : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %cst = arith.constant 1.000000e+01 : f32
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     scf.while : () -> () {
// OUT:       rt.host_wait 0
// OUT:       %0 = memref.load %arg0[%c0] : memref<64xf32>
// OUT:       %1 = arith.cmpf olt, %0, %cst : f32
// OUT:       scf.condition(%1)
// OUT:     } do {
// OUT:       rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:       rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:       rt.launch @k::@twice on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:       scf.yield
// OUT:     }
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg2, %arg3 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A switch on the host.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    scf.index_switch %n
    case 0 {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      scf.yield
    }
    case 1 {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      scf.yield
    }
    default {
    }
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: index {warpline.input = "1"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     scf.index_switch %arg3
// OUT:     case 0 {
// OUT:       rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:       scf.yield
// OUT:     }
// OUT:     case 1 {
// OUT:       rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:       scf.yield
// OUT:     }
// OUT:     default {
// OUT:     }
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1, %arg2 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Nested loops: what the inner loop carries from trip to trip holds nothing on the first trip of both.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %m : memref<64xf32>)
      }
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     scf.for %arg3 = %c0 to %c3 step %c1 {
// OUT:       scf.for %arg4 = %c0 to %c3 step %c1 {
// OUT:         rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:         rt.wait 0 on 1
// OUT:         rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:         rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:         rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:         rt.record 1 on 1
// OUT:         rt.wait 1 on 0
// OUT:         rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg0 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:         rt.record 0 on 0
// OUT:       }
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A function that forks and joins: it runs on two streams that the caller leases, and starts behind what the caller has
// issued before.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func private @both(%m: memref<64xf32> {llvm.noalias}, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %b : memref<64xf32>)
    return
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %a: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %c: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    call @both(%m, %a, %b) : (memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %c : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func private @both(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.slice, rt.streams = 2 : i32} {
// OUT:     rt.record 0 on 0
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@twice on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     return
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     call @both(%arg0, %arg1, %arg2) {rt.first_event = 0 : i32, rt.slice = array<i32: 0, 1>} : (memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg3 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The host reads in the function that is called: it waits there, not for the other work of the caller.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @first(%m: memref<64xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %v = memref.load %m[%c0] : memref<64xf32>
    return %v : f32
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    %v = call @first(%m) : (memref<64xf32>) -> f32
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return %v : f32
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func private @first(%arg0: memref<64xf32>) -> f32 attributes {rt.events = 0 : i32, rt.slice, rt.streams = 1 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %arg0[%c0] : memref<64xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}) -> f32 attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     %0 = call @first(%arg0) {rt.first_event = 1 : i32, rt.slice = array<i32: 1>} : (memref<64xf32>) -> f32
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// A function that calls another one gives it some of the streams that it got.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func private @inner(%m: memref<64xf32> {llvm.noalias}, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %b : memref<64xf32>)
    return
  }
  func.func private @outer(%m: memref<64xf32> {llvm.noalias}, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>)
    call @inner(%m, %a, %b) : (memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
    return
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %a: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %b: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %c: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %d: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    call @outer(%m, %a, %b, %c) : (memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %d : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func private @inner(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.slice, rt.streams = 2 : i32} {
// OUT:     rt.record 0 on 0
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@twice on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     return
// OUT:   }
// OUT:   func.func private @outer(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}) attributes {rt.events = 2 : i32, rt.slice, rt.streams = 3 : i32} {
// OUT:     rt.record 0 on 0
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3 : memref<64xf32>)
// OUT:     rt.wait 0 on 1
// OUT:     call @inner(%arg0, %arg1, %arg2) {rt.first_event = 1 : i32, rt.slice = array<i32: 1, 2>} : (memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     return
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg4: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 3 : i32, rt.streams = 4 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     call @outer(%arg0, %arg1, %arg2, %arg3) {rt.first_event = 1 : i32, rt.slice = array<i32: 0, 2, 3>} : (memref<64xf32>, memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
// OUT:     rt.record 0 on 0
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg4 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.wait 0 on 1
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3 : memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A slot that was in use before the loop that carries it: it is recorded before the loop, too.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @twice(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %m : memref<64xf32>)
    %v = memref.load %m[%c0] : memref<64xf32>
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>, %x : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
        gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %m : memref<64xf32>)
      }
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @touch(%arg0: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg0[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @twice(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "2"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@twice on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@sum on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg0 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %arg0[%c0] : memref<64xf32>
// OUT:     rt.record 0 on 0
// OUT:     scf.for %arg3 = %c0 to %c3 step %c1 {
// OUT:       scf.for %arg4 = %c0 to %c3 step %c1 {
// OUT:         rt.launch @k::@twice on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:         rt.wait 0 on 0
// OUT:         rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:         rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:         rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:         rt.record 1 on 0
// OUT:         rt.wait 1 on 1
// OUT:         rt.launch @k::@sum on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2, %arg0 : memref<64xf32>, memref<64xf32>, memref<64xf32>)
// OUT:         rt.record 0 on 1
// OUT:       }
// OUT:     }
// OUT:     rt.host_wait 1
// OUT:     return
// OUT:   }
// OUT: }
