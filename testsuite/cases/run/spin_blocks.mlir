// RUN: run --device=cpu

// The blocks of one launch wait for each other, as at a barrier of the grid: all of them are in flight together. Each
// adds what the next one stored before.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @turn(%count: memref<1xi32>, %in: memref<8xi32>, %out: memref<8xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %none = arith.constant 0 : i32
      %step = arith.constant 1 : index
      %b = gpu.block_id x
      %g = gpu.grid_dim x
      %n = arith.index_cast %g : index to i32
      %v = arith.index_cast %b : index to i32
      memref.store %v, %in[%b] : memref<8xi32>
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %n : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      %next = arith.addi %b, %step : index
      %other = arith.remui %next, %g : index
      %w = memref.load %in[%other] : memref<8xi32>
      memref.store %w, %out[%b] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %in: memref<8xi32> {llvm.noalias, warpline.input = "0"}, %out: memref<8xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @k::@turn blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>, %in : memref<8xi32>, %out : memref<8xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [8]
// OUT: argument 1: memref<8xi32> = [0 1 2 3 4 5 6 7]
// OUT: argument 2: memref<8xi32> = [1 2 3 4 5 6 7 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A barrier of the grid as it is written for blocks of many threads: the first thread of each waits, the others wait for
// it at the barrier of the block.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @turn(%count: memref<1xi32>, %in: memref<16xi32>, %out: memref<16xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %none = arith.constant 0 : i32
      %b = gpu.block_id x
      %g = gpu.grid_dim x
      %t = gpu.thread_id x
      %threads = gpu.block_dim x
      %n = arith.index_cast %g : index to i32
      %first = arith.muli %b, %threads : index
      %i = arith.addi %first, %t : index
      %v = arith.index_cast %i : index to i32
      memref.store %v, %in[%i] : memref<16xi32>
      gpu.barrier
      %is_first = arith.cmpi eq, %t, %zero : index
      scf.if %is_first {
        %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
        scf.while : () -> () {
          %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
          %early = arith.cmpi slt, %seen, %n : i32
          scf.condition(%early)
        } do {
          scf.yield
        }
      }
      gpu.barrier
      %c15 = arith.constant 15 : index
      %other = arith.subi %c15, %i : index
      %w = memref.load %in[%other] : memref<16xi32>
      memref.store %w, %out[%i] : memref<16xi32>
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %in: memref<16xi32> {llvm.noalias, warpline.input = "0"}, %out: memref<16xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @k::@turn blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1) args(%count : memref<1xi32>, %in : memref<16xi32>, %out : memref<16xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [4]
// OUT: argument 1: memref<16xi32> = [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]
// OUT: argument 2: memref<16xi32> = [15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
