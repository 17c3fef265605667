// RUN: opt --cpu-shape-kernels --verify-diagnostics

gpu.module @shuffles {
  gpu.func @k(%x: memref<?xi32>) kernel {
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    // expected-error@+1 {{the cpu backend cannot compile 'gpu.shuffle': it is not implemented}}
    %v, %ok = gpu.shuffle xor %c1, %c1, %c32 : i32
    gpu.return
  }
}
// -----

gpu.module @varies {
  gpu.func @k(%x: memref<?xi32>) kernel {
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %low = arith.cmpi ult, %t, %c1 : index
    // expected-error@+1 {{the cpu backend cannot compile 'scf.if': it contains a barrier, but what decides about it depends on the thread}}
    scf.if %low {
      gpu.barrier
    }
    gpu.return
  }
}
// -----

gpu.module @recursive {
  func.func @f(%i: i32) {
    func.call @f(%i) : (i32) -> ()
    return
  }
  gpu.func @k(%i: i32) kernel {
    // expected-error@+1 {{the cpu backend cannot compile 'func.call': recursion in kernels is not supported}}
    func.call @f(%i) : (i32) -> ()
    gpu.return
  }
}
