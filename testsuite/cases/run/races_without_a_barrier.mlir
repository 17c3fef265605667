// RUN: warpline check - --diagnostics=short

// A tile is written and read mirrored.
func.func @main(%x: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c15 = arith.constant 15 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<16xf32, #gpu.address_space<workgroup>>) {
    %v = memref.load %x[%tx] : memref<16xf32>
    memref.store %v, %tile[%tx] : memref<16xf32, #gpu.address_space<workgroup>>
    %j = arith.subi %c15, %tx : index
    %w = memref.load %tile[%j] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %w, %x[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_without_a_barrier.mlir:14:10: error[E0504]: data race: thread (0, 0, 0) loads element [15] of workgroup memory, thread (15, 0, 0) stores it, and no barrier is between the two
// OUT: races_without_a_barrier.mlir:12:5: note: the other access is here
// OUT: exit: 1
// -----

// With a barrier; each thread alone reads what it wrote; all threads store one value: no race.
func.func @main(%x: memref<16xf32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c15 = arith.constant 15 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<17xf32, #gpu.address_space<workgroup>>) {
    %v = memref.load %x[%tx] : memref<16xf32>
    memref.store %v, %tile[%tx] : memref<17xf32, #gpu.address_space<workgroup>>
    memref.store %zero, %tile[%c16] : memref<17xf32, #gpu.address_space<workgroup>>
    %u = memref.load %tile[%tx] : memref<17xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %j = arith.subi %c15, %tx : index
    %w = memref.load %tile[%j] : memref<17xf32, #gpu.address_space<workgroup>>
    %s = arith.addf %u, %w : f32
    memref.store %s, %x[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}
// -----

// A tree of sums, in place: the barrier at the end of a step is missing. The other one has it.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @racy(%x: memref<?xf32>, %y: memref<?xf32>) workgroup(%part : memref<8xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %n = gpu.block_dim x
      %t = gpu.thread_id x
      %first = arith.muli %b, %n : index
      %i = arith.addi %first, %t : index
      %v = memref.load %x[%i] : memref<?xf32>
      memref.store %v, %part[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.for %step = %c0 to %c3 step %c1 {
        %half = arith.shrui %c4, %step : index
        %takes_part = arith.cmpi ult, %t, %half : index
        scf.if %takes_part {
          %j = arith.addi %t, %half : index
          %a = memref.load %part[%t] : memref<8xf32, #gpu.address_space<workgroup>>
          %c = memref.load %part[%j] : memref<8xf32, #gpu.address_space<workgroup>>
          %s = arith.addf %a, %c : f32
          memref.store %s, %part[%t] : memref<8xf32, #gpu.address_space<workgroup>>
        }
      }
      %total = memref.load %part[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %total, %y[%b] : memref<?xf32>
      gpu.return
    }
    gpu.func @right(%x: memref<?xf32>, %y: memref<?xf32>) workgroup(%part : memref<8xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %n = gpu.block_dim x
      %t = gpu.thread_id x
      %first = arith.muli %b, %n : index
      %i = arith.addi %first, %t : index
      %v = memref.load %x[%i] : memref<?xf32>
      memref.store %v, %part[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.for %step = %c0 to %c3 step %c1 {
        %half = arith.shrui %c4, %step : index
        %takes_part = arith.cmpi ult, %t, %half : index
        scf.if %takes_part {
          %j = arith.addi %t, %half : index
          %a = memref.load %part[%t] : memref<8xf32, #gpu.address_space<workgroup>>
          %c = memref.load %part[%j] : memref<8xf32, #gpu.address_space<workgroup>>
          %s = arith.addf %a, %c : f32
          memref.store %s, %part[%t] : memref<8xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
      }
      %total = memref.load %part[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %total, %y[%b] : memref<?xf32>
      gpu.return
    }
  }
}

// OUT: stderr:
// OUT: races_without_a_barrier.mlir:25:16: error[E0504]: data race: thread (0, 0, 0) loads element [2] of workgroup memory, thread (2, 0, 0) stores it, and no barrier is between the two
// OUT: races_without_a_barrier.mlir:27:11: note: the other access is here
// OUT: races_without_a_barrier.mlir:30:16: error[E0504]: data race: thread (1, 0, 0) loads element [0] of workgroup memory, thread (0, 0, 0) stores it, and no barrier is between the two
// OUT: races_without_a_barrier.mlir:27:11: note: the other access is here
// OUT: exit: 1
// -----

// A tile that the next trip overwrites while slow threads still read it; an element at an offset that only the run knows.
func.func @main(%x: memref<64xf32>, %y: memref<8xf32>, %shift: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c7 = arith.constant 7 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<8xf32, #gpu.address_space<workgroup>>, %more : memref<64xf32, #gpu.address_space<workgroup>>) {
    scf.for %trip = %c0 to %c8 step %c1 {
      %base = arith.muli %trip, %c8 : index
      %i = arith.addi %base, %tx : index
      %v = memref.load %x[%i] : memref<64xf32>
      memref.store %v, %tile[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %j = arith.subi %c7, %tx : index
      %w = memref.load %tile[%j] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %w, %y[%tx] : memref<8xf32>
    }
    %at = arith.addi %shift, %tx : index
    %u = memref.load %y[%tx] : memref<8xf32>
    memref.store %u, %more[%at] : memref<64xf32, #gpu.address_space<workgroup>>
    %next = arith.addi %at, %c1 : index
    %z = memref.load %more[%next] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %z, %y[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_without_a_barrier.mlir:15:7: error[E0504]: data race: thread (0, 0, 0) stores element [0] of workgroup memory, thread (7, 0, 0) loads it, and no barrier is between the two
// OUT: races_without_a_barrier.mlir:18:12: note: the other access is here
// OUT: races_without_a_barrier.mlir:25:10: error[E0504]: data race: thread (0, 0, 0) loads an element of workgroup memory, thread (1, 0, 0) stores it, and no barrier is between the two
// OUT: races_without_a_barrier.mlir:23:5: note: the other access is here
// OUT: exit: 1
// -----

// What is not decided is a remark: an index of the run, a branch on data, a block whose size the run decides.
func.func @main(%x: memref<16xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<16xindex, #gpu.address_space<workgroup>>) {
    %i = memref.load %x[%tx] : memref<16xindex>
    memref.store %tx, %tile[%i] : memref<16xindex, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<16xindex, #gpu.address_space<workgroup>>) {
    %i = memref.load %x[%tx] : memref<16xindex>
    %is_first = arith.cmpi eq, %i, %c0 : index
    scf.if %is_first {
      memref.store %tx, %tile[%c0] : memref<16xindex, #gpu.address_space<workgroup>>
    }
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1)
             workgroup(%tile : memref<16xindex, #gpu.address_space<workgroup>>) {
    memref.store %tx, %tile[%c0] : memref<16xindex, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: races_without_a_barrier.mlir:11:5: remark[W0206]: races of workgroup memory are not looked for from here on: its index is not a known function of the thread
// OUT: races_without_a_barrier.mlir:19:5: remark[W0206]: races of workgroup memory are not looked for from here on: its condition or its bounds are not known
// OUT: races_without_a_barrier.mlir:24:3: remark[W0206]: races of workgroup memory are not looked for from here on: the size of its blocks is not the same constant in all launches
