// RUN: warpline check - -v --unknown=error --diagnostics=short

// What is not scheduled yet is scheduled on a copy.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @join(%a: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = memref.alloc() : memref<64xf32>
    %y = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    memref.dealloc %x : memref<64xf32>
    memref.dealloc %y : memref<64xf32>
    return
  }
}

// OUT: verify_open.mlir: @join: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_open.mlir: @join: lifetime proved: allocations 0
// OUT: verify_open.mlir: @join: leases proved: streams 1, event slots 0
// OUT: verify_open.mlir: @join: return proved: returns 1
// OUT: verify_open.mlir: @join: memory proved: slots 2 in 512 bytes, overlapping pairs 0
// OUT: verify_open.mlir: @join: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_open.mlir: @join: minimal proved: waits 1
// -----

// What cannot be scheduled is not known to be right; the rest is proved.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @join(%a: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = memref.alloc() : memref<64xf32>
    %y = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    memref.dealloc %x : memref<64xf32>
    memref.dealloc %y : memref<64xf32>
    return
  }
  func.func @no_plan(%a: memref<64xf32>, %s: !gpu.async.token) {
    %c1 = arith.constant 1 : index
    gpu.launch_func [%s] @k::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>)
    return
  }
}

// OUT: verify_open.mlir: @join: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_open.mlir: @join: lifetime proved: allocations 0
// OUT: verify_open.mlir: @join: leases proved: streams 1, event slots 0
// OUT: verify_open.mlir: @join: return proved: returns 1
// OUT: verify_open.mlir: @join: memory proved: slots 2 in 512 bytes, overlapping pairs 0
// OUT: verify_open.mlir: @join: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_open.mlir: @join: minimal proved: waits 1
// OUT: verify_open.mlir: @no_plan: race proved: device operations 1, streams 1, event slots 0
// OUT: verify_open.mlir: @no_plan: lifetime proved: allocations 0
// OUT: verify_open.mlir: @no_plan: leases proved: streams 1, event slots 0
// OUT: verify_open.mlir: @no_plan: return proved: returns 1
// OUT: verify_open.mlir: @no_plan: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_open.mlir: @no_plan: minimal proved: waits 1
// -----

// Unknown is an error if that is asked for.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @arguments(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %c : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_open.mlir: @arguments: race unknown at 1: device operations 2, streams 2, event slots 1
// OUT: verify_open.mlir: @arguments: lifetime proved: allocations 0
// OUT: verify_open.mlir: @arguments: leases proved: streams 2, event slots 1
// OUT: verify_open.mlir: @arguments: return proved: returns 1
// OUT: verify_open.mlir: @arguments: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_open.mlir: @arguments: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_open.mlir:16:5: warning[W0202]: not proved: the launch of @k::@copy on stream 1 reads memory that the launch of @k::@copy on stream 0 perhaps writes, and nothing orders them
// OUT: verify_open.mlir:15:5: note: the earlier work is here
// OUT: verify_open.mlir:16:5: note: 'llvm.noalias' on one of the arguments would decide it
// OUT: verify_open.mlir:16:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
