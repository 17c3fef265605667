// RUN: warpline check - -v --diagnostics=short

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

// OUT: tokens_proved.mlir: @main: race proved: device operations 3, streams 2, event slots 1
// OUT: tokens_proved.mlir: @main: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @main: leases proved: streams 2, event slots 1
// OUT: tokens_proved.mlir: @main: return proved: returns 1
// OUT: tokens_proved.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @main: minimal proved: waits 2
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
  // A run chooses neither function, so both are for any caller.
  func.func @other() {
    return
  }
  func.func @work(%m: memref<64xf32>, %x: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    gpu.wait [%a, %b]
    return
  }
}

// OUT: tokens_proved.mlir: @work: race proved: device operations 2, streams 2, event slots 1
// OUT: tokens_proved.mlir: @work: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @work: leases proved: streams 2, event slots 1
// OUT: tokens_proved.mlir: @work: return proved: returns 1
// OUT: tokens_proved.mlir: @work: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @work: minimal proved: waits 2
// OUT: stderr:
// OUT: tokens_proved.mlir:29:10: remark[W0202]: the launch of @k::@touch on stream 1 perhaps touches the memory of the launch of @k::@touch on stream 0, and the tokens leave them unordered
// OUT: tokens_proved.mlir:28:10: note: the other work is here
// OUT: tokens_proved.mlir:29:10: note: '--detect-races' reports whether a run accesses the same memory; a token would order them
// OUT: tokens_proved.mlir:29:10: note: where argument 0 and argument 1 never overlap, mark one of them 'llvm.noalias'
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
  // A run chooses neither function, so both are for any caller.
  func.func @other() {
    return
  }
  func.func @work(%m: memref<64xf32>, %x: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.wait async
    gpu.launch_func [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
    gpu.wait [%b]
    return
  }
}

// OUT: tokens_proved.mlir: @work: race proved: device operations 2, streams 1, event slots 0
// OUT: tokens_proved.mlir: @work: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @work: leases proved: streams 1, event slots 0
// OUT: tokens_proved.mlir: @work: return proved: returns 1
// OUT: tokens_proved.mlir: @work: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @work: minimal proved: waits 1
// -----

// y01: two 'async.execute', one behind the other; the waits at their ends move to the await of the second.
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
    %t = async.execute {
      %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      gpu.wait [%a]
      async.yield
    }
    %u = async.execute [%t] {
      %b = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      gpu.wait [%b]
      async.yield
    }
    async.await %u : !async.token
    return
  }
}

// OUT: tokens_proved.mlir: @main: race proved: device operations 2, streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @main: leases proved: streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: return proved: returns 1
// OUT: tokens_proved.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @main: minimal proved: waits 1
// -----

// A body with a loop of synchronous launches; its token covers all trips.
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
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      scf.for %i = %c0 to %c3 step %c1 {
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
      }
      async.yield
    }
    %u = async.execute [%t] {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      async.yield
    }
    async.await %u : !async.token
    return
  }
}

// OUT: tokens_proved.mlir: @main: race proved: device operations 2, streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @main: leases proved: streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: return proved: returns 1
// OUT: tokens_proved.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @main: minimal proved: waits 1
// -----

// A group that is filled in a loop; one wait for all that was added.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %g = async.create_group %c2 : !async.group
    scf.for %i = %c0 to %c2 step %c1 {
      %t = async.execute {
        gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
        async.yield
      }
      %n = async.add_to_group %t, %g : !async.token
    }
    %u = async.execute {
      gpu.launch_func @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
      async.yield
    }
    %n = async.add_to_group %u, %g : !async.token
    async.await_all %g
    %v = memref.load %x[%c0] : memref<64xf32>
    return %v : f32
  }
}

// OUT: tokens_proved.mlir: @main: race proved: device operations 2, streams 2, event slots 1
// OUT: tokens_proved.mlir: @main: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @main: leases proved: streams 2, event slots 1
// OUT: tokens_proved.mlir: @main: return proved: returns 1
// OUT: tokens_proved.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @main: minimal proved: waits 2
// -----

// c10: a token passed to a function, and a new one returned.
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
  func.func private @advance(%t: !gpu.async.token, %m: memref<64xf32>) -> !gpu.async.token {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async [%t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    return %a : !gpu.async.token
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %s = gpu.wait async
    %a = func.call @advance(%s, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    %b = func.call @advance(%a, %m) : (!gpu.async.token, memref<64xf32>) -> !gpu.async.token
    gpu.wait [%b]
    return
  }
}

// OUT: tokens_proved.mlir: @main: race proved: device operations 2, streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @main: leases proved: streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: return proved: returns 1
// OUT: tokens_proved.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @main: minimal proved: waits 1
// -----

// A token through an argument of a block.
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %p: i1 {warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = gpu.wait async
    cf.cond_br %p, ^more, ^end(%s : !gpu.async.token)
  ^more:
    %a = gpu.launch_func async [%s] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    cf.br ^end(%a : !gpu.async.token)
  ^end(%t: !gpu.async.token):
    %b = gpu.launch_func async [%t] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    gpu.wait [%b]
    return
  }
}

// OUT: tokens_proved.mlir: @main: race proved: device operations 2, streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: lifetime proved: allocations 0
// OUT: tokens_proved.mlir: @main: leases proved: streams 1, event slots 0
// OUT: tokens_proved.mlir: @main: return proved: returns 1
// OUT: tokens_proved.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @main: minimal proved: waits 1
// -----

// Forks and joins through 'async.execute', with buffers as asynchronous values: h + h and h + h + h at the same time,
// then their sum. The program frees nothing.
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
  func.func @main(%h: memref<64xf32> {llvm.noalias, warpline.input = "1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t0, %f0 = async.execute -> !async.value<memref<64xf32>> {
      %d = gpu.alloc () : memref<64xf32>
      gpu.memcpy %d, %h : memref<64xf32>, memref<64xf32>
      async.yield %d : memref<64xf32>
    }
    %t1, %f1 = async.execute [%t0] (%f0 as %x: !async.value<memref<64xf32>>) -> !async.value<memref<64xf32>> {
      %d = gpu.alloc () : memref<64xf32>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %x : memref<64xf32>, %d : memref<64xf32>)
      async.yield %d : memref<64xf32>
    }
    %t2, %f2 = async.execute [%t0] (%f0 as %x: !async.value<memref<64xf32>>) -> !async.value<memref<64xf32>> {
      %d = gpu.alloc () : memref<64xf32>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %x : memref<64xf32>, %d : memref<64xf32>)
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %x : memref<64xf32>, %d : memref<64xf32>)
      async.yield %d : memref<64xf32>
    }
    %t3 = async.execute [%t1, %t2] (%f1 as %x: !async.value<memref<64xf32>>, %f2 as %y: !async.value<memref<64xf32>>) {
      %d = gpu.alloc () : memref<64xf32>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %d : memref<64xf32>)
      gpu.memcpy %h, %d : memref<64xf32>, memref<64xf32>
      async.yield
    }
    async.await %t3 : !async.token
    %v = memref.load %h[%c0] : memref<64xf32>
    return %v : f32
  }
}

// OUT: tokens_proved.mlir: @main: race proved: device operations 10, streams 2, event slots 1
// OUT: tokens_proved.mlir: @main: lifetime proved: allocations 4, freed by nothing 4
// OUT: tokens_proved.mlir: @main: leases proved: streams 2, event slots 1
// OUT: tokens_proved.mlir: @main: return proved: returns 1
// OUT: tokens_proved.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: tokens_proved.mlir: @main: minimal proved: waits 3
// OUT: stderr:
// OUT: tokens_proved.mlir:27:12: warning[W0204]: nothing frees this buffer, and it does not escape: it leaks when the function returns
// OUT: tokens_proved.mlir:32:12: warning[W0204]: nothing frees this buffer, and it does not escape: it leaks when the function returns
// OUT: tokens_proved.mlir:37:12: warning[W0204]: nothing frees this buffer, and it does not escape: it leaks when the function returns
// OUT: tokens_proved.mlir:43:12: warning[W0204]: nothing frees this buffer, and it does not escape: it leaks when the function returns
