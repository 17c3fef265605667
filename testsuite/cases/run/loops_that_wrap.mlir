// RUN: run --device=cpu,interp

// Indices that wrap, loops with steps and bounds of any size, and rows that only some iterations reach: no loop is taken for
// parallel that is not, and no sum has a wrong number of terms.
func.func private @wrapped_product(%a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %k = arith.constant 4611686018427387904 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c4 {
    %x = arith.muli %i, %k : index
    %o = memref.load %a[%x] : memref<8xi32>
    %v = arith.index_cast %i : index to i32
    %n = arith.addi %o, %v : i32
    %n2 = arith.muli %n, %n : i32
    memref.store %n2, %a[%x] : memref<8xi32>
  }
  return
}
func.func private @wrapped_sum(%a: memref<8xi32>) {
  %c1 = arith.constant 1 : index
  %lo = arith.constant -9223372036854775807 : index
  %hi = arith.constant -9223372036854775800 : index
  %m = arith.constant -9223372036854775808 : index
  %p = arith.constant 9223372036854775807 : index
  scf.for %i = %lo to %hi step %c1 {
    %x = arith.addi %i, %m : index
    %y = arith.addi %i, %p : index
    %o = memref.load %a[%y] : memref<8xi32>
    %n = arith.addi %o, %o : i32
    memref.store %n, %a[%x] : memref<8xi32>
  }
  return
}
func.func private @wrapped_rows(%a: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %m = arith.minsi %n, %c8 : index
  scf.for %i = %c0 to %c8 step %c4 {
    scf.for %j = %c0 to %m step %c1 {
      %r = arith.muli %i, %n : index
      %x = arith.addi %r, %j : index
      %o = memref.load %a[%x] : memref<8xi32>
      %v = arith.index_cast %i : index to i32
      %s = arith.addi %o, %v : i32
      %t = arith.muli %s, %s : i32
      memref.store %t, %a[%x] : memref<8xi32>
    }
  }
  return
}
func.func private @few_turns(%lo: index, %hi: index) -> index {
  %step = arith.constant 4611686018427387904 : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = scf.for %i = %lo to %hi step %step iter_args(%k = %zero) -> (index) {
    %next = arith.addi %k, %one : index
    scf.yield %next : index
  }
  return %count : index
}
// Elements of a view may be the same ones.
func.func private @overlapping(%v: memref<?x?xi32, strided<[?, ?], offset: ?>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %v[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %e = arith.index_cast %i : index to i32
      %y = arith.muli %x, %three : i32
      %w = arith.addi %y, %e : i32
      memref.store %w, %v[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
    }
  }
  return
}
// A buffer in a loop that no thread could have.
func.func private @large(%a: memref<8xi32>, %b: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xi32>
    %t = memref.alloc() : memref<100000xi32>
    memref.store %x, %t[%i] : memref<100000xi32>
    %z = arith.addi %i, %c1 : index
    memref.store %x, %t[%z] : memref<100000xi32>
    %y = memref.load %t[%i] : memref<100000xi32>
    memref.dealloc %t : memref<100000xi32>
    memref.store %y, %b[%i] : memref<8xi32>
  }
  return
}
func.func @main() -> (memref<8xi32>, memref<8xi32>, memref<8xi32>, index, memref<16xi32>, memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %quarter = arith.constant 4611686018427387904 : index
  %lo = arith.constant -9223372036854775808 : index
  %hi = arith.constant 9223372036854775807 : index
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  %c = memref.alloc() : memref<8xi32>
  %d = memref.alloc() : memref<16xi32>
  %e = memref.alloc() : memref<8xi32>
  linalg.fill ins(%one : i32) outs(%a : memref<8xi32>)
  linalg.fill ins(%one : i32) outs(%b : memref<8xi32>)
  linalg.fill ins(%one : i32) outs(%c : memref<8xi32>)
  linalg.fill ins(%one : i32) outs(%d : memref<16xi32>)
  call @wrapped_product(%a) : (memref<8xi32>) -> ()
  call @wrapped_sum(%b) : (memref<8xi32>) -> ()
  call @wrapped_rows(%c, %quarter) : (memref<8xi32>, index) -> ()
  %count = call @few_turns(%lo, %hi) : (index, index) -> index
  %v = memref.reinterpret_cast %d to offset: [%c0], sizes: [%c8, %c8], strides: [1, 1]
      : memref<16xi32> to memref<?x?xi32, strided<[1, 1], offset: ?>>
  %w = memref.cast %v : memref<?x?xi32, strided<[1, 1], offset: ?>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @overlapping(%w, %c8) : (memref<?x?xi32, strided<[?, ?], offset: ?>>, index) -> ()
  call @large(%a, %e, %c8) : (memref<8xi32>, memref<8xi32>, index) -> ()
  return %a, %b, %c, %count, %d, %e : memref<8xi32>, memref<8xi32>, memref<8xi32>, index, memref<16xi32>, memref<8xi32>
}

// OUT: result 0: memref<8xi32> = [-460497655 1 1 1 1 1 1 1]
// OUT: result 1: memref<8xi32> = [1 2 4 8 16 32 64 128]
// OUT: result 2: memref<8xi32> = [25 25 25 25 25 25 25 25]
// OUT: result 3: index = 4
// OUT: result 4: memref<16xi32> = [3 10 32 99 301 908 2730 8197 3823 1636 664 259 97 34 10 1]
// OUT: result 5: memref<8xi32> = [-460497655 1 1 1 1 1 1 1]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
