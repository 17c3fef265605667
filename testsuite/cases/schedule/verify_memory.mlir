// RUN: warpline check - -v --diagnostics=short

// The third buffer takes the place of the first, whose uses are over by then.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @right(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 512 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    %y = rt.arena 256 : memref<64xf32>
    %z = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %y : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%y, %z : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%z, %o : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_memory.mlir: @right: race proved: device operations 4, streams 1, event slots 0
// OUT: verify_memory.mlir: @right: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @right: leases proved: streams 1, event slots 0
// OUT: verify_memory.mlir: @right: return proved: returns 1
// OUT: verify_memory.mlir: @right: memory proved: slots 3 in 512 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @right: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @right: minimal proved: waits 1
// -----

// On two streams, with the wait that makes it right.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @ordered(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    %z = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %o : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    rt.host_wait 1
    return
  }
}

// OUT: verify_memory.mlir: @ordered: race proved: device operations 3, streams 2, event slots 1
// OUT: verify_memory.mlir: @ordered: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @ordered: leases proved: streams 2, event slots 1
// OUT: verify_memory.mlir: @ordered: return proved: returns 1
// OUT: verify_memory.mlir: @ordered: memory proved: slots 2 in 256 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @ordered: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @ordered: minimal proved: waits 2
// -----

// On two streams without it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @unordered(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    %z = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %o : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: verify_memory.mlir: @unordered: race proved: device operations 3, streams 2, event slots 0
// OUT: verify_memory.mlir: @unordered: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @unordered: leases proved: streams 2, event slots 1
// OUT: verify_memory.mlir: @unordered: return proved: returns 1
// OUT: verify_memory.mlir: @unordered: memory violated at 1: slots 2 in 256 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @unordered: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @unordered: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_memory.mlir:19:5: error[E0315]: the launch of @k::@copy on stream 1 uses bytes 0 to 256 of the arena, and nothing orders it after the launch of @k::@copy on stream 0, which uses them for another buffer
// OUT: verify_memory.mlir:18:5: note: the earlier work is here
// OUT: verify_memory.mlir:16:10: note: the arena slot of the buffer is here
// OUT: verify_memory.mlir:15:10: note: the arena slot of the other buffer is here
// OUT: verify_memory.mlir:19:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// The first buffer is read behind the other one's first use.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @lost(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    %z = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %o : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_memory.mlir: @lost: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_memory.mlir: @lost: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @lost: leases proved: streams 1, event slots 0
// OUT: verify_memory.mlir: @lost: return proved: returns 1
// OUT: verify_memory.mlir: @lost: memory violated at 1: slots 2 in 256 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @lost: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @lost: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_memory.mlir:19:5: error[E0315]: this uses a buffer of which another one has used bytes 0 to 256 of the arena
// OUT: verify_memory.mlir:15:10: note: the arena slot of the buffer is here
// OUT: verify_memory.mlir:16:10: note: the arena slot of the other buffer is here
// OUT: verify_memory.mlir:19:5: note: another offset for one of them would decide it
// OUT: exit: 1
// -----

// One kernel uses both.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @both(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    %z = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %z : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_memory.mlir: @both: race proved: device operations 2, streams 1, event slots 0
// OUT: verify_memory.mlir: @both: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @both: leases proved: streams 1, event slots 0
// OUT: verify_memory.mlir: @both: return proved: returns 1
// OUT: verify_memory.mlir: @both: memory violated at 2: slots 2 in 256 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @both: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @both: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_memory.mlir:18:5: error[E0315]: this uses a buffer of which another one has used bytes 0 to 256 of the arena
// OUT: verify_memory.mlir:15:10: note: the arena slot of the buffer is here
// OUT: verify_memory.mlir:16:10: note: the arena slot of the other buffer is here
// OUT: verify_memory.mlir:18:5: note: another offset for one of them would decide it
// OUT: exit: 1
// -----

// Each trip begins its buffers anew.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @each_trip(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c1 to %c64 step %c1 {
      %x = rt.arena 0 : memref<64xf32>
      %z = rt.arena 0 : memref<64xf32>
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %o : memref<64xf32>, memref<64xf32>)
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%z, %o : memref<64xf32>, memref<64xf32>)
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_memory.mlir: @each_trip: race proved: device operations 4, streams 1, event slots 0
// OUT: verify_memory.mlir: @each_trip: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @each_trip: leases proved: streams 1, event slots 0
// OUT: verify_memory.mlir: @each_trip: return proved: returns 1
// OUT: verify_memory.mlir: @each_trip: memory proved: slots 2 in 256 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @each_trip: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @each_trip: minimal proved: waits 1
// -----

// The second trip reads what the first one has overwritten.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @next_trip(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    scf.for %i = %c1 to %c64 step %c1 {
      %z = rt.arena 0 : memref<64xf32>
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %o : memref<64xf32>, memref<64xf32>)
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%z, %o : memref<64xf32>, memref<64xf32>)
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_memory.mlir: @next_trip: race proved: device operations 4, streams 1, event slots 0
// OUT: verify_memory.mlir: @next_trip: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @next_trip: leases proved: streams 1, event slots 0
// OUT: verify_memory.mlir: @next_trip: return proved: returns 1
// OUT: verify_memory.mlir: @next_trip: memory unknown at 1: slots 2 in 256 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @next_trip: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @next_trip: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_memory.mlir:19:7: warning[W0202]: not proved: on some path this uses a buffer of which another one has used bytes 0 to 256 of the arena
// OUT: verify_memory.mlir:15:10: note: the arena slot of the buffer is here
// OUT: verify_memory.mlir:18:12: note: the arena slot of the other buffer is here
// OUT: verify_memory.mlir:19:7: note: another offset for one of them would decide it
// -----

// Trips on two streams: the next one does not wait for the last one's second half.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @next_trip_unordered(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c1 to %c64 step %c1 {
      %x = rt.arena 0 : memref<64xf32>
      %z = rt.arena 0 : memref<64xf32>
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
      rt.record 0 on 0
      rt.wait 0 on 1
      rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    }
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: verify_memory.mlir: @next_trip_unordered: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_memory.mlir: @next_trip_unordered: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @next_trip_unordered: leases proved: streams 2, event slots 1
// OUT: verify_memory.mlir: @next_trip_unordered: return proved: returns 1
// OUT: verify_memory.mlir: @next_trip_unordered: memory violated at 1: slots 2 in 256 bytes, overlapping pairs 1
// OUT: verify_memory.mlir: @next_trip_unordered: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @next_trip_unordered: minimal proved: waits 3
// OUT: stderr:
// OUT: verify_memory.mlir:18:7: error[E0315]: the launch of @k::@copy on stream 0 uses bytes 0 to 256 of the arena, and nothing orders it after the launch of @k::@copy on stream 1, which uses them for another buffer
// OUT: verify_memory.mlir:21:7: note: the earlier work is here
// OUT: verify_memory.mlir:16:12: note: the arena slot of the buffer is here
// OUT: verify_memory.mlir:17:12: note: the arena slot of the other buffer is here
// OUT: verify_memory.mlir:18:7: note: missing: stream 1 before stream 0; put 'rt.record 1 on 1' behind the earlier work and 'rt.wait 1 on 0' before this, with 2 events
// OUT: exit: 1
// -----

// A place is not freed.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @freed(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.free %x on 0 : memref<64xf32>
    rt.host_wait 0
    return
  }
}

// OUT: verify_memory.mlir: @freed: race proved: device operations 2, streams 1, event slots 0
// OUT: verify_memory.mlir: @freed: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @freed: leases proved: streams 1, event slots 0
// OUT: verify_memory.mlir: @freed: return proved: returns 1
// OUT: verify_memory.mlir: @freed: memory violated at 1: slots 1 in 256 bytes, overlapping pairs 0
// OUT: verify_memory.mlir: @freed: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @freed: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_memory.mlir:17:5: error[E0315]: this frees a buffer of the arena, which ends with the function
// OUT: verify_memory.mlir:17:5: note: leave it out
// OUT: exit: 1
// -----

// A place does not outlive the function.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @returned(%a: memref<64xf32> {llvm.noalias}, %o: memref<64xf32> {llvm.noalias}) -> memref<64xf32> attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return %x : memref<64xf32>
  }
}

// OUT: verify_memory.mlir: @returned: race proved: device operations 1, streams 1, event slots 0
// OUT: verify_memory.mlir: @returned: lifetime proved: allocations 0
// OUT: verify_memory.mlir: @returned: leases proved: streams 1, event slots 0
// OUT: verify_memory.mlir: @returned: return proved: returns 1
// OUT: verify_memory.mlir: @returned: memory violated at 1: slots 1 in 256 bytes, overlapping pairs 0
// OUT: verify_memory.mlir: @returned: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_memory.mlir: @returned: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_memory.mlir:15:10: error[E0315]: this buffer is in the arena, which ends with the function, and is returned
// OUT: verify_memory.mlir:15:10: note: an 'rt.alloc' outlives the function
// OUT: exit: 1
