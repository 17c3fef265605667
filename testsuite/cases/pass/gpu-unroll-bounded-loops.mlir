// RUN: opt --gpu-unroll-bounded-loops

// The edge of an image cuts the loop off: it runs 0, 1 and 2 at most, and 1 always.
gpu.module @edge {
  gpu.func @sum(%in: memref<28xf32>, %out: memref<28xf32>) kernel attributes {known_block_size = array<i32: 28, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c29 = arith.constant 29 : index
    %zero = arith.constant 0.0 : f32
    %x = gpu.thread_id x
    %first = arith.subi %c1, %x : index
    %lower = arith.maxsi %first, %c0 : index
    %last = arith.subi %c29, %x : index
    %upper = arith.minsi %last, %c3 : index
    %sum = scf.for %i = %lower to %upper step %c1 iter_args(%old = %zero) -> (f32) {
      %at = arith.subi %i, %first : index
      %value = memref.load %in[%at] : memref<28xf32>
      %new = arith.addf %old, %value : f32
      scf.yield %new : f32
    }
    memref.store %sum, %out[%x] : memref<28xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @edge {
// OUT:     gpu.func @sum(%arg0: memref<28xf32>, %arg1: memref<28xf32>) kernel attributes {known_block_size = array<i32: 28, 1, 1>} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c3 = arith.constant 3 : index
// OUT:       %c29 = arith.constant 29 : index
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.subi %c1, %thread_id_x : index
// OUT:       %1 = arith.maxsi %0, %c0 : index
// OUT:       %2 = arith.subi %c29, %thread_id_x : index
// OUT:       %3 = arith.minsi %2, %c3 : index
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %4 = arith.cmpi sle, %1, %c0_0 : index
// OUT:       %5 = scf.if %4 -> (f32) {
// OUT:         %11 = arith.subi %c0_0, %0 : index
// OUT:         %12 = memref.load %arg0[%11] : memref<28xf32>
// OUT:         %13 = arith.addf %cst, %12 : f32
// OUT:         scf.yield %13 : f32
// OUT:       } else {
// OUT:         scf.yield %cst : f32
// OUT:       }
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %6 = arith.subi %c1_1, %0 : index
// OUT:       %7 = memref.load %arg0[%6] : memref<28xf32>
// OUT:       %8 = arith.addf %5, %7 : f32
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %9 = arith.cmpi slt, %c2, %3 : index
// OUT:       %10 = scf.if %9 -> (f32) {
// OUT:         %11 = arith.subi %c2, %0 : index
// OUT:         %12 = memref.load %arg0[%11] : memref<28xf32>
// OUT:         %13 = arith.addf %8, %12 : f32
// OUT:         scf.yield %13 : f32
// OUT:       } else {
// OUT:         scf.yield %8 : f32
// OUT:       }
// OUT:       memref.store %10, %arg1[%thread_id_x] : memref<28xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Nothing is carried; the bounds of a loop outside bound one inside.
gpu.module @nest {
  gpu.func @triangle(%out: memref<3x3xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %i to %c3 step %c1 {
        memref.store %j, %out[%i, %j] : memref<3x3xindex>
      }
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @nest {
// OUT:     gpu.func @triangle(%arg0: memref<3x3xindex>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c3 = arith.constant 3 : index
// OUT:       scf.for %arg1 = %c0 to %c3 step %c1 {
// OUT:         %c0_0 = arith.constant 0 : index
// OUT:         %0 = arith.cmpi sle, %arg1, %c0_0 : index
// OUT:         scf.if %0 {
// OUT:           memref.store %c0_0, %arg0[%arg1, %c0_0] : memref<3x3xindex>
// OUT:         }
// OUT:         %c1_1 = arith.constant 1 : index
// OUT:         %1 = arith.cmpi sle, %arg1, %c1_1 : index
// OUT:         scf.if %1 {
// OUT:           memref.store %c1_1, %arg0[%arg1, %c1_1] : memref<3x3xindex>
// OUT:         }
// OUT:         %c2 = arith.constant 2 : index
// OUT:         memref.store %c2, %arg0[%arg1, %c2] : memref<3x3xindex>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Constant bounds, an unknown bound, a long range, another step, and a loop of the host stay.
gpu.module @stay {
  gpu.func @loops(%out: memref<64xindex>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %few = arith.minsi %n, %c4 : index
    %many = arith.minsi %n, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %i, %out[%i] : memref<64xindex>
    }
    scf.for %i = %c0 to %n step %c1 {
      memref.store %i, %out[%i] : memref<64xindex>
    }
    scf.for %i = %c0 to %many step %c1 {
      memref.store %i, %out[%i] : memref<64xindex>
    }
    scf.for %i = %c0 to %few step %c2 {
      memref.store %i, %out[%i] : memref<64xindex>
    }
    gpu.return
  }
}

func.func @host(%out: memref<64xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %few = arith.minsi %n, %c4 : index
  scf.for %i = %c0 to %few step %c1 {
    memref.store %i, %out[%i] : memref<64xindex>
  }
  return
}

// OUT: module {
// OUT:   gpu.module @stay {
// OUT:     gpu.func @loops(%arg0: memref<64xindex>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %0 = arith.minsi %arg1, %c4 : index
// OUT:       %1 = arith.minsi %arg1, %c64 : index
// OUT:       scf.for %arg2 = %c0 to %c4 step %c1 {
// OUT:         memref.store %arg2, %arg0[%arg2] : memref<64xindex>
// OUT:       }
// OUT:       scf.for %arg2 = %c0 to %arg1 step %c1 {
// OUT:         memref.store %arg2, %arg0[%arg2] : memref<64xindex>
// OUT:       }
// OUT:       scf.for %arg2 = %c0 to %1 step %c1 {
// OUT:         memref.store %arg2, %arg0[%arg2] : memref<64xindex>
// OUT:       }
// OUT:       scf.for %arg2 = %c0 to %0 step %c2 {
// OUT:         memref.store %arg2, %arg0[%arg2] : memref<64xindex>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: memref<64xindex>, %arg1: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %0 = arith.minsi %arg1, %c4 : index
// OUT:     scf.for %arg2 = %c0 to %0 step %c1 {
// OUT:       memref.store %arg2, %arg0[%arg2] : memref<64xindex>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
