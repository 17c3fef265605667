// RUN: warpline check - -v --diagnostics=short

// The reader waits for the writer.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @right(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %c : memref<64xf32>, memref<64xf32>)
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @right: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @right: lifetime proved: allocations 0
// OUT: verify_race.mlir: @right: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @right: return proved: returns 1
// OUT: verify_race.mlir: @right: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @right: minimal proved: waits 2
// -----

// The wait is missing.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @read_too_early(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %c : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @read_too_early: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @read_too_early: lifetime proved: allocations 0
// OUT: verify_race.mlir: @read_too_early: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @read_too_early: return proved: returns 1
// OUT: verify_race.mlir: @read_too_early: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:16:5: error[E0311]: the launch of @k::@copy on stream 1 reads argument 1, and nothing orders it after the launch of @k::@copy on stream 0, which writes it
// OUT: verify_race.mlir:15:5: note: the earlier work is here
// OUT: verify_race.mlir:16:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// The slot is recorded in time; only the wait is missing.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @no_wait(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %c : memref<64xf32>, memref<64xf32>)
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @no_wait: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @no_wait: lifetime proved: allocations 0
// OUT: verify_race.mlir: @no_wait: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @no_wait: return proved: returns 1
// OUT: verify_race.mlir: @no_wait: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:17:5: error[E0311]: the launch of @k::@copy on stream 1 reads argument 1, and nothing orders it after the launch of @k::@copy on stream 0, which writes it
// OUT: verify_race.mlir:15:5: note: the earlier work is here
// OUT: verify_race.mlir:17:5: note: missing: stream 0 before stream 1; put 'rt.wait 0 on 1' before this
// OUT: exit: 1
// -----

// A wait for an older record of the same slot orders only what came before it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @stale(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @stale: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @stale: lifetime proved: allocations 0
// OUT: verify_race.mlir: @stale: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @stale: return proved: returns 1
// OUT: verify_race.mlir: @stale: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:18:5: error[E0311]: the launch of @k::@copy on stream 1 writes argument 1, and nothing orders it after the launch of @k::@copy on stream 0, which writes it
// OUT: verify_race.mlir:17:5: note: the earlier work is here
// OUT: verify_race.mlir:18:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// A slot that is recorded again: the wait before took the older record, and that was enough.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @again(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%c, %c : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @again: race proved: device operations 3, streams 2, event slots 1
// OUT: verify_race.mlir: @again: lifetime proved: allocations 0
// OUT: verify_race.mlir: @again: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @again: return proved: returns 1
// OUT: verify_race.mlir: @again: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @again: minimal proved: waits 3
// -----

// The host reads while the device writes; then it waits first.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @host_too_early(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) -> f32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    %v = memref.load %b[%c1] : memref<64xf32>
    rt.host_wait 0
    return %v : f32
  }
  func.func @host_waits(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) -> f32 attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    %v = memref.load %b[%c1] : memref<64xf32>
    return %v : f32
  }
}

// OUT: verify_race.mlir: @host_too_early: race violated at 1: device operations 1, streams 1, event slots 0
// OUT: verify_race.mlir: @host_too_early: lifetime proved: allocations 0
// OUT: verify_race.mlir: @host_too_early: leases proved: streams 1, event slots 0
// OUT: verify_race.mlir: @host_too_early: return proved: returns 1
// OUT: verify_race.mlir: @host_too_early: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @host_waits: race proved: device operations 1, streams 1, event slots 0
// OUT: verify_race.mlir: @host_waits: lifetime proved: allocations 0
// OUT: verify_race.mlir: @host_waits: leases proved: streams 1, event slots 0
// OUT: verify_race.mlir: @host_waits: return proved: returns 1
// OUT: verify_race.mlir: @host_waits: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @host_waits: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_race.mlir:16:10: error[E0311]: 'memref.load' on the host reads argument 1, and nothing orders it after the launch of @k::@copy on stream 0, which writes it
// OUT: verify_race.mlir:15:5: note: the earlier work is here
// OUT: verify_race.mlir:16:10: note: missing: stream 0 before the host; put 'rt.host_wait 0' before this
// OUT: exit: 1
// -----

// Order through the host: what it has waited for comes before all that it issues.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @through_host(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %c : memref<64xf32>, memref<64xf32>)
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @through_host: race proved: device operations 2, streams 2, event slots 0
// OUT: verify_race.mlir: @through_host: lifetime proved: allocations 0
// OUT: verify_race.mlir: @through_host: leases proved: streams 2, event slots 0
// OUT: verify_race.mlir: @through_host: return proved: returns 1
// OUT: verify_race.mlir: @through_host: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @through_host: minimal proved: waits 2
// -----

// A buffer is used on another stream than it is made on.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @alloc(%a: memref<64xf32>) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    rt.free %m on 1 : memref<64xf32>
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @alloc: race violated at 1: device operations 3, streams 2, event slots 1
// OUT: verify_race.mlir: @alloc: lifetime proved: allocations 1
// OUT: verify_race.mlir: @alloc: leases proved: streams 2, event slots 2
// OUT: verify_race.mlir: @alloc: return proved: returns 1
// OUT: verify_race.mlir: @alloc: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:16:5: error[E0311]: the launch of @k::@copy on stream 1 writes a buffer, and nothing orders it after the allocation on stream 0, which allocates it
// OUT: verify_race.mlir:15:10: note: the earlier work is here
// OUT: verify_race.mlir:16:5: note: missing: stream 0 before stream 1; put 'rt.record 2 on 0' behind the earlier work and 'rt.wait 2 on 1' before this, with 3 events
// OUT: exit: 1
// -----

// A buffer is freed on one stream while another one reads it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @free(%a: memref<64xf32>) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = rt.alloc() on 0 : memref<64xf32>
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %m : memref<64xf32>, memref<64xf32>)
    rt.free %m on 0 : memref<64xf32>
    rt.record 1 on 1
    rt.wait 1 on 0
    rt.host_wait 0
    return
  }
}

// OUT: verify_race.mlir: @free: race violated at 1: device operations 3, streams 2, event slots 2
// OUT: verify_race.mlir: @free: lifetime proved: allocations 1
// OUT: verify_race.mlir: @free: leases proved: streams 2, event slots 2
// OUT: verify_race.mlir: @free: return proved: returns 1
// OUT: verify_race.mlir: @free: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:19:5: error[E0311]: the free on stream 0 frees a buffer, and nothing orders it after the launch of @k::@copy on stream 1, which writes it
// OUT: verify_race.mlir:18:5: note: the earlier work is here
// OUT: verify_race.mlir:15:10: note: the buffer is allocated here
// OUT: verify_race.mlir:19:5: note: missing: stream 1 before stream 0; put 'rt.record 2 on 1' behind the earlier work and 'rt.wait 2 on 0' before this, with 3 events
// OUT: exit: 1
// -----

// Halves of one buffer are apart; two elements too many are not.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @halves(%m: memref<64xf32>, %x: f32) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %lo = memref.subview %m[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
    %hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
    rt.fill %lo, %x on 0 : memref<32xf32, strided<[1]>>, f32
    rt.fill %hi, %x on 1 : memref<32xf32, strided<[1], offset: 32>>, f32
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
  func.func @overlap(%m: memref<64xf32>, %x: f32) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %lo = memref.subview %m[0] [34] [1] : memref<64xf32> to memref<34xf32, strided<[1]>>
    %hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
    rt.fill %lo, %x on 0 : memref<34xf32, strided<[1]>>, f32
    rt.fill %hi, %x on 1 : memref<32xf32, strided<[1], offset: 32>>, f32
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @halves: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @halves: lifetime proved: allocations 0
// OUT: verify_race.mlir: @halves: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @halves: return proved: returns 1
// OUT: verify_race.mlir: @halves: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @halves: minimal proved: waits 2
// OUT: verify_race.mlir: @overlap: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @overlap: lifetime proved: allocations 0
// OUT: verify_race.mlir: @overlap: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @overlap: return proved: returns 1
// OUT: verify_race.mlir: @overlap: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:30:5: error[E0311]: the fill on stream 1 writes argument 0, and nothing orders it after the fill on stream 0, which writes it
// OUT: verify_race.mlir:29:5: note: the earlier work is here
// OUT: verify_race.mlir:30:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// Atomic updates that commute need no order.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @count(%n: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %old = memref.atomic_rmw addi %one, %n[%zero] : (i32, memref<1xi32>) -> i32
      gpu.return
    }
  }
  func.func @counts(%n: memref<1xi32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    rt.launch @k::@count on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%n : memref<1xi32>)
    rt.launch @k::@count on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%n : memref<1xi32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @counts: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @counts: lifetime proved: allocations 0
// OUT: verify_race.mlir: @counts: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @counts: return proved: returns 1
// OUT: verify_race.mlir: @counts: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @counts: minimal proved: waits 2
// -----

// The order of sums of floats shows.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @count(%n: memref<1xf32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1.0 : f32
      %old = memref.atomic_rmw addf %one, %n[%zero] : (f32, memref<1xf32>) -> f32
      gpu.return
    }
  }
  func.func @sums(%n: memref<1xf32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    rt.launch @k::@count on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%n : memref<1xf32>)
    rt.launch @k::@count on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%n : memref<1xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @sums: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @sums: lifetime proved: allocations 0
// OUT: verify_race.mlir: @sums: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @sums: return proved: returns 1
// OUT: verify_race.mlir: @sums: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:15:5: error[E0311]: the launch of @k::@count on stream 1 updates argument 0, and nothing orders it after the launch of @k::@count on stream 0, which updates it
// OUT: verify_race.mlir:14:5: note: the earlier work is here
// OUT: verify_race.mlir:15:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// A part at an offset that is not known surely shares memory with the whole buffer.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @set(%m: memref<8xf32, strided<[1], offset: ?>>) kernel {
      %i = gpu.thread_id x
      %one = arith.constant 1.0 : f32
      memref.store %one, %m[%i] : memref<8xf32, strided<[1], offset: ?>>
      gpu.return
    }
  }
  func.func @parts(%m: memref<64xf32>, %zero: f32, %at: index) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %part = memref.subview %m[%at] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    rt.fill %m, %zero on 0 : memref<64xf32>, f32
    rt.launch @k::@set on 1 blocks(%c1, %c1, %c1) threads(%c8, %c1, %c1) : index, index, index, index, index, index args(%part : memref<8xf32, strided<[1], offset: ?>>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @parts: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: verify_race.mlir: @parts: lifetime proved: allocations 0
// OUT: verify_race.mlir: @parts: leases proved: streams 2, event slots 1
// OUT: verify_race.mlir: @parts: return proved: returns 1
// OUT: verify_race.mlir: @parts: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:17:5: error[E0311]: the launch of @k::@set on stream 1 writes argument 0, and nothing orders it after the fill on stream 0, which writes it
// OUT: verify_race.mlir:16:5: note: the earlier work is here
// OUT: verify_race.mlir:17:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// Each iteration allocates another buffer, so the allocation need not wait for the free of the iteration before.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @another_buffer(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %n: index) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %n step %c1 {
      rt.wait 1 on 0
      %t = rt.alloc() on 0 : memref<64xf32>
      rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %t : memref<64xf32>, memref<64xf32>)
      rt.record 0 on 0
      rt.wait 0 on 1
      rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%t, %b : memref<64xf32>, memref<64xf32>)
      rt.record 1 on 1
      rt.free %t on 1 : memref<64xf32>
    }
    rt.host_wait 1
    return
  }
}

// OUT: verify_race.mlir: @another_buffer: race proved: device operations 4, streams 2, event slots 2
// OUT: verify_race.mlir: @another_buffer: lifetime proved: allocations 1
// OUT: verify_race.mlir: @another_buffer: leases proved: streams 2, event slots 2
// OUT: verify_race.mlir: @another_buffer: return proved: returns 1
// OUT: verify_race.mlir: @another_buffer: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_race.mlir: @another_buffer: minimal proved: waits 3
// -----

// The free of an iteration before is still in flight when the function returns.
module attributes {gpu.container_module} {
  func.func @free_at_return(%n: index) attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %t = rt.alloc() on 0 : memref<64xf32>
      rt.host_wait 0
      rt.free %t on 1 : memref<64xf32>
    }
    rt.host_wait 0
    return
  }
}

// OUT: verify_race.mlir: @free_at_return: race proved: device operations 2, streams 2, event slots 0
// OUT: verify_race.mlir: @free_at_return: lifetime proved: allocations 1
// OUT: verify_race.mlir: @free_at_return: leases proved: streams 2, event slots 0
// OUT: verify_race.mlir: @free_at_return: return violated at 1: returns 1
// OUT: verify_race.mlir: @free_at_return: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_race.mlir:13:5: error[E0314]: this returns while the free on stream 1 is in flight
// OUT: verify_race.mlir:10:7: note: the work is here
// OUT: verify_race.mlir:13:5: note: missing: stream 1 before the host; put 'rt.host_wait 1' before this
// OUT: exit: 1
