// RUN: warpline check - -v --diagnostics=short

// Arguments may be the same memory.
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

// OUT: verify_unknown.mlir: @arguments: race unknown at 1: device operations 2, streams 2, event slots 1
// OUT: verify_unknown.mlir: @arguments: lifetime proved: allocations 0
// OUT: verify_unknown.mlir: @arguments: leases proved: streams 2, event slots 1
// OUT: verify_unknown.mlir: @arguments: return proved: returns 1
// OUT: verify_unknown.mlir: @arguments: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_unknown.mlir: @arguments: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_unknown.mlir:17:5: warning[W0202]: not proved: the launch of @k::@copy on stream 1 reads memory that the launch of @k::@copy on stream 0 perhaps writes, and nothing orders them
// OUT: verify_unknown.mlir:16:5: note: the earlier work is here
// OUT: verify_unknown.mlir:17:5: note: 'llvm.noalias' on one of the arguments would decide it
// OUT: verify_unknown.mlir:17:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// -----

// Which buffer it is depends on a condition.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @select(%p: i1, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = arith.select %p, %a, %b : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%m, %m : memref<64xf32>, memref<64xf32>)
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_unknown.mlir: @select: race unknown at 1: device operations 2, streams 2, event slots 1
// OUT: verify_unknown.mlir: @select: lifetime proved: allocations 0
// OUT: verify_unknown.mlir: @select: leases proved: streams 2, event slots 1
// OUT: verify_unknown.mlir: @select: return proved: returns 1
// OUT: verify_unknown.mlir: @select: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_unknown.mlir: @select: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_unknown.mlir:18:5: warning[W0202]: not proved: the launch of @k::@copy on stream 1 reads memory that the launch of @k::@copy on stream 0 perhaps writes, and nothing orders them
// OUT: verify_unknown.mlir:16:5: note: the earlier work is here
// OUT: verify_unknown.mlir:18:5: note: which buffer it is depends on the path; one buffer for each would decide it
// OUT: verify_unknown.mlir:18:5: note: missing: stream 0 before stream 1; put 'rt.wait 0 on 1' before this
// -----

// Parts at offsets that are not known.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @offsets(%m: memref<64xf32>, %x: f32, %i: index, %j: index) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %lo = memref.subview %m[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    %hi = memref.subview %m[%j] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    rt.fill %lo, %x on 0 : memref<8xf32, strided<[1], offset: ?>>, f32
    rt.fill %hi, %x on 1 : memref<8xf32, strided<[1], offset: ?>>, f32
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_unknown.mlir: @offsets: race unknown at 1: device operations 2, streams 2, event slots 1
// OUT: verify_unknown.mlir: @offsets: lifetime proved: allocations 0
// OUT: verify_unknown.mlir: @offsets: leases proved: streams 2, event slots 1
// OUT: verify_unknown.mlir: @offsets: return proved: returns 1
// OUT: verify_unknown.mlir: @offsets: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_unknown.mlir: @offsets: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_unknown.mlir:18:5: warning[W0202]: not proved: the fill on stream 1 writes memory that the fill on stream 0 perhaps writes, and nothing orders them
// OUT: verify_unknown.mlir:17:5: note: the earlier work is here
// OUT: verify_unknown.mlir:18:5: note: constant offsets, sizes and strides would decide it
// OUT: verify_unknown.mlir:18:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// -----

// A call may touch anything.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @elsewhere()
  func.func @call(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    func.call @elsewhere() : () -> ()
    rt.host_wait 0
    return
  }
}

// OUT: verify_unknown.mlir: @call: race unknown at 1: device operations 1, streams 1, event slots 0
// OUT: verify_unknown.mlir: @call: lifetime proved: allocations 0
// OUT: verify_unknown.mlir: @call: leases proved: streams 1, event slots 0
// OUT: verify_unknown.mlir: @call: return proved: returns 1
// OUT: verify_unknown.mlir: @call: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_unknown.mlir: @call: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_unknown.mlir:17:5: warning[W0202]: not proved: 'func.call' on the host may touch any memory, and nothing orders it after the launch of @k::@copy on stream 0
// OUT: verify_unknown.mlir:16:5: note: the earlier work is here
// OUT: verify_unknown.mlir:17:5: note: the body of what is called would decide it
// OUT: verify_unknown.mlir:17:5: note: missing: stream 0 before the host; put 'rt.host_wait 0' before this
// -----

// Device work in an operation whose regions are not followed.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @hidden(%a: memref<64xf32>, %x: f32) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %t = async.execute {
      rt.fill %a, %x on 0 : memref<64xf32>, f32
      async.yield
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_unknown.mlir: @hidden: race unknown at 1: device operations 0, streams 1, event slots 0
// OUT: verify_unknown.mlir: @hidden: lifetime proved: allocations 0
// OUT: verify_unknown.mlir: @hidden: leases proved: streams 1, event slots 0
// OUT: verify_unknown.mlir: @hidden: return proved: returns 1
// OUT: verify_unknown.mlir: @hidden: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_unknown.mlir: @hidden: minimal violated at 1: waits 1
// OUT: stderr:
// OUT: verify_unknown.mlir:13:10: warning[W0202]: not proved: expected device work of 'rt' in loops and branches, but found another operation
// OUT: verify_unknown.mlir:13:10: note: scheduling the function would decide it
// OUT: verify_unknown.mlir:17:5: warning[W0203]: redundant wait: everything that it waits for is complete by then anyway
