// RUN: run --device=cpu,interp --bounds=trap

// Functions of several blocks that kernels call in loops and branches, directly and through others.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func private @collatz(%start: i32) -> (i32, i1) attributes {no_inline} {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %c3 = arith.constant 3 : i32
      %c20 = arith.constant 20 : i32
      %no = arith.constant false
      %yes = arith.constant true
      cf.br ^head(%start, %c0 : i32, i32)
    ^head(%x: i32, %n: i32):
      %is_done = arith.cmpi sle, %x, %c1 : i32
      cf.cond_br %is_done, ^done, ^step
    ^step:
      %is_long = arith.cmpi sge, %n, %c20 : i32
      cf.cond_br %is_long, ^long, ^next
    ^next:
      %bit = arith.andi %x, %c1 : i32
      %is_odd = arith.cmpi ne, %bit, %c0 : i32
      %half = arith.shrui %x, %c1 : i32
      %triple = arith.muli %x, %c3 : i32
      %more = arith.addi %triple, %c1 : i32
      %y = arith.select %is_odd, %more, %half : i32
      %m = arith.addi %n, %c1 : i32
      cf.br ^head(%y, %m : i32, i32)
    ^long:
      return %n, %no : i32, i1
    ^done:
      return %n, %yes : i32, i1
    }
    func.func private @steps(%m: memref<?xi32>, %i: index) -> i32 {
      %x = memref.load %m[%i] : memref<?xi32>
      %n, %ends = call @collatz(%x) : (i32) -> (i32, i1)
      %c_1 = arith.constant -1 : i32
      %r = arith.select %ends, %n, %c_1 : i32
      return %r : i32
    }
    gpu.func @kernel(%in: memref<?xi32>, %out: memref<?xi32>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %zero = arith.constant 0 : i32
      %first = arith.muli %t, %c2 : index
      %sum = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> i32 {
        %i = arith.addi %first, %k : index
        %n = func.call @steps(%in, %i) : (memref<?xi32>, index) -> i32
        %next = arith.addi %acc, %n : i32
        scf.yield %next : i32
      }
      memref.store %sum, %out[%t] : memref<?xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<8xi32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %in = memref.alloc(%c16) : memref<?xi32>
    %out = memref.alloc() : memref<8xi32>
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %c16 step %c1 {
      %x = arith.index_cast %i : index to i32
      memref.store %x, %in[%i] : memref<?xi32>
    }
    %any = memref.cast %out : memref<8xi32> to memref<?xi32>
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%in : memref<?xi32>, %any : memref<?xi32>)
    memref.dealloc %in : memref<?xi32>
    return %out : memref<8xi32>
  }
}

// OUT: result 0: memref<8xi32> = [0 8 7 24 22 20 18 34]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
