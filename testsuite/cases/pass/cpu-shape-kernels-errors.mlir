// RUN: opt --cpu-shape-kernels --verify-diagnostics

gpu.module @shuffles {
  gpu.func @k(%x: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    // expected-error@+1 {{the cpu backend cannot compile 'scf.for': lanes exchange values in it, but what decides about it may differ between subgroups}}
    scf.for %i = %c0 to %t step %one {
      %v, %ok = gpu.shuffle xor %c1, %c1, %c32 : i32
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
