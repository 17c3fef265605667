// RUN: not run --device=interp

// All threads write the same element.
func.func @main() -> memref<1xindex> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %m = memref.alloc() : memref<1xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    memref.store %tx, %m[%zero] : memref<1xindex>
    gpu.terminator
  }
  return %m : memref<1xindex>
}

// OUT: threads_wrong.mlir:11:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:11:5: note: the write by thread 0 of block 0
// OUT: threads_wrong.mlir:9:3: note: launched here
// -----

// A thread reads its neighbour's element without a barrier in between.
func.func @main() {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one)
             workgroup(%shared : memref<4xindex, #gpu.address_space<workgroup>>) {
    memref.store %tx, %shared[%tx] : memref<4xindex, #gpu.address_space<workgroup>>
    %next = arith.addi %tx, %one : index
    %left = arith.remui %next, %four : index
    %has = arith.cmpi ugt, %tx, %left : index
    scf.if %has {
      %v = memref.load %shared[%left] : memref<4xindex, #gpu.address_space<workgroup>>
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:14:12: error[E0501]: data race: this read is not ordered with an earlier write, in block (0, 0, 0) thread (3, 0, 0)
// OUT: threads_wrong.mlir:9:5: note: the write by thread 0 of block 0
// OUT: threads_wrong.mlir:6:3: note: launched here
// -----

// Two blocks: a barrier does not order them.
func.func @main() -> memref<2xindex> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %m = memref.alloc() : memref<2xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %two, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %first = arith.cmpi eq, %bx, %zero : index
    scf.if %first {
      memref.store %bx, %m[%zero] : memref<2xindex>
    }
    gpu.barrier
    %v = memref.load %m[%zero] : memref<2xindex>
    memref.store %v, %m[%bx] : memref<2xindex>
    gpu.terminator
  }
  return %m : memref<2xindex>
}

// OUT: threads_wrong.mlir:15:10: error[E0501]: data race: this read is not ordered with an earlier write, in block (1, 0, 0) thread (0, 0, 0)
// OUT: threads_wrong.mlir:12:7: note: the write by thread 0 of block 0
// OUT: threads_wrong.mlir:8:3: note: launched here
// -----

// An atomic update and a plain read of one element.
func.func @main(%m: memref<1xi32> {warpline.input = "0"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %step = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %two, %sy = %one, %sz = %one) {
    %first = arith.cmpi eq, %tx, %zero : index
    scf.if %first {
      %old = memref.atomic_rmw addi %step, %m[%zero] : (i32, memref<1xi32>) -> i32
    } else {
      %v = memref.load %m[%zero] : memref<1xi32>
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:14:12: error[E0501]: data race: this read is not ordered with an earlier atomic update, in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:12:14: note: the atomic update by thread 0 of block 0
// OUT: threads_wrong.mlir:8:3: note: launched here
// -----

// Two barriers in two branches are not one.
func.func @main() {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %first = arith.cmpi ult, %tx, %one : index
    scf.if %first {
      gpu.barrier
    } else {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:10:7: error[E0501]: divergent barrier: 1 threads of the block wait here, 0 have ended and 3 wait elsewhere; the first of the others, in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:12:7: note: 3 threads wait here, the first of these in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:6:3: note: launched here
// -----

// Three of four threads have left when the first one waits.
func.func @main() {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %first = arith.cmpi ult, %tx, %one : index
    scf.if %first {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:10:7: error[E0501]: divergent barrier: 1 threads of the block wait here, 3 have ended and 0 wait elsewhere; the first of the others, in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:6:3: note: launched here
// -----

// A loop with a barrier that runs a different number of times in each thread.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %two, %sy = %one, %sz = %one) {
    scf.for %i = %zero to %tx step %one {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:10:7: error[E0501]: divergent barrier: 1 threads of the block wait here, 1 have ended and 0 wait elsewhere; the first of the others, in block (0, 0, 0) thread (0, 0, 0)
// OUT: threads_wrong.mlir:7:3: note: launched here
// -----

// Too many threads in a block.
func.func @main() {
  %one = arith.constant 1 : index
  %many = arith.constant 1025 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %many, %sy = %one, %sz = %one) {
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:6:3: error[E0504]: expected a block of at most 1024 threads, but found 1025 x 1 x 1
// -----

// Half of the lanes shuffle while the others wait at a barrier.
func.func @main() {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %n = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %low = arith.cmpi ult, %tx, %two : index
    scf.if %low {
      %v, %valid = gpu.shuffle xor %n, %n, %n : i32
    } else {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:12:20: error[E0501]: divergent barrier: 2 threads of the block wait here, 0 have ended and 2 wait elsewhere; the first of the others, in block (0, 0, 0) thread (2, 0, 0)
// OUT: threads_wrong.mlir:14:7: note: 2 threads wait here, the first of these in block (0, 0, 0) thread (2, 0, 0)
// OUT: threads_wrong.mlir:8:3: note: launched here
// -----

// What a shuffle brings from no lane is stored.
func.func @main() -> memref<4xi32> {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %offset = arith.constant 1 : i32
  %width = arith.constant 4 : i32
  %m = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %v, %valid = gpu.shuffle up %offset, %offset, %width : i32
    memref.store %v, %m[%tx] : memref<4xi32>
    gpu.terminator
  }
  return %m : memref<4xi32>
}

// OUT: threads_wrong.mlir:12:5: error[E0501]: use of a poison value, in block (0, 0, 0) thread (0, 0, 0)
// OUT: threads_wrong.mlir:11:18: note: produced here: the lane that it is read from does not participate
// OUT: threads_wrong.mlir:9:3: note: launched here
// -----

// A vector of two elements reaches over that of the next thread.
func.func @main() -> memref<8xf32> {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %i = arith.index_cast %tx : index to i32
    %f = arith.sitofp %i : i32 to f32
    %v = vector.broadcast %f : f32 to vector<2xf32>
    vector.store %v, %m[%tx] : memref<8xf32>, vector<2xf32>
    gpu.terminator
  }
  return %m : memref<8xf32>
}

// OUT: threads_wrong.mlir:12:5: error[E0501]: data race: this write is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:12:5: note: the write by thread 0 of block 0
// OUT: threads_wrong.mlir:7:3: note: launched here
// -----

// The number of the thread in the block is not that of the lane.
func.func @main() {
  %one = arith.constant 1 : index
  %many = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %many, %sy = %one, %sz = %one) {
    gpu.warp_execute_on_lane_0(%tx)[32] {
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:8:5: error[E0501]: expected the number of the lane, which is 0, but found 32, in the subgroup of thread 32
// OUT: threads_wrong.mlir:6:3: note: launched here
// -----

// Lane 0 waits at a barrier, the others at the end of the region.
func.func @main() {
  %one = arith.constant 1 : index
  %lanes = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %lanes, %sy = %one, %sz = %one) {
    %lane = gpu.lane_id
    gpu.warp_execute_on_lane_0(%lane)[32] {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:10:7: error[E0501]: divergent barrier: 1 threads of the block wait here, 0 have ended and 31 wait elsewhere; the first of the others, in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:9:5: note: 31 threads wait here, the first of these in block (0, 0, 0) thread (1, 0, 0)
// OUT: threads_wrong.mlir:6:3: note: launched here
// -----

// There are more threads than the operation promises.
func.func @main() {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %size = gpu.block_dim x upper_bound 4
    %id = gpu.thread_id x upper_bound 3
    gpu.terminator
  }
  return
}

// OUT: threads_wrong.mlir:9:11: error[E0501]: expected a number less than the declared bound 3, but found 3, in block (0, 0, 0) thread (3, 0, 0)
// OUT: threads_wrong.mlir:6:3: note: launched here
// -----

// The kernel promises blocks of 64 threads.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one)
    return
  }
}

// OUT: threads_wrong.mlir:11:5: error[E0501]: expected a block of [64, 1, 1], as the kernel declares, but found [1, 1, 1]
