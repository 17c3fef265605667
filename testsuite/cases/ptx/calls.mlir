// RUN: compile --target=sm_80 --emit=ptx

// Results come back in slots of 8 bytes.
gpu.module @kernels {
  func.func @count(%n: i32, %more: i1) -> (i32, f64) {
    %one = arith.constant 1 : i32
    %f = arith.constant 0.5 : f64
    %r:2 = scf.if %more -> (i32, f64) {
      %less = arith.subi %n, %one : i32
      scf.yield %less, %f : i32, f64
    } else {
      scf.yield %n, %f : i32, f64
    }
    return %r#0, %r#1 : i32, f64
  }
  gpu.func @start(%n: i32, %m: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %yes = arith.constant true
    %v:2 = func.call @count(%n, %yes) : (i32, i1) -> (i32, f64)
    memref.store %v#0, %m[%c0] : memref<1xi32>
    gpu.return
  }
}
// -----

// Lengths in a format follow the arguments.
gpu.module @kernels {
  gpu.func @show(%n: i64, %x: f32, %b: i8) kernel {
    gpu.printf "%d of 100%%: %5.2f %hhd\n", %n, %x, %b : i64, f32, i8
    gpu.return
  }
}
