// RUN: warpline check - -v --diagnostics=short

// A wait is missing that only a token asks for.
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
  func.func @device(%m: memref<64xf32> {llvm.noalias}, %x: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 0 : i32} : index, index, index, index, index, index args(%m : memref<64xf32>)
    rt.launch @k::@touch on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {after = array<i32: 0>} : index, index, index, index, index, index args(%x : memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: tokens_violated.mlir: @device: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: tokens_violated.mlir: @device: lifetime proved: allocations 0
// OUT: tokens_violated.mlir: @device: leases proved: streams 2, event slots 1
// OUT: tokens_violated.mlir: @device: return proved: returns 1
// OUT: tokens_violated.mlir: @device: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: tokens_violated.mlir:18:5: error[E0311]: a token orders the launch of @k::@touch on stream 1 after the launch of @k::@touch on stream 0, but the schedule does not
// OUT: tokens_violated.mlir:17:5: note: the earlier work is here
// OUT: tokens_violated.mlir:18:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// The host does not wait where the program does.
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
  func.func @host(%m: memref<64xf32> {llvm.noalias}, %x: memref<64xf32> {llvm.noalias}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 7 : i32} : index, index, index, index, index, index args(%m : memref<64xf32>)
    rt.awaited [7]
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x : memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: tokens_violated.mlir: @host: race violated at 1: device operations 2, streams 1, event slots 0
// OUT: tokens_violated.mlir: @host: lifetime proved: allocations 0
// OUT: tokens_violated.mlir: @host: leases proved: streams 1, event slots 0
// OUT: tokens_violated.mlir: @host: return proved: returns 1
// OUT: tokens_violated.mlir: @host: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: tokens_violated.mlir:17:5: error[E0311]: the program waits for the launch of @k::@touch on stream 0 here, and the host does not
// OUT: tokens_violated.mlir:16:5: note: the earlier work is here
// OUT: tokens_violated.mlir:17:5: note: missing: stream 0 before the host; put 'rt.host_wait 0' before this
// OUT: exit: 1
// -----

// 'beside' does not excuse two writers of one buffer.
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
  func.func @same(%m: memref<64xf32> {llvm.noalias}, %x: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %v = arith.constant 1.0 : f32
    rt.fill %m, %v on 0 {token = 0 : i32} : memref<64xf32>, f32
    rt.fill %m, %v on 1 {beside = array<i32: 0>} : memref<64xf32>, f32
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.host_wait 1
    return
  }
}

// OUT: tokens_violated.mlir: @same: race violated at 1: device operations 2, streams 2, event slots 1
// OUT: tokens_violated.mlir: @same: lifetime proved: allocations 0
// OUT: tokens_violated.mlir: @same: leases proved: streams 2, event slots 1
// OUT: tokens_violated.mlir: @same: return proved: returns 1
// OUT: tokens_violated.mlir: @same: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: stderr:
// OUT: tokens_violated.mlir:18:5: error[E0311]: the fill on stream 1 writes argument 0, and nothing orders it after the fill on stream 0, which writes it
// OUT: tokens_violated.mlir:17:5: note: the earlier work is here
// OUT: tokens_violated.mlir:18:5: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
