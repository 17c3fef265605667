// RUN: run --device=cpu,interp

// Loops count in integers of 24 bits, from a negative number on, and up to the largest one.
func.func @main(%least: i32 {warpline.input = "-3"}) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i24
  %four = arith.constant 4 : i24
  %largest = arith.constant 8388607 : i24
  %first = arith.trunci %least : i32 to i24
  %sum = scf.for %i = %first to %four step %one iter_args(%sum = %zero) -> (i32) : i24 {
    %number = arith.extsi %i : i24 to i32
    %next = arith.addi %sum, %number : i32
    scf.yield %next : i32
  }
  %last = arith.subi %largest, %four : i24
  %n = scf.for %i = %last to %largest step %four iter_args(%before = %zero) -> (i32) : i24 {
    %number = arith.extsi %i : i24 to i32
    scf.yield %number : i32
  }

  // A constant that 64 bits cannot hold.
  %wide = arith.constant 36893488147419103235 : i96
  %by = arith.constant 64 : i96
  %upper = arith.shrui %wide, %by : i96
  %high = arith.trunci %upper : i96 to i32
  return %sum, %n, %high : i32, i32, i32
}

// OUT: result 0: i32 = 0
// OUT: result 1: i32 = 8388603
// OUT: result 2: i32 = 2
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
