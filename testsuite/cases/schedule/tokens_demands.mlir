// RUN: opt --gpu-schedule

// A wait that only a token asks for: the second launch shares no memory with the first one.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    %c = gpu.launch_func async [%a, %b] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>)
    gpu.wait [%c]
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "1"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 0 : i32} : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 1 : i32} : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {after = array<i32: 0, 1>} : index, index, index, index, index, index args(%arg2 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A host wait of the program with nothing behind it that shares memory.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%a]
    %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    gpu.wait [%b]
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "1"}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 0 : i32} : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     rt.awaited [0]
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Two launches without order whose buffers may be the same.
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
  func.func @main(%m: memref<64xf32>, %x: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    gpu.wait [%a, %b]
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32>, %arg1: memref<64xf32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {async, token = 0 : i32} : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {async, beside = array<i32: 0>} : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A synchronous launch with a dependence stays in order with what may be the same memory.
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
  func.func @main(%m: memref<64xf32>, %x: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.wait async
    gpu.launch_func [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    gpu.wait [%b]
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32>, %arg1: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A cluster of one block is a plain launch.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@touch clusters in (%c1, %c1, %c1) blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias, warpline.input = "1"}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A token as the result of a switch.
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
  func.func @main(%m: memref<64xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %t = scf.index_switch %n -> !gpu.async.token
    case 1 {
      %a = gpu.launch_func async [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      scf.yield %a : !gpu.async.token
    }
    default {
      scf.yield %s : !gpu.async.token
    }
    gpu.wait [%t]
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32>, %arg1: index) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     scf.index_switch %arg1
// OUT:     case 1 {
// OUT:       rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:       scf.yield
// OUT:     }
// OUT:     default {
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A token as the result of a region that is run once.
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
  func.func @main(%m: memref<64xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %u = scf.execute_region -> !gpu.async.token {
      %b = gpu.launch_func async [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      scf.yield %b : !gpu.async.token
    }
    gpu.wait [%u]
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
// OUT:     gpu.func @add(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<64xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32>, %arg1: index) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:     scf.execute_region {
// OUT:       rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0 : memref<64xf32>)
// OUT:       scf.yield
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
