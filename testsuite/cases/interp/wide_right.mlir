// RUN: run --device=interp,cpu

// A product of 126 bits, its halves and its quotient.
func.func @main() {
  %large = arith.constant 9223372036854775807 : i128
  %square = arith.muli %large, %large : i128
  %half = arith.constant 64 : i128
  %shifted = arith.shrui %square, %half : i128
  %high = arith.trunci %shifted : i128 to i64
  %low = arith.trunci %square : i128 to i64
  vector.print %high : i64
  vector.print %low : i64
  %minus = arith.constant -3 : i128
  %quotient = arith.divsi %square, %minus : i128
  %rest = arith.remsi %square, %minus : i128
  %back = arith.muli %quotient, %minus : i128
  %sum = arith.addi %back, %rest : i128
  %is_same = arith.cmpi eq, %sum, %square : i128
  vector.print %is_same : i1
  %float = arith.sitofp %quotient : i128 to f64
  vector.print %float : f64
  return
}

// OUT: 4611686018427387903
// OUT: 1
// OUT: 1
// OUT: -2.83569e+37
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Integers of 100 bits in memory, in a branch and in a loop.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 99 : index
  %m = memref.alloca() : memref<2xi100>
  %start = arith.constant 1 : i100
  %power = scf.for %i = %zero to %hundred step %one iter_args(%x = %start) -> (i100) {
    %y = arith.addi %x, %x : i100
    scf.yield %y : i100
  }
  memref.store %power, %m[%one] : memref<2xi100>
  %again = memref.load %m[%one] : memref<2xi100>
  %is_negative = arith.cmpi slt, %again, %start : i100
  vector.print %is_negative : i1
  %size = arith.select %is_negative, %again, %start : i100
  %zeros = math.cttz %size : i100
  %n = arith.trunci %zeros : i100 to i32
  vector.print %n : i32
  return
}

// OUT: 1
// OUT: 99
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Both halves of products, and a sum that does not fit.
func.func @main() {
  %minus = arith.constant -1 : i128
  %two = arith.constant 2 : i128
  %low, %high = arith.mulsi_extended %minus, %two : i128
  %ulow, %uhigh = arith.mului_extended %minus, %two : i128
  %sum, %carry = arith.addui_extended %minus, %two : i128, i1
  %a = arith.trunci %high : i128 to i64
  %b = arith.trunci %uhigh : i128 to i64
  %c = arith.trunci %sum : i128 to i64
  vector.print %a : i64
  vector.print %b : i64
  vector.print %c : i64
  vector.print %carry : i1
  return
}

// OUT: -1
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Between floats and integers of 80 bits; the first one is rounded once, up.
func.func @main() {
  %one = arith.constant 1 : i80
  %n = arith.constant 30 : i80
  %large = arith.shli %one, %n : i80
  %m = arith.constant 6 : i80
  %tie = arith.shli %one, %m : i80
  %sum = arith.addi %large, %tie : i80
  %k = arith.constant 40 : i80
  %wide = arith.shli %sum, %k : i80
  %odd = arith.addi %wide, %one : i80
  %float = arith.sitofp %odd : i80 to f32
  %back = arith.fptosi %float : f32 to i80
  %half = arith.shrsi %back, %k : i80
  %short = arith.trunci %half : i80 to i64
  vector.print %short : i64
  return
}

// OUT: 1073741952
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

memref.global "private" constant @g : memref<2xi128> = dense<[-2, 3]>
func.func @main() {
  %zero = arith.constant 0 : index
  %g = memref.get_global @g : memref<2xi128>
  %a = memref.load %g[%zero] : memref<2xi128>
  %half = arith.constant 64 : i128
  %high = arith.shrsi %a, %half : i128
  %short = arith.trunci %high : i128 to i64
  vector.print %short : i64
  return
}

// OUT: -1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Constants of more than 64 bits; all of the lower 64 bits are not -1.
func.func @main() {
  %large = arith.constant 36893488147419103239 : i128
  %rest = arith.constant 18446744073709551616 : i128
  %short = arith.remui %large, %rest : i128
  %seven = arith.trunci %short : i128 to i64
  vector.print %seven : i64
  %all = arith.constant 18446744073709551615 : i128
  %minus = arith.constant -1 : i128
  %is_same = arith.cmpi eq, %all, %minus : i128
  vector.print %is_same : i1
  return
}

// OUT: 7
// OUT: 0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
