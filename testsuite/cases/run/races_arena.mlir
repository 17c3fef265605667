// RUN: not run --device=cpu --detect-races

// Two buffers share a place, and nothing orders their uses.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}, %b: memref<64xf32> {warpline.input = "2"}) attributes {rt.arena = 256 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = rt.arena 0 : memref<64xf32>
    %z = rt.arena 0 : memref<64xf32>
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%x, %b : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: races_arena.mlir:20:5: error[E0501]: race: kernel 'k::copy' on stream 1 writes bytes 0 to 256 of a buffer, kernel 'k::copy' on stream 0 writes them, and nothing orders the two
// OUT: races_arena.mlir:18:5: note: kernel 'k::copy' on stream 0 is here
// OUT: races_arena.mlir:17:10: note: the buffer of 256 bytes begins here
// OUT: races_arena.mlir:20:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: races_arena.mlir:20:5: error[E0501]: race: kernel 'k::copy' on stream 1 writes bytes 0 to 256 of a buffer, kernel 'k::copy' on stream 0 reads them, and nothing orders the two
// OUT: races_arena.mlir:19:5: note: kernel 'k::copy' on stream 0 is here
// OUT: races_arena.mlir:17:10: note: the buffer of 256 bytes begins here
// OUT: races_arena.mlir:20:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
