// RUN: run --plan-for=any --device=cpu,interp

// Sums, halves and counters that loops carry, in 32 bits where they fit, give the same on every device.
module attributes {gpu.container_module} {
  gpu.module @k {
    // places t, t + 8, t + 16 by a sum; the last sum is where a thread stops.
    gpu.func @sums(%x: memref<?xi32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c8 = arith.constant 8 : index
      %one = arith.constant 1 : i32
      %t = gpu.thread_id x
      %last = scf.for %k = %c0 to %c3 step %c1 iter_args(%place = %t) -> (index) {
        memref.store %one, %x[%place] : memref<?xi32>
        %next = arith.addi %place, %c8 : index
        scf.yield %next : index
      }
      %number = arith.index_cast %last : index to i32
      memref.store %number, %x[%last] : memref<?xi32>
      gpu.return
    }
    // Two carried values change places; one falls below zero.
    gpu.func @swaps(%x: memref<?xi32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %t = gpu.thread_id x
      %minus = arith.subi %c0, %t : index
      %a, %b = scf.for %k = %c0 to %c5 step %c1 iter_args(%p = %t, %q = %minus) -> (index, index) {
        scf.yield %q, %p : index, index
      }
      %number = arith.index_cast %a : index to i32
      memref.store %number, %x[%t] : memref<?xi32>
      gpu.return
    }
    // The distance halves from 4 on; what is left at the end is 0.
    gpu.func @halves(%x: memref<?xi32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %t = gpu.thread_id x
      %left, %sum = scf.while (%far = %c4, %all = %t) : (index, index) -> (index, index) {
        %more = arith.cmpi sgt, %far, %c0 : index
        scf.condition(%more) %far, %all : index, index
      } do {
      ^bb0(%distance: index, %before: index):
        %half = arith.shrui %distance, %c1 : index
        %after = arith.addi %before, %distance : index
        scf.yield %half, %after : index, index
      }
      %both = arith.addi %left, %sum : index
      %number = arith.index_cast %both : index to i32
      memref.store %number, %x[%t] : memref<?xi32>
      gpu.return
    }
    // A counter of blocks, and a choice between two places.
    gpu.func @blocks(%x: memref<?xi32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c3 = arith.constant 3 : index
      %c20 = arith.constant 20 : index
      %t = gpu.thread_id x
      cf.br ^head(%t, %c0 : index, index)
    ^head(%i: index, %n: index):
      %more = arith.cmpi slt, %i, %c20 : index
      cf.cond_br %more, ^body, ^end(%n : index)
    ^body:
      %next = arith.addi %i, %c3 : index
      %c1 = arith.constant 1 : index
      %m = arith.addi %n, %c1 : index
      cf.br ^head(%next, %m : index, index)
    ^end(%trips: index):
      %number = arith.index_cast %trips : index to i32
      memref.store %number, %x[%t] : memref<?xi32>
      gpu.return
    }
    // Products that pass 32 bits, and a guard whose bound comes from 32 bits.
    gpu.func @wide(%x: memref<?xi32>, %m: i32) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %big = arith.constant 3000000000 : index
      %n = arith.index_cast %m : i32 to index
      %t = gpu.thread_id x
      %last = scf.for %k = %c0 to %c3 step %c1 iter_args(%sum = %t) -> (index) {
        %next = arith.addi %sum, %big : index
        scf.yield %next : index
      }
      %back = arith.divui %last, %big : index
      %is_in = arith.cmpi slt, %t, %n : index
      scf.if %is_in {
        %number = arith.index_cast %back : index to i32
        memref.store %number, %x[%t] : memref<?xi32>
      }
      gpu.return
    }
  }
  func.func @main() -> (memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %six = arith.constant 6 : i32
    %a = memref.alloc(%c32) : memref<?xi32>
    %b = memref.alloc(%c8) : memref<?xi32>
    %c = memref.alloc(%c8) : memref<?xi32>
    %d = memref.alloc(%c8) : memref<?xi32>
    %e = memref.alloc(%c8) : memref<?xi32>
    %zero = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %c32 step %c1 {
      memref.store %zero, %a[%i] : memref<?xi32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %zero, %e[%i] : memref<?xi32>
    }
    gpu.launch_func @k::@sums blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<?xi32>)
    gpu.launch_func @k::@swaps blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%b : memref<?xi32>)
    gpu.launch_func @k::@halves blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%c : memref<?xi32>)
    gpu.launch_func @k::@blocks blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%d : memref<?xi32>)
    gpu.launch_func @k::@wide blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%e : memref<?xi32>, %six : i32)
    return %a, %b, %c, %d, %e : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>
  }
}

// OUT: result 0: memref<32xi32> = [1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 24 25 26 27 28 29 30 31]
// OUT: result 1: memref<8xi32> = [0 -1 -2 -3 -4 -5 -6 -7]
// OUT: result 2: memref<8xi32> = [7 8 9 10 11 12 13 14]
// OUT: result 3: memref<8xi32> = [7 7 6 6 6 5 5 5]
// OUT: result 4: memref<8xi32> = [3 3 3 3 3 3 0 0]
// OUT: kernels=7 launches=7 streams=5 waits=4 records=4 host_syncs=1 leaks=0
