// RUN: warpline check - -v --diagnostics=short

// A stream of the program without its number, one on one way only, and one with the number of a leased stream.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @numbers(%s: !llvm.ptr, %p: i1, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.adopt %s as 0 : !llvm.ptr
    scf.if %p {
      rt.adopt %s as 1 : !llvm.ptr
    }
    rt.launch @k::@double on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %y : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@double on 2 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %y : memref<64xf32>, memref<64xf32>)
    return
  }
}

// OUT: verify_streams.mlir: @numbers: race violated at 1: device operations 2, streams 3, event slots 0
// OUT: verify_streams.mlir: @numbers: lifetime proved: allocations 0
// OUT: verify_streams.mlir: @numbers: leases violated at 3: streams 1, event slots 0
// OUT: verify_streams.mlir: @numbers: return violated at 1: returns 1
// OUT: verify_streams.mlir: @numbers: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_streams.mlir:17:5: error[E0313]: expected a number from 1 on, after the leased streams, but found 0
// OUT: verify_streams.mlir:21:5: error[E0313]: expected a leased stream below 1, but found 1
// OUT: verify_streams.mlir:21:5: note: 'rt.adopt' gives this number to a user stream, but not on every path to here
// OUT: verify_streams.mlir:22:5: error[E0311]: the launch of @k::@double on stream 2 writes argument 3, and nothing orders it after the launch of @k::@double on stream 1, which writes it
// OUT: verify_streams.mlir:21:5: note: the earlier work is here
// OUT: verify_streams.mlir:22:5: note: missing: stream 1 before stream 2; put 'rt.record 0 on 1' behind the earlier work and 'rt.wait 0 on 2' before this, with 1 events
// OUT: verify_streams.mlir:22:5: error[E0313]: expected a leased stream below 1, but found 2
// OUT: verify_streams.mlir:23:5: error[E0314]: this returns while the launch of @k::@double on stream 2 is in flight
// OUT: verify_streams.mlir:22:5: note: the work is here
// OUT: verify_streams.mlir:23:5: note: missing: stream 2 before the host; put 'rt.host_wait 2' before this
// OUT: exit: 1
// -----

// A missing wait before a launch on a stream of the program, and a return that leaves memory of the function in use.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @race(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.arena = 256 : i64, rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.adopt %s as 1 : !llvm.ptr
    %a = rt.arena 0 : memref<64xf32>
    rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %y : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@double on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%y, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: verify_streams.mlir: @race: race violated at 1: device operations 2, streams 2, event slots 0
// OUT: verify_streams.mlir: @race: lifetime proved: allocations 0
// OUT: verify_streams.mlir: @race: leases proved: streams 1, event slots 0
// OUT: verify_streams.mlir: @race: return violated at 1: returns 1
// OUT: verify_streams.mlir: @race: memory proved: slots 1 in 256 bytes, overlapping pairs 0
// OUT: verify_streams.mlir: @race: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_streams.mlir:19:5: error[E0311]: the launch of @k::@double on stream 1 reads argument 2, and nothing orders it after the launch of @k::@double on stream 0, which writes it
// OUT: verify_streams.mlir:18:5: note: the earlier work is here
// OUT: verify_streams.mlir:19:5: note: missing: stream 0 before stream 1; put 'rt.record 0 on 0' behind the earlier work and 'rt.wait 0 on 1' before this, with 1 events
// OUT: verify_streams.mlir:21:5: error[E0314]: this returns while the launch of @k::@double on stream 1 is in flight
// OUT: verify_streams.mlir:19:5: note: the work is here
// OUT: verify_streams.mlir:21:5: note: missing: stream 1 before the host; put 'rt.host_wait 1' before this
// OUT: exit: 1
// -----

// Each trip gives the number to another stream: no order comes from it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func @trips(%x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index) attributes {rt.events = 0 : i32, rt.streams = 0 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %n step %c1 {
      %s = func.call @mgpuStreamCreate() : () -> !llvm.ptr
      rt.adopt %s as 0 : !llvm.ptr
      rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %y : memref<64xf32>, memref<64xf32>)
      rt.host_wait 0
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = func.call @mgpuStreamCreate() : () -> !llvm.ptr
      rt.adopt %s as 0 : !llvm.ptr
      rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %y : memref<64xf32>, memref<64xf32>)
    }
    return
  }
}

// OUT: verify_streams.mlir: @trips: race violated at 1: device operations 2, streams 1, event slots 0
// OUT: verify_streams.mlir: @trips: lifetime proved: allocations 0
// OUT: verify_streams.mlir: @trips: leases proved: streams 0, event slots 0
// OUT: verify_streams.mlir: @trips: return proved: returns 1
// OUT: verify_streams.mlir: @trips: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_streams.mlir:27:7: error[E0311]: the launch of @k::@double on stream 0 writes argument 1, and nothing orders it after the launch of @k::@double on stream 0, which writes it
// OUT: verify_streams.mlir:27:7: note: the earlier work is here, in an earlier iteration of a loop
// OUT: verify_streams.mlir:27:7: note: missing: stream 0 before stream 0; put 'rt.record 0 on 0' behind the earlier work and 'rt.wait 0 on 0' before this, with 1 events
// OUT: exit: 1
// -----

// A function that others call waits for what it leaves on a stream of the program.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @callee(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 0 : i32, rt.streams = 0 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.adopt %s as 0 : !llvm.ptr
    rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %y : memref<64xf32>, memref<64xf32>)
    return
  }
  func.func @caller(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    call @callee(%s, %x, %y) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
    return
  }
}

// OUT: verify_streams.mlir: @callee: race proved: device operations 1, streams 1, event slots 0
// OUT: verify_streams.mlir: @callee: lifetime proved: allocations 0
// OUT: verify_streams.mlir: @callee: leases proved: streams 0, event slots 0
// OUT: verify_streams.mlir: @callee: return violated at 1: returns 1
// OUT: verify_streams.mlir: @callee: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: verify_streams.mlir:18:5: error[E0314]: this returns while the launch of @k::@double on stream 0 is in flight
// OUT: verify_streams.mlir:17:5: note: the work is here
// OUT: verify_streams.mlir:18:5: note: missing: stream 0 before the host; put 'rt.host_wait 0' before this
// OUT: exit: 1
