// RUN: opt --cpu-shape-kernels --verify-diagnostics

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
