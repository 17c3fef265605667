// RUN: not run --device=cpu

// A device that is named refuses an operation that it has no code for.
module attributes {gpu.container_module} {
  gpu.module @k {
    func.func @factorial(%n: i32) -> i32 {
      %one = arith.constant 1 : i32
      %is_last = arith.cmpi sle, %n, %one : i32
      %f = scf.if %is_last -> i32 {
        scf.yield %one : i32
      } else {
        %less = arith.subi %n, %one : i32
        %f = func.call @factorial(%less) : (i32) -> i32
        %product = arith.muli %f, %n : i32
        scf.yield %product : i32
      }
      return %f : i32
    }
    gpu.func @factorials(%out: memref<4xi32>) kernel {
      %t = gpu.thread_id x
      %n = arith.index_cast %t : index to i32
      %f = func.call @factorial(%n) : (i32) -> i32
      memref.store %f, %out[%t] : memref<4xi32>
      gpu.return
    }
  }
  func.func @main(%out: memref<4xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @k::@factorials blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%out : memref<4xi32>)
    return
  }
}

// OUT: without_code_refused.mlir:22:12: error[E0301]: the cpu backend cannot compile 'func.call': recursion in kernels is not supported
