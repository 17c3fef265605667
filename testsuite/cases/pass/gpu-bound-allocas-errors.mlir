// RUN: opt --gpu-bound-allocas --verify-diagnostics

// The next iteration reads what this one wrote, in memory that both would have.
gpu.module @kernels {
  gpu.func @loop(%m: memref<4xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %first = memref.alloca() : memref<4xi32>
    memref.store %one, %first[%c0] : memref<4xi32>
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> memref<4xi32> {
      // expected-error@+1 {{'memref.alloca' is not supported here: an iteration passes its memory to the next one; allocate it before the loop}}
      %own = memref.alloca() : memref<4xi32>
      %x = memref.load %before[%c0] : memref<4xi32>
      %y = arith.addi %x, %one : i32
      memref.store %y, %own[%c0] : memref<4xi32>
      scf.yield %own : memref<4xi32>
    }
    %r = memref.load %last[%c0] : memref<4xi32>
    memref.store %r, %m[%c0] : memref<4xi32>
    gpu.return
  }
}
// -----

// A loop of blocks, which passes on a view or another buffer.
gpu.module @kernels {
  gpu.func @blocks(%m: memref<?xi32>, %n: index, %flag: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.br ^head(%c0, %m : index, memref<?xi32>)
  ^head(%i: index, %before: memref<?xi32>):
    // expected-error@+1 {{'memref.alloca' is not supported here: an iteration passes its memory to the next one; allocate it before the loop}}
    %own = memref.alloca() : memref<4xi32>
    %view = memref.cast %own : memref<4xi32> to memref<?xi32>
    %x = memref.load %before[%c0] : memref<?xi32>
    memref.store %x, %view[%c0] : memref<?xi32>
    %one_of_both = arith.select %flag, %view, %before : memref<?xi32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    cf.cond_br %more, ^head(%next, %one_of_both : index, memref<?xi32>), ^end
  ^end:
    gpu.return
  }
}
// -----

// Memory from before a loop may be passed through it, and that of an iteration out of it.
gpu.module @kernels {
  gpu.func @fine(%m: memref<4xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = memref.alloca() : memref<4xi32>
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> memref<4xi32> {
      %own = memref.alloca() : memref<4xi32>
      %x = memref.load %before[%c0] : memref<4xi32>
      memref.store %x, %own[%c0] : memref<4xi32>
      scf.yield %before : memref<4xi32>
    }
    cf.br ^head(%c0, %last : index, memref<4xi32>)
  ^head(%i: index, %same: memref<4xi32>):
    %own = memref.alloca() : memref<4xi32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    cf.cond_br %more, ^head(%next, %same : index, memref<4xi32>), ^end(%own : memref<4xi32>)
  ^end(%out: memref<4xi32>):
    %x = memref.load %out[%c0] : memref<4xi32>
    memref.store %x, %m[%c0] : memref<4xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @fine(%arg0: memref<4xi32>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %alloca = memref.alloca() : memref<4xi32>
// OUT:       %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %alloca) -> (memref<4xi32>) {
// OUT:         %alloca_1 = memref.alloca() : memref<4xi32>
// OUT:         %7 = memref.load %arg3[%c0] : memref<4xi32>
// OUT:         memref.store %7, %alloca_1[%c0] : memref<4xi32>
// OUT:         scf.yield %arg3 : memref<4xi32>
// OUT:       }
// OUT:       cf.br ^bb1(%c0, %0 : index, memref<4xi32>)
// OUT:     ^bb1(%1: index, %2: memref<4xi32>):  // 2 preds: ^bb0, ^bb1
// OUT:       %alloca_0 = memref.alloca() : memref<4xi32>
// OUT:       %3 = arith.addi %1, %c1 : index
// OUT:       %4 = arith.cmpi slt, %3, %arg1 : index
// OUT:       cf.cond_br %4, ^bb1(%3, %2 : index, memref<4xi32>), ^bb2(%alloca_0 : memref<4xi32>)
// OUT:     ^bb2(%5: memref<4xi32>):  // pred: ^bb1
// OUT:       %6 = memref.load %5[%c0] : memref<4xi32>
// OUT:       memref.store %6, %arg0[%c0] : memref<4xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The second region of a while loop has what the first one passes, and so has what follows the loop.
gpu.module @kernels {
  gpu.func @out_of_while(%m: memref<4xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r:2 = scf.while (%i = %c0) : (index) -> (index, memref<4xi32>) {
      %own = memref.alloca() : memref<4xi32>
      %x = memref.load %m[%i] : memref<4xi32>
      memref.store %x, %own[%c0] : memref<4xi32>
      %more = arith.cmpi slt, %i, %n : index
      scf.condition(%more) %i, %own : index, memref<4xi32>
    } do {
    ^bb0(%i: index, %own: memref<4xi32>):
      %x = memref.load %own[%c0] : memref<4xi32>
      memref.store %x, %m[%c0] : memref<4xi32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    %x = memref.load %r#1[%c0] : memref<4xi32>
    memref.store %x, %m[%c1] : memref<4xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @out_of_while(%arg0: memref<4xi32>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0:2 = scf.while (%arg2 = %c0) : (index) -> (index, memref<4xi32>) {
// OUT:         %alloca = memref.alloca() : memref<4xi32>
// OUT:         %2 = memref.load %arg0[%arg2] : memref<4xi32>
// OUT:         memref.store %2, %alloca[%c0] : memref<4xi32>
// OUT:         %3 = arith.cmpi slt, %arg2, %arg1 : index
// OUT:         scf.condition(%3) %arg2, %alloca : index, memref<4xi32>
// OUT:       } do {
// OUT:       ^bb0(%arg2: index, %arg3: memref<4xi32>):
// OUT:         %2 = memref.load %arg3[%c0] : memref<4xi32>
// OUT:         memref.store %2, %arg0[%c0] : memref<4xi32>
// OUT:         %3 = arith.addi %arg2, %c1 : index
// OUT:         scf.yield %3 : index
// OUT:       }
// OUT:       %1 = memref.load %0#1[%c0] : memref<4xi32>
// OUT:       memref.store %1, %arg0[%c1] : memref<4xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
