// RUN: warpline run --device=hip
// MOCK: DEVICES=1 FAIL=each

// The host prints what kernels print when it waits, before the results, in the order in which they print: the lanes of
// a wave follow each other, and so do launches, whatever modules their kernels are in.
module attributes {gpu.container_module} {
  gpu.module @first {
    gpu.func @k(%round: i32) kernel {
      %t = gpu.thread_id x
      gpu.printf "%d: first, thread %lld\n", %round, %t : i32, index
      gpu.return
    }
  }
  gpu.module @second {
    gpu.func @k(%round: i32) kernel {
      gpu.printf "%d: second\n", %round : i32
      gpu.printf "%d: end\n", %round : i32
      gpu.return
    }
  }
  func.func @main() -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %round = %zero to %two step %one : i32 {
      %t0 = gpu.wait async
      %t1 = gpu.launch_func async [%t0] @first::@k blocks in (%c1, %c1, %c1) threads in (%c3, %c1, %c1)
        args(%round : i32)
      %t2 = gpu.launch_func async [%t1] @second::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%round : i32)
      gpu.wait [%t2]
    }
    return %two : i32
  }
}

// OUT: 0: first, thread 0
// OUT: 0: first, thread 1
// OUT: 0: first, thread 2
// OUT: 0: second
// OUT: 0: end
// OUT: 1: first, thread 0
// OUT: 1: first, thread 1
// OUT: 1: first, thread 2
// OUT: 1: second
// OUT: 1: end
// OUT: result 0: i32 = 2
// -----

// Text without arguments, fewer directives than arguments, and more.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: i8, %y: f8E4M3FN) kernel {
      gpu.printf "100 %%\n"
      gpu.printf "%d\n", %x, %y : i8, f8E4M3FN
      gpu.printf "%d %g\n", %x : i8
      gpu.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %x = arith.constant -1 : i8
    %y = arith.constant 1.5 : f8E4M3FN
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : i8, %y : f8E4M3FN)
    return
  }
}

// OUT: 100 %
// OUT: -1
// OUT: the format asks for more arguments than there are
