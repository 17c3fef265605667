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
