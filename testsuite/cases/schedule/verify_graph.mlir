// RUN: warpline check - -v --diagnostics=short

// The second node reads what the first writes, and no edge orders them; the third is ordered through the second.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %z: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    rt.graph on 0 edges(1 -> 2) {
      rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%own, %x, %y : f32, memref<64xf32>, memref<64xf32>)
      rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%own, %y, %z : f32, memref<64xf32>, memref<64xf32>)
      rt.copy %x, %z : memref<64xf32>, memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_graph.mlir: @main: race violated at 2: device operations 3, streams 1, event slots 0
// OUT: verify_graph.mlir: @main: lifetime proved: allocations 0
// OUT: verify_graph.mlir: @main: leases proved: streams 1, event slots 0
// OUT: verify_graph.mlir: @main: return proved: returns 1
// OUT: verify_graph.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_graph.mlir:25:7: error[E0311]: the launch of @k::@add in the graph on stream 0 reads argument 1, and nothing orders it after the launch of @k::@add in the graph on stream 0, which reads and writes it
// OUT: verify_graph.mlir:24:7: note: the earlier work is here
// OUT: verify_graph.mlir:25:7: note: missing: node 0 before node 1; put '0 -> 1' among the edges of the graph
// OUT: verify_graph.mlir:26:7: error[E0311]: the copy in the graph on stream 0 writes argument 0, and nothing orders it after the launch of @k::@add in the graph on stream 0, which reads it
// OUT: verify_graph.mlir:24:7: note: the earlier work is here
// OUT: verify_graph.mlir:26:7: note: missing: node 0 before node 2; put '0 -> 2' among the edges of the graph
// OUT: exit: 1
// -----

// All is ordered; one edge says what the two others say.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %z: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    rt.graph on 0 edges(0 -> 1, 0 -> 2, 1 -> 2) {
      rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%own, %x, %y : f32, memref<64xf32>, memref<64xf32>)
      rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%own, %y, %z : f32, memref<64xf32>, memref<64xf32>)
      rt.copy %x, %z : memref<64xf32>, memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_graph.mlir: @main: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_graph.mlir: @main: lifetime proved: allocations 0
// OUT: verify_graph.mlir: @main: leases proved: streams 1, event slots 0
// OUT: verify_graph.mlir: @main: return proved: returns 1
// OUT: verify_graph.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_graph.mlir: @main: minimal violated at 1: waits 1
// OUT: stderr:
// OUT: verify_graph.mlir:22:5: warning[W0203]: redundant edge: other edges lead from node 0 to node 2, too
// -----

// A graph comes after the one of the trip before, and the host reads too early.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%own: f32, %r: memref<64xf32>, %w: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %r[%i] : memref<64xf32>
      %b = memref.load %w[%i] : memref<64xf32>
      %half = arith.constant 0.5 : f32
      %c = arith.addf %a, %b : f32
      %d = arith.mulf %c, %half : f32
      %e = arith.addf %d, %own : f32
      memref.store %e, %w[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %z: memref<64xf32> {llvm.noalias}, %n: index) -> f32 attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %own = arith.constant 0.25 : f32
    scf.for %i = %c0 to %n step %c1 {
      rt.graph on 0 edges(0 -> 1) {
        rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%own, %x, %y : f32, memref<64xf32>, memref<64xf32>)
        rt.launch @k::@add blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%own, %y, %z : f32, memref<64xf32>, memref<64xf32>)
      }
    }
    rt.copy %x, %y on 1 : memref<64xf32>, memref<64xf32>
    %v = memref.load %z[%c0] : memref<64xf32>
    rt.host_wait 0
    rt.host_wait 1
    return %v : f32
  }
}

// OUT: verify_graph.mlir: @main: race violated at 2: device operations 3, streams 2, event slots 0
// OUT: verify_graph.mlir: @main: lifetime proved: allocations 0
// OUT: verify_graph.mlir: @main: leases proved: streams 2, event slots 0
// OUT: verify_graph.mlir: @main: return proved: returns 1
// OUT: verify_graph.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_graph.mlir:28:5: error[E0311]: the copy on stream 1 writes argument 0, and nothing orders it after the launch of @k::@add in the graph on stream 0, which reads it
// OUT: verify_graph.mlir:24:9: note: the earlier work is here
// OUT: verify_graph.mlir:28:5: note: missing: stream 0 before stream 1; put 'rt.record 0 on 0' behind the earlier work and 'rt.wait 0 on 1' before this, with 1 events
// OUT: verify_graph.mlir:29:10: error[E0311]: 'memref.load' on the host reads argument 2, and nothing orders it after the launch of @k::@add in the graph on stream 0, which reads and writes it
// OUT: verify_graph.mlir:25:9: note: the earlier work is here
// OUT: verify_graph.mlir:29:10: note: missing: stream 0 before the host; put 'rt.host_wait 0' before this
// OUT: exit: 1
// -----

// A token puts the second node after the first, and no edge does; the third may touch the memory of the first, with
// which the tokens leave it unordered.
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
  // A run chooses neither function, so both are for any caller.
  func.func @other() {
    return
  }
  func.func @work(%m: memref<64xf32>, %x: memref<64xf32> {llvm.noalias}, %n: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.graph on 0 {
      rt.launch @k::@touch blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {async} : index, index, index, index, index, index args(%m : memref<64xf32>)
      rt.launch @k::@touch blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {after = array<i32: 0>, async} : index, index, index, index, index, index args(%x : memref<64xf32>)
      rt.launch @k::@touch blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {async, beside = array<i32: 0>} : index, index, index, index, index, index args(%n : memref<64xf32>)
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_graph.mlir: @work: race violated at 1: device operations 3, streams 1, event slots 0
// OUT: verify_graph.mlir: @work: lifetime proved: allocations 0
// OUT: verify_graph.mlir: @work: leases proved: streams 1, event slots 0
// OUT: verify_graph.mlir: @work: return proved: returns 1
// OUT: verify_graph.mlir: @work: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_graph.mlir:23:7: error[E0311]: a token orders the launch of @k::@touch in the graph on stream 0 after the launch of @k::@touch in the graph on stream 0, but the schedule does not
// OUT: verify_graph.mlir:22:7: note: the earlier work is here
// OUT: verify_graph.mlir:23:7: note: missing: node 0 before node 1; put '0 -> 1' among the edges of the graph
// OUT: verify_graph.mlir:24:7: remark[W0202]: the launch of @k::@touch in the graph on stream 0 perhaps touches the memory of the launch of @k::@touch in the graph on stream 0, and the tokens leave them unordered
// OUT: verify_graph.mlir:22:7: note: the other work is here
// OUT: verify_graph.mlir:24:7: note: '--detect-races' reports whether a run accesses the same memory; a token would order them
// OUT: verify_graph.mlir:24:7: note: where argument 0 and argument 2 never overlap, mark one of them 'llvm.noalias'
// OUT: exit: 1
// -----

// A graph claims to be beside earlier work, but the program issued one of its nodes in the order of the text.
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
  func.func @main(%m: memref<64xf32>, %n: memref<64xf32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {async, token = 0 : i32} : index, index, index, index, index, index args(%m : memref<64xf32>)
    rt.graph on 1 {
      rt.launch @k::@touch blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%n : memref<64xf32>)
    } {beside = array<i32: 0>}
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.host_wait 0
    return
  }
}

// OUT: verify_graph.mlir: @main: race unknown at 1: device operations 2, streams 2, event slots 1
// OUT: verify_graph.mlir: @main: lifetime proved: allocations 0
// OUT: verify_graph.mlir: @main: leases proved: streams 2, event slots 1
// OUT: verify_graph.mlir: @main: return proved: returns 1
// OUT: verify_graph.mlir: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_graph.mlir: @main: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_graph.mlir:18:7: warning[W0202]: not proved: the launch of @k::@touch in the graph on stream 1 reads and writes memory that the launch of @k::@touch on stream 0 perhaps reads and writes, and nothing orders them
// OUT: verify_graph.mlir:16:5: note: the earlier work is here
// OUT: verify_graph.mlir:18:7: note: 'llvm.noalias' on one of the arguments would decide it
// OUT: verify_graph.mlir:18:7: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
