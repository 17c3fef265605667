// RUN: warpline run --device=cpu --detect-races --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// A thread reads what its neighbour writes.
// Wrong: nothing orders the threads.
module attributes {gpu.container_module} {
gpu.module @k {
  gpu.func @shift(%x: memref<8xi32>, %y: memref<8xi32>)
      workgroup(%t: memref<9xi32, #gpu.address_space<workgroup>>) kernel {
    %c1 = arith.constant 1 : index
    %i = gpu.thread_id x
    %j = arith.addi %i, %c1 : index
    %v = memref.load %x[%i] : memref<8xi32>
    %p = memref.load %y[%i] : memref<8xi32>
    %k = arith.index_cast %p : i32 to index
    memref.store %v, %t[%j] : memref<9xi32, #gpu.address_space<workgroup>>
    %w = memref.load %t[%k] : memref<9xi32, #gpu.address_space<workgroup>>
    memref.store %w, %x[%i] : memref<8xi32>
    gpu.return
  }
}
func.func @main(%x: memref<8xi32> {warpline.input = "iota:5"}, %y: memref<8xi32> {warpline.input = "3"}) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch_func @k::@shift blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : memref<8xi32>, %y : memref<8xi32>)
  return
}
}

// OUT: stderr:
// OUT: races_of_threads.mlir:16:5: error[E0501]: data race: this write is not ordered with an earlier read, in block (0, 0, 0) thread (2, 0, 0) of '@k::@shift'
// OUT: races_of_threads.mlir:17:10: note: the read by thread 1 of block 0
// OUT: races_of_threads.mlir:25:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_threads.mlir:17:10: error[E0501]: read of an element that was never written, in block (0, 0, 0) thread (0, 0, 0) of '@k::@shift'
// OUT: races_of_threads.mlir:25:3: note: launched here
// OUT: exit: 1
// -----

// Threads of different blocks; a barrier does not order them.
// Wrong: two blocks write one element.
func.func @main(%x: memref<4xf32> {warpline.input = "iota:"}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c2, %sz = %c1) {
    %row = arith.muli %ty, %c2 : index
    %i = arith.addi %row, %tx : index
    gpu.barrier
    %n = arith.index_cast %bx : index to i32
    %v = arith.sitofp %n : i32 to f32
    memref.store %v, %x[%i] : memref<4xf32>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_of_threads.mlir:15:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (1, 0, 0) thread (0, 0, 0)
// OUT: races_of_threads.mlir:15:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:8:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_threads.mlir:15:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (1, 0, 0) thread (0, 0, 0)
// OUT: races_of_threads.mlir:15:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:8:3: note: launched here
// OUT: exit: 1
// -----

// All threads store one value; a barrier in a loop; blocks with tiles of their own; atomic updates and reads on two sides of
// a barrier: no race.
func.func @main(%x: memref<16xi32> {warpline.input = "iota:"}, %flag: memref<1xi32> {warpline.input = "0"}, %n: memref<2xi32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
             workgroup(%t: memref<8xi32, #gpu.address_space<workgroup>>) {
    %first = arith.muli %bx, %c8 : index
    %i = arith.addi %first, %tx : index
    %v = memref.load %x[%i] : memref<16xi32>
    memref.store %one, %flag[%c0] : memref<1xi32>
    memref.store %v, %t[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
    scf.for %step = %c0 to %c3 step %c1 {
      gpu.barrier
      %mirrored = arith.subi %c7, %tx : index
      %w = memref.load %t[%mirrored] : memref<8xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      memref.store %w, %t[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
    }
    %old = memref.atomic_rmw addi %one, %n[%bx] : (i32, memref<2xi32>) -> i32
    gpu.barrier
    %all = memref.load %n[%bx] : memref<2xi32>
    %own = memref.load %t[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
    %sum = arith.addi %own, %all : i32
    memref.store %sum, %x[%i] : memref<16xi32>
    gpu.terminator
  }
  return
}

// OUT: argument 0: memref<16xi32> = [15 14 13 12 11 10 9 8 23 22 21 20 19 18 17 16]
// OUT: argument 1: memref<1xi32> = [1]
// OUT: argument 2: memref<2xi32> = [8 8]
// OUT: argument 0: memref<16xi32> = [15 14 13 12 11 10 9 8 23 22 21 20 19 18 17 16]
// OUT: argument 1: memref<1xi32> = [1]
// OUT: argument 2: memref<2xi32> = [8 8]
// -----

// An atomic update and a read of one element.
// Wrong: the read may come before some updates.
func.func @main(%n: memref<1xi32> {warpline.input = "0"}, %y: memref<8xi32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %old = memref.atomic_rmw addi %one, %n[%c0] : (i32, memref<1xi32>) -> i32
    %v = memref.load %n[%c0] : memref<1xi32>
    memref.store %v, %y[%tx] : memref<8xi32>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_of_threads.mlir:11:12: error[E0501]: data race: this atomic update is not ordered with an earlier read, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:12:10: note: the read by thread 0 of block 0
// OUT: races_of_threads.mlir:9:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_threads.mlir:11:12: error[E0501]: data race: this atomic update is not ordered with an earlier read, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:12:10: note: the read by thread 0 of block 0
// OUT: races_of_threads.mlir:9:3: note: launched here
// OUT: exit: 1
// -----

// Vectors of two threads overlap by one element.
// Wrong: threads write element 3 with different values.
func.func @main(%x: memref<7xi32> {warpline.input = "0"}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %first = arith.muli %tx, %c3 : index
    %n = arith.index_cast %first : index to i32
    %v = vector.broadcast %n : i32 to vector<4xi32>
    vector.store %v, %x[%first] : memref<7xi32>, vector<4xi32>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_of_threads.mlir:13:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:13:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:8:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_threads.mlir:13:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:13:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:8:3: note: launched here
// OUT: exit: 1
// -----

// Bytes and words of one buffer: a view has smaller elements.
// Wrong: a byte that one thread writes belongs to the word that another one reads.
func.func @main(%x: memref<16xi8> {warpline.input = "iota:"}, %y: memref<4xi32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %minus = arith.constant -1 : i8
  %words = memref.view %x[%c0][] : memref<16xi8> to memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %v = memref.load %words[%tx] : memref<4xi32>
    memref.store %v, %y[%tx] : memref<4xi32>
    %at = arith.addi %tx, %c5 : index
    memref.store %minus, %x[%at] : memref<16xi8>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_of_threads.mlir:13:10: error[E0501]: data race: this read is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:16:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:11:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_threads.mlir:13:10: error[E0501]: data race: this read is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:16:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:11:3: note: launched here
// OUT: exit: 1
// -----

// Sides of a branch that threads take differently.
// Wrong: one thread writes what the others read.
func.func @main(%x: memref<8xi32> {warpline.input = "iota:1"}, %y: memref<8xi32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
             workgroup(%t: memref<8xi32, #gpu.address_space<workgroup>>) {
    %v = memref.load %x[%tx] : memref<8xi32>
    memref.store %v, %t[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %is_first = arith.cmpi eq, %tx, %c0 : index
    scf.if %is_first {
      memref.store %v, %t[%c4] : memref<8xi32, #gpu.address_space<workgroup>>
    } else {
      %w = memref.load %t[%c4] : memref<8xi32, #gpu.address_space<workgroup>>
      memref.store %w, %y[%tx] : memref<8xi32>
    }
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_of_threads.mlir:19:12: error[E0501]: data race: this read is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:17:7: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:9:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_threads.mlir:19:12: error[E0501]: data race: this read is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:17:7: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:9:3: note: launched here
// OUT: exit: 1
// -----

// Each thread has a view of its own, whose element of its number is the same one for all.
// Wrong: all threads write it.
func.func @main(%x: memref<64xi8> {warpline.input = "0"}) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %back = arith.subi %c7, %tx : index
    %offset = arith.muli %back, %c4 : index
    %own = memref.view %x[%offset][] : memref<64xi8> to memref<8xi32>
    %v = arith.index_cast %tx : index to i32
    memref.store %v, %own[%tx] : memref<8xi32>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_of_threads.mlir:15:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:15:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:9:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: races_of_threads.mlir:15:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: races_of_threads.mlir:15:5: note: the write by thread 0 of block 0
// OUT: races_of_threads.mlir:9:3: note: launched here
// OUT: exit: 1
