// RUN: warpline check - -v --diagnostics=short

// A buffer that lives as it must.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @right(%a: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    rt.free %m on 0 : memref<64xf32>
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @right: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @right: lifetime proved: allocations 1
// OUT: verify_lifetime.mlir: @right: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @right: return proved: returns 1
// OUT: verify_lifetime.mlir: @right: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @right: minimal proved: waits 1
// -----

// Used after its end.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @use_after_free(%a: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.free %m on 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @use_after_free: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @use_after_free: lifetime violated at 1: allocations 1
// OUT: verify_lifetime.mlir: @use_after_free: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @use_after_free: return proved: returns 1
// OUT: verify_lifetime.mlir: @use_after_free: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @use_after_free: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_lifetime.mlir:17:5: error[E0312]: this uses a buffer that is freed already
// OUT: verify_lifetime.mlir:16:5: note: it is freed here
// OUT: verify_lifetime.mlir:15:10: note: the buffer is allocated here
// OUT: exit: 1
// -----

// Freed twice.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @double_free(%a: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    rt.free %m on 0 : memref<64xf32>
    rt.free %m on 0 : memref<64xf32>
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @double_free: race proved: device operations 4, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @double_free: lifetime violated at 1: allocations 1
// OUT: verify_lifetime.mlir: @double_free: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @double_free: return proved: returns 1
// OUT: verify_lifetime.mlir: @double_free: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @double_free: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_lifetime.mlir:18:5: error[E0312]: this frees a buffer that is freed already
// OUT: verify_lifetime.mlir:17:5: note: it is freed here
// OUT: verify_lifetime.mlir:15:10: note: the buffer is allocated here
// OUT: exit: 1
// -----

// Freed in a loop: the second trip frees it again.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @free_in_loop(%a: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    scf.for %i = %c0 to %c64 step %c1 {
      rt.free %m on 0 : memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @free_in_loop: race proved: device operations 2, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @free_in_loop: lifetime unknown at 2: allocations 1
// OUT: verify_lifetime.mlir: @free_in_loop: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @free_in_loop: return proved: returns 1
// OUT: verify_lifetime.mlir: @free_in_loop: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @free_in_loop: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_lifetime.mlir:18:7: warning[W0202]: not proved: on some path this frees a buffer that is freed already
// OUT: verify_lifetime.mlir:18:7: note: it is freed here in an earlier iteration of the loop
// OUT: verify_lifetime.mlir:16:10: note: the buffer is allocated here
// OUT: verify_lifetime.mlir:18:7: note: one free that every path passes would decide it
// OUT: verify_lifetime.mlir:21:5: warning[W0202]: not proved: on some path this returns without having freed a buffer that is freed elsewhere
// OUT: verify_lifetime.mlir:18:7: note: it is freed here
// OUT: verify_lifetime.mlir:16:10: note: the buffer is allocated here
// OUT: verify_lifetime.mlir:21:5: note: one free that every path passes would decide it
// -----

// Made and freed on every trip.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @each_trip(%a: memref<64xf32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %m = rt.alloc() on 0 : memref<64xf32>
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
      rt.free %m on 0 : memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @each_trip: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @each_trip: lifetime proved: allocations 1
// OUT: verify_lifetime.mlir: @each_trip: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @each_trip: return proved: returns 1
// OUT: verify_lifetime.mlir: @each_trip: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @each_trip: minimal proved: waits 1
// -----

// Freed on one path only.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @leak(%a: memref<64xf32>, %p: i1) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    scf.if %p {
      rt.free %m on 0 : memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @leak: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @leak: lifetime violated at 1: allocations 1
// OUT: verify_lifetime.mlir: @leak: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @leak: return proved: returns 1
// OUT: verify_lifetime.mlir: @leak: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @leak: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_lifetime.mlir:21:5: error[E0312]: this returns without having freed a buffer that is freed elsewhere
// OUT: verify_lifetime.mlir:18:7: note: it is freed here
// OUT: verify_lifetime.mlir:15:10: note: the buffer is allocated here
// OUT: exit: 1
// -----

// Freed on each path by its own free.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @both_arms(%a: memref<64xf32>, %p: i1) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    scf.if %p {
      rt.free %m on 0 : memref<64xf32>
    } else {
      rt.free %m on 0 : memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @both_arms: race proved: device operations 4, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @both_arms: lifetime proved: allocations 1
// OUT: verify_lifetime.mlir: @both_arms: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @both_arms: return proved: returns 1
// OUT: verify_lifetime.mlir: @both_arms: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @both_arms: minimal proved: waits 1
// -----

// Freed under a condition and its opposite, which is right but not seen.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @linked(%a: memref<64xf32>, %p: i1, %q: i1) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    scf.if %p {
      rt.free %m on 0 : memref<64xf32>
    }
    scf.if %q {
      rt.free %m on 0 : memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @linked: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @linked: lifetime unknown at 2: allocations 1
// OUT: verify_lifetime.mlir: @linked: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @linked: return proved: returns 1
// OUT: verify_lifetime.mlir: @linked: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @linked: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_lifetime.mlir:20:7: warning[W0202]: not proved: on some path this frees a buffer that is freed already
// OUT: verify_lifetime.mlir:17:7: note: it is freed here
// OUT: verify_lifetime.mlir:15:10: note: the buffer is allocated here
// OUT: verify_lifetime.mlir:20:7: note: one free that every path passes would decide it
// OUT: verify_lifetime.mlir:23:5: warning[W0202]: not proved: on some path this returns without having freed a buffer that is freed elsewhere
// OUT: verify_lifetime.mlir:20:7: note: it is freed here
// OUT: verify_lifetime.mlir:15:10: note: the buffer is allocated here
// OUT: verify_lifetime.mlir:23:5: note: one free that every path passes would decide it
// -----

// An early return goes past the free.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @early_return(%a: memref<64xf32>, %p: i1) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    cf.cond_br %p, ^early, ^late
  ^early:
    return
  ^late:
    rt.free %m on 0 : memref<64xf32>
    rt.host_wait 0
    return
  }
}

// OUT: verify_lifetime.mlir: @early_return: race proved: device operations 3, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @early_return: lifetime violated at 1: allocations 1
// OUT: verify_lifetime.mlir: @early_return: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @early_return: return proved: returns 2
// OUT: verify_lifetime.mlir: @early_return: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @early_return: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_lifetime.mlir:20:5: error[E0312]: this returns without having freed a buffer that is freed elsewhere
// OUT: verify_lifetime.mlir:22:5: note: it is freed here
// OUT: verify_lifetime.mlir:15:10: note: the buffer is allocated here
// OUT: exit: 1
// -----

// Handed to the caller on every path, and freed nowhere.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @returned(%a: memref<64xf32>) -> memref<64xf32> attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc host_shared() on 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return %m : memref<64xf32>
  }
}

// OUT: verify_lifetime.mlir: @returned: race proved: device operations 1, streams 1, event slots 0
// OUT: verify_lifetime.mlir: @returned: lifetime proved: allocations 0
// OUT: verify_lifetime.mlir: @returned: leases proved: streams 1, event slots 0
// OUT: verify_lifetime.mlir: @returned: return proved: returns 1
// OUT: verify_lifetime.mlir: @returned: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_lifetime.mlir: @returned: minimal proved: waits 1
