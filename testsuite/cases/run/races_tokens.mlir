// RUN: not run --device=cpu --detect-races

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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
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

// OUT: races_tokens.mlir:18:5: error[E0501]: race: a token orders kernel 'k::touch' on stream 1 after kernel 'k::touch' on stream 0, but the schedule does not
// OUT: races_tokens.mlir:17:5: note: kernel 'k::touch' on stream 0 is here
// OUT: races_tokens.mlir:18:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
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
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %x: memref<64xf32> {llvm.noalias, warpline.input = "1"}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) {token = 7 : i32} : index, index, index, index, index, index args(%m : memref<64xf32>)
    rt.awaited [7]
    rt.launch @k::@touch on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x : memref<64xf32>)
    rt.host_wait 0
    return
  }
}

// OUT: races_tokens.mlir:17:5: error[E0501]: race: a token orders the host after kernel 'k::touch' on stream 0, but the schedule does not
// OUT: races_tokens.mlir:16:5: note: kernel 'k::touch' on stream 0 is here
// OUT: races_tokens.mlir:17:5: note: missing: a host wait for stream 0 between the two
// OUT: leaks=0
