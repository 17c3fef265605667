// RUN: compile --plan-for=any --target=cpu --emit=plan

// spin: two launches without order; either counts itself and waits until both have. The plan runs them side by side.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %two : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %a = gpu.launch_func async @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    %b = gpu.launch_func async @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.wait [%a, %b]
    return
  }
}

// OUT: // 0: @k::@meet, line 24
// OUT: // 1: @k::@meet, line 25
// OUT: plan @main {
// OUT:   n 2 naive 0 tr 0 width 2
// OUT:   streams 2 events 1
// OUT:   s0: 0
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 4.0 us; critical path 2.5 us, one stream 5.0 us; for any
// OUT: // the host waits for 0 before 2: ordered by a token
// OUT: // the host waits for 1 before 2: ordered by a token
