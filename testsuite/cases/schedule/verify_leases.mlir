// RUN: warpline check - -v --diagnostics=short

// A stream and a slot too many.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @too_many(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 1 on 1
    rt.host_wait 1
    return
  }
}

// OUT: verify_leases.mlir: @too_many: race proved: device operations 1, streams 1, event slots 1
// OUT: verify_leases.mlir: @too_many: lifetime proved: allocations 0
// OUT: verify_leases.mlir: @too_many: leases violated at 4: streams 1, event slots 1
// OUT: verify_leases.mlir: @too_many: return proved: returns 1
// OUT: verify_leases.mlir: @too_many: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_leases.mlir:16:5: error[E0313]: expected a leased stream below 1, but found 1
// OUT: verify_leases.mlir:17:5: error[E0313]: expected a leased stream below 1, but found 1
// OUT: verify_leases.mlir:17:5: error[E0313]: expected a leased event slot below 1, but found 1
// OUT: verify_leases.mlir:18:5: error[E0313]: expected a leased stream below 1, but found 1
// OUT: exit: 1
// -----

// Nothing leased at all.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @nothing(%a: memref<64xf32>, %x: f32) {
    rt.fill %a, %x on 0 : memref<64xf32>, f32
    rt.host_wait 0
    return
  }
}

// OUT: verify_leases.mlir: @nothing: race proved: device operations 1, streams 1, event slots 0
// OUT: verify_leases.mlir: @nothing: lifetime proved: allocations 0
// OUT: verify_leases.mlir: @nothing: leases violated at 2: streams 0, event slots 0
// OUT: verify_leases.mlir: @nothing: return proved: returns 1
// OUT: verify_leases.mlir: @nothing: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_leases.mlir:13:5: error[E0313]: expected a leased stream below 0, but found 0
// OUT: verify_leases.mlir:14:5: error[E0313]: expected a leased stream below 0, but found 0
// OUT: exit: 1
// -----

// A wait before its record.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @never_recorded(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.wait 0 on 1
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.host_wait 0
    return
  }
}

// OUT: verify_leases.mlir: @never_recorded: race proved: device operations 1, streams 2, event slots 1
// OUT: verify_leases.mlir: @never_recorded: lifetime proved: allocations 0
// OUT: verify_leases.mlir: @never_recorded: leases violated at 1: streams 2, event slots 1
// OUT: verify_leases.mlir: @never_recorded: return proved: returns 1
// OUT: verify_leases.mlir: @never_recorded: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_leases.mlir:15:5: error[E0313]: this waits for event slot 0, which nothing records before: it holds nothing back
// OUT: verify_leases.mlir:15:5: note: record slot 0 on every path to here
// OUT: exit: 1
// -----

// The function returns while it works; then with the wait.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @in_flight(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %c : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
  func.func @waits(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %c : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: verify_leases.mlir: @in_flight: race proved: device operations 2, streams 2, event slots 0
// OUT: verify_leases.mlir: @in_flight: lifetime proved: allocations 0
// OUT: verify_leases.mlir: @in_flight: leases proved: streams 2, event slots 0
// OUT: verify_leases.mlir: @in_flight: return violated at 1: returns 1
// OUT: verify_leases.mlir: @in_flight: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_leases.mlir: @waits: race proved: device operations 2, streams 2, event slots 0
// OUT: verify_leases.mlir: @waits: lifetime proved: allocations 0
// OUT: verify_leases.mlir: @waits: leases proved: streams 2, event slots 0
// OUT: verify_leases.mlir: @waits: return proved: returns 1
// OUT: verify_leases.mlir: @waits: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_leases.mlir: @waits: minimal proved: waits 2
// OUT: stderr:
// OUT: verify_leases.mlir:18:5: error[E0314]: this returns while the launch of @k::@copy on stream 1 is in flight
// OUT: verify_leases.mlir:16:5: note: the work is here
// OUT: verify_leases.mlir:18:5: note: missing: stream 1 before the host; put 'rt.host_wait 1' before this
// OUT: exit: 1
