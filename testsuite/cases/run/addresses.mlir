// RUN: run --device=cpu,interp

// Addresses that loops move on, share and take apart reach the same elements on every device.
module attributes {gpu.container_module} {
  gpu.module @k {
    // Rows go down by a step from the host, columns go up; the last row and column are left out.
    gpu.func @walks(%x: memref<?x?xi32>, %n: index, %step: index) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %ten = arith.constant 10 : i32
      %t = gpu.thread_id x
      %last = arith.subi %n, %c1 : index
      scf.for %k = %c0 to %n step %step {
        %row = arith.subi %last, %k : index
        scf.for %j = %t to %last step %c4 {
          %next = arith.addi %j, %c1 : index
          %a = arith.index_cast %row : index to i32
          %b = arith.index_cast %next : index to i32
          %c = arith.muli %a, %ten : i32
          %d = arith.addi %c, %b : i32
          memref.store %d, %x[%row, %next] : memref<?x?xi32>
        }
      }
      gpu.return
    }
    // A view that moves with the outer loop, a sum of counters, and a buffer that a loop exchanges for another one.
    gpu.func @views(%x: memref<8x8xi32>, %y: memref<8x8xi32>, %out: memref<8xi32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %none = arith.constant 0 : i32
      %t = gpu.thread_id x
      %p, %q, %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %y, %before = %none)
          -> (memref<8x8xi32>, memref<8x8xi32>, i32) {
        %row = memref.subview %a[%k, %c0] [1, 8] [1, 1]
            : memref<8x8xi32> to memref<8xi32, strided<[1], offset: ?>>
        %inner = scf.for %m = %c0 to %c2 step %c1 iter_args(%so_far = %before) -> (i32) {
          %both = arith.addi %k, %m : index
          %twice = arith.muli %both, %c2 : index
          %low = arith.addi %m, %t : index
          %column = arith.remui %low, %c4 : index
          %v = memref.load %row[%column] : memref<8xi32, strided<[1], offset: ?>>
          %w = memref.load %b[%c1, %both] : memref<8x8xi32>
          %u = memref.load %b[%t, %both] : memref<8x8xi32>
          %vw = arith.addi %v, %w : i32
          %vwu = arith.addi %vw, %u : i32
          %more = arith.addi %so_far, %vwu : i32
          scf.yield %more : i32
        }
        scf.yield %b, %a, %inner : memref<8x8xi32>, memref<8x8xi32>, i32
      }
      %first = memref.load %p[%c1, %t] : memref<8x8xi32>
      %all = arith.addi %sum, %first : i32
      memref.store %all, %out[%t] : memref<8xi32>
      gpu.return
    }
    // An index that falls as its counter grows, and one that is negative before it is put right.
    gpu.func @falls(%x: memref<8x8xi32>, %out: memref<8xi32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c7 = arith.constant 7 : index
      %minus = arith.constant -3 : index
      %none = arith.constant 0 : i32
      %t = gpu.thread_id x
      %sum = scf.for %k = %minus to %c3 step %c1 iter_args(%before = %none) -> (i32) {
        %up = arith.addi %k, %c3 : index
        %down = arith.subi %c3, %k : index
        %v = memref.load %x[%up, %t] : memref<8x8xi32>
        %w = memref.load %x[%t, %down] : memref<8x8xi32>
        %vw = arith.muli %v, %w : i32
        %after = arith.addi %before, %vw : i32
        scf.yield %after : i32
      }
      memref.store %sum, %out[%t] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main() -> (memref<?x?xi32>, memref<8xi32>, memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %none = arith.constant 0 : i32
    %three = arith.constant 3 : i32
    %a = memref.alloc(%c8, %c8) : memref<?x?xi32>
    %x = memref.alloc() : memref<8x8xi32>
    %y = memref.alloc() : memref<8x8xi32>
    %b = memref.alloc() : memref<8xi32>
    %c = memref.alloc() : memref<8xi32>
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        memref.store %none, %a[%i, %j] : memref<?x?xi32>
        %row = arith.muli %i, %c8 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %thrice = arith.muli %number, %three : i32
        memref.store %number, %x[%i, %j] : memref<8x8xi32>
        memref.store %thrice, %y[%i, %j] : memref<8x8xi32>
      }
    }
    gpu.launch_func @k::@walks blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%a : memref<?x?xi32>, %c8 : index, %c2 : index)
    gpu.launch_func @k::@views blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : memref<8x8xi32>, %y : memref<8x8xi32>, %b : memref<8xi32>)
    gpu.launch_func @k::@falls blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : memref<8x8xi32>, %c : memref<8xi32>)
    memref.dealloc %x : memref<8x8xi32>
    memref.dealloc %y : memref<8x8xi32>
    return %a, %b, %c : memref<?x?xi32>, memref<8xi32>, memref<8xi32>
  }
}

// OUT: result 0: memref<8x8xi32>
// OUT:   [[0 0 0 0 0 0 0 0]
// OUT:    [0 11 12 13 14 15 16 17]
// OUT:    [0 0 0 0 0 0 0 0]
// OUT:    [0 31 32 33 34 35 36 37]
// OUT:    [0 0 0 0 0 0 0 0]
// OUT:    [0 51 52 53 54 55 56 57]
// OUT:    [0 0 0 0 0 0 0 0]
// OUT:    [0 71 72 73 74 75 76 77]]
// OUT: result 1: memref<8xi32> = [424 569 714 827 940 1085 1230 1343]
// OUT: result 2: memref<8xi32> = [280 1309 2434 3655 4972 6385 7894 9499]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
