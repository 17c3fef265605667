// RUN: run --device=cpu,interp

// Loops whose counter would pass the greatest number of its type end before.
func.func @main(%m: memref<8xi8> {warpline.input = "iota:0"}, %n: index {warpline.input = "9223372036854775807"}) {
  %one = arith.constant 1 : i8
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %half = arith.constant 4611686018427387904 : index
  scf.for %i = %c0 to %n step %half {
    %x = arith.minsi %i, %c7 : index
    memref.store %one, %m[%x] : memref<8xi8>
  }
  return
}

// OUT: argument 0: memref<8xi8> = [1 1 2 3 4 5 6 1]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// The same in 32 bits, with a step that is not constant, and unsigned.
func.func @main(%m: memref<2xi32> {warpline.input = "iota:0"}, %l: i32 {warpline.input = "2147483643"},
                %u: i32 {warpline.input = "2147483645"}, %s: i32 {warpline.input = "5"}) -> i32 {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  scf.for %i = %l to %u step %s : i32 {
    %d = arith.subi %i, %l : i32
    %x = arith.index_cast %d : i32 to index
    memref.store %one, %m[%x] : memref<2xi32>
  }
  %first = arith.constant -2 : i32
  %end = arith.constant -1 : i32
  %n = scf.for unsigned %i = %first to %end step %s iter_args(%k = %zero) -> (i32) : i32 {
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

// OUT: result 0: i32 = 1
// OUT: argument 0: memref<2xi32> = [1 1]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
