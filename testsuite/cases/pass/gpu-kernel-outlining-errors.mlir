// RUN: opt --gpu-kernel-outlining --verify-diagnostics

// A launch inside of a launch.
func.func @nested() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%ga = %c1, %gb = %c1, %gc = %c1)
             threads(%t, %u, %v) in (%ba = %c1, %bb = %c1, %bc = %c1) {
    // expected-error@+1 {{a launch inside of a launch}}
    gpu.launch blocks(%d, %e, %f) in (%gd = %c1, %ge = %c1, %gf = %c1)
               threads(%x, %y, %z) in (%bd = %c1, %be = %c1, %bf = %c1) {
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// -----

// A variable that a called function writes.
memref.global "private" @sum : memref<f32> = dense<0.0>
func.func private @add(%x: f32) {
  // expected-error@+1 {{a function that a kernel calls accesses a global that is not constant; pass it as an argument}}
  %sum = memref.get_global @sum : memref<f32>
  memref.store %x, %sum[] : memref<f32>
  return
}
func.func @main(%x: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%ga = %c1, %gb = %c1, %gc = %c1)
             threads(%t, %u, %v) in (%ba = %c1, %bb = %c1, %bc = %c1) {
    func.call @add(%x) : (f32) -> ()
    gpu.terminator
  }
  return
}
