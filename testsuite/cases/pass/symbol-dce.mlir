// RUN: opt --symbol-dce

module {
  func.func private @unused() {
    return
  }
  func.func private @used() {
    call @deeper() : () -> ()
    return
  }
  func.func private @deeper() {
    return
  }
  func.func private @ring1() {
    call @ring2() : () -> ()
    return
  }
  func.func private @ring2() {
    call @ring1() : () -> ()
    return
  }
  func.func private @decl()
  func.func nested @nest() {
    return
  }
  memref.global "private" constant @g : memref<4xf32> = dense<0.0>
  memref.global constant @h : memref<4xf32> = dense<0.0>
  gpu.module @mod {
    gpu.func @kern() kernel {
      gpu.return
    }
  }
  func.func @main() {
    call @used() : () -> ()
    return
  }
}

// OUT: module {
// OUT:   func.func private @used() {
// OUT:     call @deeper() : () -> ()
// OUT:     return
// OUT:   }
// OUT:   func.func private @deeper() {
// OUT:     return
// OUT:   }
// OUT:   memref.global constant @h : memref<4xf32> = dense<0.000000e+00>
// OUT:   gpu.module @mod {
// OUT:     gpu.func @kern() kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main() {
// OUT:     call @used() : () -> ()
// OUT:     return
// OUT:   }
// OUT: }
