// RUN: warpline check - -v --diagnostics=short

// Each trip reads what the trip before wrote on the other stream; the slot is recorded behind the writer.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @carried(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %c64 step %c1 {
      rt.wait 1 on 0
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
      rt.record 0 on 0
      rt.wait 0 on 1
      rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
      rt.record 1 on 1
    }
    rt.wait 1 on 0
    rt.host_wait 0
    return
  }
}

// OUT: verify_flow.mlir: @carried: race proved: device operations 2, streams 2, event slots 2
// OUT: verify_flow.mlir: @carried: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @carried: leases proved: streams 2, event slots 2
// OUT: verify_flow.mlir: @carried: return proved: returns 1
// OUT: verify_flow.mlir: @carried: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_flow.mlir: @carried: minimal proved: waits 4
// -----

// Without the wait for the trip before.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @not_carried(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %c64 step %c1 {
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
      rt.record 0 on 0
      rt.wait 0 on 1
      rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
      rt.record 1 on 1
    }
    rt.wait 1 on 0
    rt.host_wait 0
    return
  }
}

// OUT: verify_flow.mlir: @not_carried: race violated at 1: device operations 2, streams 2, event slots 2
// OUT: verify_flow.mlir: @not_carried: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @not_carried: leases proved: streams 2, event slots 2
// OUT: verify_flow.mlir: @not_carried: return proved: returns 1
// OUT: verify_flow.mlir: @not_carried: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_flow.mlir:17:7: error[E0311]: the launch of @k::@copy on stream 0 reads argument 0, and nothing orders it after the launch of @k::@copy on stream 1, which writes it
// OUT: verify_flow.mlir:20:7: note: the earlier work is here, in an earlier iteration of a loop
// OUT: verify_flow.mlir:17:7: note: missing: stream 1 before stream 0; put 'rt.wait 1 on 0' before this
// OUT: exit: 1
// -----

// Both arms record the slot.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @arms(%p: i1, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.if %p {
      rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
      rt.record 0 on 1
    } else {
      rt.record 0 on 1
    }
    rt.wait 0 on 0
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_flow.mlir: @arms: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_flow.mlir: @arms: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @arms: leases proved: streams 2, event slots 1
// OUT: verify_flow.mlir: @arms: return proved: returns 1
// OUT: verify_flow.mlir: @arms: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_flow.mlir: @arms: minimal proved: waits 2
// -----

// One arm does the work and records the slot: on the other path there is nothing to wait for.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @one_arm(%p: i1, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.if %p {
      rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
      rt.record 0 on 1
    }
    rt.wait 0 on 0
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_flow.mlir: @one_arm: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_flow.mlir: @one_arm: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @one_arm: leases proved: streams 2, event slots 1
// OUT: verify_flow.mlir: @one_arm: return proved: returns 1
// OUT: verify_flow.mlir: @one_arm: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_flow.mlir: @one_arm: minimal proved: waits 2
// -----

// The work is outside of the arm that records the slot, so the record does not dominate the wait.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @undominated(%p: i1, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    scf.if %p {
      rt.record 0 on 1
    }
    rt.wait 0 on 0
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: verify_flow.mlir: @undominated: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_flow.mlir: @undominated: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @undominated: leases proved: streams 2, event slots 1
// OUT: verify_flow.mlir: @undominated: return proved: returns 1
// OUT: verify_flow.mlir: @undominated: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_flow.mlir:20:5: error[E0311]: the launch of @k::@copy on stream 0 reads argument 2, and nothing orders it after the launch of @k::@copy on stream 1, which writes it
// OUT: verify_flow.mlir:15:5: note: the earlier work is here
// OUT: verify_flow.mlir:19:5: note: this wait does nothing on a path that does not record its slot
// OUT: verify_flow.mlir:20:5: note: missing: stream 1 before stream 0; put 'rt.record 1 on 1' behind the earlier work and 'rt.wait 1 on 0' before this, with 2 events
// OUT: exit: 1
// -----

// Blocks: one path waits, the other does not.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @blocks(%p: i1, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 1
    cf.cond_br %p, ^wait, ^join
  ^wait:
    rt.wait 0 on 0
    cf.br ^join
  ^join:
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: verify_flow.mlir: @blocks: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_flow.mlir: @blocks: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @blocks: leases proved: streams 2, event slots 1
// OUT: verify_flow.mlir: @blocks: return proved: returns 1
// OUT: verify_flow.mlir: @blocks: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_flow.mlir:22:5: error[E0311]: the launch of @k::@copy on stream 0 reads argument 2, and nothing orders it after the launch of @k::@copy on stream 1, which writes it
// OUT: verify_flow.mlir:15:5: note: the earlier work is here
// OUT: verify_flow.mlir:22:5: note: missing: stream 1 before stream 0; put 'rt.wait 0 on 0' before this
// OUT: exit: 1
// -----

// Blocks: both paths wait.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @both_blocks(%p: i1, %a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 1
    cf.cond_br %p, ^left, ^right
  ^left:
    rt.wait 0 on 0
    cf.br ^join
  ^right:
    rt.wait 0 on 0
    cf.br ^join
  ^join:
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_flow.mlir: @both_blocks: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_flow.mlir: @both_blocks: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @both_blocks: leases proved: streams 2, event slots 1
// OUT: verify_flow.mlir: @both_blocks: return proved: returns 1
// OUT: verify_flow.mlir: @both_blocks: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_flow.mlir: @both_blocks: minimal proved: waits 3
// -----

// A loop whose condition the device computes: the host waits on every trip.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @while(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    scf.while : () -> () {
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
      rt.host_wait 0
      %v = memref.load %b[%c1] : memref<64xf32>
      %p = arith.cmpf olt, %v, %zero : f32
      scf.condition(%p)
    } do {
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
      scf.yield
    }
    return
  }
}

// OUT: verify_flow.mlir: @while: race proved: device operations 2, streams 1, event slots 0
// OUT: verify_flow.mlir: @while: lifetime proved: allocations 0
// OUT: verify_flow.mlir: @while: leases proved: streams 1, event slots 0
// OUT: verify_flow.mlir: @while: return proved: returns 1
// OUT: verify_flow.mlir: @while: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_flow.mlir: @while: minimal proved: waits 1
