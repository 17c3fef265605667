// RUN: run --device=interp

// Integers of any width, with and without a sign.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @widths(%n: i64) kernel {
      %bit = arith.trunci %n : i64 to i1
      %two = arith.trunci %n : i64 to i2
      %odd = arith.trunci %n : i64 to i13
      %more = arith.trunci %n : i64 to i33
      %most = arith.trunci %n : i64 to i63
      gpu.printf "%d %d %d %lld %lld\n", %bit, %two, %odd, %more, %most : i1, i2, i13, i33, i63
      gpu.printf "%u %u %x %llx %llu\n", %bit, %two, %odd, %more, %most : i1, i2, i13, i33, i63
      // An integer is printed whole, whatever length the format has.
      %large = arith.constant 5000000000 : i64
      %letter = arith.constant 65 : i64
      gpu.printf "%d %x %hd %c|%d\n", %large, %large, %large, %letter, %odd : i64, i64, i64, i64, i13
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %n = arith.constant -1 : i64
    gpu.launch_func @k::@widths blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%n : i64)
    return
  }
}

// OUT: 1 -1 -1 -1 -1
// OUT: 1 3 1fff 1ffffffff 9223372036854775807
// OUT: 5000000000 12a05f200 5000000000 A|-1
