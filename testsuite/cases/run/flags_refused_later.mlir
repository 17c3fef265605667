// RUN: warpline run --max-streams=2 --diagnostics=short
// RUN: warpline run --detect-races --diagnostics=short

// The interpreter runs this, and so the flags of other devices are refused.
// A device function that calls itself: no device but the interpreter has a stack for that.
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

// OUT: stderr:
// OUT: flags_refused_later.mlir:24:12: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'func.call': recursion in kernels is not supported
// OUT: flags_refused_later.mlir:24:12: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu or on a GPU for --max-streams, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: stderr:
// OUT: flags_refused_later.mlir:24:12: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'func.call': recursion in kernels is not supported
// OUT: flags_refused_later.mlir:24:12: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu for --detect-races, but found one on the interpreter, which has no streams
// OUT: exit: 2
