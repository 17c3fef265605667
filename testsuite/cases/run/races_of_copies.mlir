// RUN: not run --device=cpu --detect-races

// Wrong: a kernel copies to a buffer that another one writes on a stream beside it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @a(%m: memref<64xi32>, %o: memref<64xi32>) kernel {
      memref.copy %o, %m : memref<64xi32> to memref<64xi32>
      gpu.return
    }
    gpu.func @b(%m: memref<64xi32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 3 : i32
      memref.store %x, %m[%i] : memref<64xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xi32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xi32> {llvm.noalias, warpline.input = "2"}) attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@a on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%m, %o : memref<64xi32>, memref<64xi32>)
    rt.launch @k::@b on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%m : memref<64xi32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: races_of_copies.mlir:21:5: error[E0501]: race: kernel 'k::b' on stream 1 writes bytes 0 to 256 of a buffer, kernel 'k::a' on stream 0 writes them, and nothing orders the two
// OUT: races_of_copies.mlir:20:5: note: kernel 'k::a' on stream 0 is here
// OUT: races_of_copies.mlir:17:3: note: the buffer of 256 bytes begins here
// OUT: races_of_copies.mlir:21:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
// -----

// Wrong: so does a copy to every other element.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @a(%m: memref<64xi32>, %o: memref<64xi32>) kernel {
      %part = memref.subview %m[0] [32] [2] : memref<64xi32> to memref<32xi32, strided<[2]>>
      %from = memref.subview %o[0] [32] [1] : memref<64xi32> to memref<32xi32, strided<[1]>>
      memref.copy %from, %part : memref<32xi32, strided<[1]>> to memref<32xi32, strided<[2]>>
      gpu.return
    }
    gpu.func @b(%m: memref<64xi32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 3 : i32
      memref.store %x, %m[%i] : memref<64xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xi32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xi32> {llvm.noalias, warpline.input = "2"}) attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@a on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%m, %o : memref<64xi32>, memref<64xi32>)
    rt.launch @k::@b on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%m : memref<64xi32>)
    rt.host_wait 0
    rt.host_wait 1
    return
  }
}

// OUT: races_of_copies.mlir:22:5: error[E0501]: race: kernel 'k::b' on stream 1 writes bytes 0 to 252 of a buffer, kernel 'k::a' on stream 0 writes them, and nothing orders the two
// OUT: races_of_copies.mlir:21:5: note: kernel 'k::a' on stream 0 is here
// OUT: races_of_copies.mlir:18:3: note: the buffer of 256 bytes begins here
// OUT: races_of_copies.mlir:22:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
