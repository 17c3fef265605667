module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %t = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<64xf32>)
    return
  }
}
// findings
// actions

// OUT: 13: findings
// OUT:   9:10-9:25 2 W0201 (0 places): token-never-waited: nothing waits for this token; the work is complete at the end of the function
// OUT: 14: actions
// OUT:   wait for %t at the end of the block: 10:1-10:1 "    gpu.wait [%t]\n"
// OUT:   expect this warning: 9:1-9:1 "    // expected-warning@below {{token-never-waited: nothing waits for this token; the work is complete at the end of the function}}\n"
