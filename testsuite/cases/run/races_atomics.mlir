// RUN: not run --device=cpu --detect-races

// Nothing orders an addition and a maximum of the same memory, and the order shows.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
    gpu.func @max(%m: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      %old = memref.atomic_rmw maxs %c, %m[%i] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%m: memref<16xi32> {warpline.input = "0"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %three = arith.constant 3 : i32
    rt.launch @k::@add on 0 blocks(%c1, %c1, %c1) threads(%c16, %c1, %c1) : index, index, index, index, index, index args(%m, %three : memref<16xi32>, i32)
    rt.launch @k::@max on 1 blocks(%c1, %c1, %c1) threads(%c16, %c1, %c1) : index, index, index, index, index, index args(%m, %three : memref<16xi32>, i32)
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.host_wait 0
    return
  }
}

// OUT: races_atomics.mlir:22:5: error[E0501]: race: kernel 'k::max' on stream 1 updates bytes 0 to 64 of a buffer, kernel 'k::add' on stream 0 updates them, and nothing orders the two
// OUT: races_atomics.mlir:21:5: note: kernel 'k::add' on stream 0 is here
// OUT: races_atomics.mlir:17:3: note: the buffer of 64 bytes begins here
// OUT: races_atomics.mlir:22:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
// -----

// Two numbered pieces of work: which launch takes which number shows, since the old values are stored.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @take(%next: memref<1xi32>, %taken: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %old = memref.atomic_rmw addi %one, %next[%zero] : (i32, memref<1xi32>) -> i32
      memref.store %old, %taken[%zero] : memref<1xi32>
      gpu.return
    }
  }
  func.func @main(%next: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %a: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %b: memref<1xi32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    rt.launch @k::@take on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%next, %a : memref<1xi32>, memref<1xi32>)
    rt.launch @k::@take on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%next, %b : memref<1xi32>, memref<1xi32>)
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.host_wait 0
    return
  }
}

// OUT: races_atomics.mlir:16:5: error[E0501]: race: kernel 'k::take' on stream 1 updates bytes 0 to 4 of a buffer, kernel 'k::take' on stream 0 updates them, and nothing orders the two
// OUT: races_atomics.mlir:15:5: note: kernel 'k::take' on stream 0 is here
// OUT: races_atomics.mlir:13:3: note: the buffer of 4 bytes begins here
// OUT: races_atomics.mlir:16:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
