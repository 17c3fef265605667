// RUN: warpline run --device=hip
// MOCK: DEVICES=1

// Records without text fill the ring of 1 MiB: 15360 threads with 8 arguments each claim 72 bytes. Output is dropped
// until the host reads, then the ring is used from the next byte on.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @fill(%x: i64) kernel {
      gpu.printf "", %x, %x, %x, %x, %x, %x, %x, %x : i64, i64, i64, i64, i64, i64, i64, i64
      gpu.return
    }
    gpu.func @say(%round: i32, %what: i32) kernel {
      gpu.printf "round %d, number %d\n", %round, %what : i32, i32
      gpu.return
    }
  }
  func.func @main() {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %c1 = arith.constant 1 : index
    %c60 = arith.constant 60 : index
    %c256 = arith.constant 256 : index
    %x = arith.constant -1 : i64
    scf.for %round = %zero to %two step %one : i32 {
      %t0 = gpu.wait async
      %t1 = gpu.launch_func async [%t0] @m::@say blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%round : i32, %zero : i32)
      %t2 = gpu.launch_func async [%t1] @m::@fill blocks in (%c60, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : i64)
      %t3 = gpu.launch_func async [%t2] @m::@say blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%round : i32, %one : i32)
      gpu.wait [%t3]
      %t4 = gpu.wait async
      %t5 = gpu.launch_func async [%t4] @m::@say blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%round : i32, %two : i32)
      gpu.wait [%t5]
    }
    return
  }
}

// OUT: round 0, number 0
// OUT: … (further output of kernels is dropped)
// OUT: round 0, number 2
// OUT: round 1, number 0
// OUT: … (further output of kernels is dropped)
// OUT: round 1, number 2
