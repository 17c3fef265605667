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

// -----

gpu.module @loops {
  gpu.func @k(%n: index, %v: f32, %out: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = memref.alloca() : memref<4xf32>
    memref.store %v, %first[%c0] : memref<4xf32>
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (memref<4xf32>) {
      // expected-error@+1 {{the cpu backend cannot compile 'memref.alloca': an iteration passes its memory to the next one; allocate it before the loop}}
      %own = memref.alloca() : memref<4xf32>
      %w = memref.load %before[%c0] : memref<4xf32>
      memref.store %w, %own[%c0] : memref<4xf32>
      scf.yield %own : memref<4xf32>
    }
    %x = memref.load %last[%c0] : memref<4xf32>
    memref.store %x, %out[%c0] : memref<4xf32>
    gpu.return
  }
}
