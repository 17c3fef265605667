// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Wrong: a path that only the run decides frees a buffer, whose memory another buffer could get.
func.func @main(%early: i1 {warpline.input = "1"}) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %x = memref.alloc() : memref<16xi64>
  scf.if %early {
    memref.dealloc %x : memref<16xi64>
  }
  %y = memref.alloc() : memref<16xi64>
  memref.store %one, %y[%c0] : memref<16xi64>
  memref.store %one, %x[%c0] : memref<16xi64>
  %v = memref.load %y[%c0] : memref<16xi64>
  memref.dealloc %y : memref<16xi64>
  return %v : i64
}

// OUT: stderr:
// OUT: lifetimes.mlir:14:3: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: lifetimes.mlir:14:3: error[E0501]: use of a buffer after it was freed
// OUT: lifetimes.mlir:8:8: note: the buffer was allocated here
// OUT: lifetimes.mlir:10:5: note: it was freed here
// OUT: exit: 1
// -----

func.func @main(%early: i1 {warpline.input = "0"}) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %x = memref.alloc() : memref<16xi64>
  scf.if %early {
    memref.dealloc %x : memref<16xi64>
  }
  %y = memref.alloc() : memref<16xi64>
  memref.store %one, %y[%c0] : memref<16xi64>
  memref.store %one, %x[%c0] : memref<16xi64>
  %v = memref.load %y[%c0] : memref<16xi64>
  memref.dealloc %y : memref<16xi64>
  return %v : i64
}

// OUT: result 0: i64 = 1
// OUT: stderr:
// OUT: lifetimes.mlir:5:8: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// OUT: result 0: i64 = 1
// OUT: stderr:
// OUT: lifetimes.mlir:5:8: remark[E0501]: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// -----

// Wrong: an argument that one path frees.
func.func @main(%x: memref<4xi32> {warpline.input = "7"}, %early: i1 {warpline.input = "1"}) -> i32 {
  %c1 = arith.constant 1 : index
  scf.if %early {
    memref.dealloc %x : memref<4xi32>
  }
  %v = memref.load %x[%c1] : memref<4xi32>
  return %v : i32
}

// OUT: stderr:
// OUT: lifetimes.mlir:8:8: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: lifetimes.mlir:8:8: error[E0501]: use of a buffer after it was freed
// OUT: lifetimes.mlir:6:5: note: it was freed here
// OUT: exit: 1
// -----

func.func @main(%x: memref<4xi32> {warpline.input = "7"}, %early: i1 {warpline.input = "0"}) -> i32 {
  %c1 = arith.constant 1 : index
  scf.if %early {
    memref.dealloc %x : memref<4xi32>
  }
  %v = memref.load %x[%c1] : memref<4xi32>
  return %v : i32
}

// OUT: result 0: i32 = 7
// OUT: argument 0: memref<4xi32> = [7 7 7 7]
// OUT: result 0: i32 = 7
// OUT: argument 0: memref<4xi32> = [7 7 7 7]
// -----

// Wrong: a called function frees, and a view is used.
func.func private @release(%x: memref<4xi32>, %early: i1) {
  scf.if %early {
    memref.dealloc %x : memref<4xi32>
  }
  return
}
func.func @main(%early: i1 {warpline.input = "1"}) -> i32 {
  %c1 = arith.constant 1 : index
  %v = arith.constant 3 : i32
  %x = memref.alloc() : memref<4xi32>
  %part = memref.subview %x[2] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
  memref.store %v, %part[%c1] : memref<2xi32, strided<[1], offset: 2>>
  func.call @release(%x, %early) : (memref<4xi32>, i1) -> ()
  %r = memref.load %part[%c1] : memref<2xi32, strided<[1], offset: 2>>
  return %r : i32
}

// OUT: stderr:
// OUT: lifetimes.mlir:16:8: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: lifetimes.mlir:16:8: error[E0501]: use of a buffer after it was freed
// OUT: lifetimes.mlir:12:8: note: the buffer was allocated here
// OUT: lifetimes.mlir:5:5: note: it was freed here
// OUT: exit: 1
// -----

// Wrong: a kernel is launched on a buffer that the loop freed in its second trip.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @fill(%x: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %v = arith.constant 1.0 : f32
      memref.store %v, %x[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%last: index {warpline.input = "1"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %x = gpu.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c3 step %c1 {
      gpu.launch_func @device::@fill blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : memref<8xf32>)
      %is_last = arith.cmpi eq, %i, %last : index
      scf.if %is_last {
        gpu.dealloc %x : memref<8xf32>
      }
    }
    return
  }
}

// OUT: stderr:
// OUT: lifetimes.mlir:19:7: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: lifetimes.mlir:8:7: error[E0501]: use of a buffer after it was freed, in block (0, 0, 0) thread (0, 0, 0) of '@device::@fill'
// OUT: lifetimes.mlir:17:10: note: the buffer was allocated here
// OUT: lifetimes.mlir:22:9: note: it was freed here
// OUT: lifetimes.mlir:19:7: note: launched here
// OUT: exit: 1
// -----

// Wrong: for most numbers; here the loop frees the buffer in its last trip, and nothing uses it after that.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @fill(%x: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %v = arith.constant 1.0 : f32
      memref.store %v, %x[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%last: index {warpline.input = "2"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %x = gpu.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c3 step %c1 {
      gpu.launch_func @device::@fill blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : memref<8xf32>)
      %is_last = arith.cmpi eq, %i, %last : index
      scf.if %is_last {
        gpu.dealloc %x : memref<8xf32>
      }
    }
    return
  }
}
// -----

// Wrong: a loop that carries a buffer frees the old one, and then reads it.
func.func @main(%is_late: i1 {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %first = memref.alloc() : memref<4xf32>
  memref.store %one, %first[%c0] : memref<4xf32>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%old = %first) -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    %v = memref.load %old[%c0] : memref<4xf32>
    memref.dealloc %old : memref<4xf32>
    memref.store %v, %new[%c0] : memref<4xf32>
    scf.if %is_late {
      %u = memref.load %old[%c0] : memref<4xf32>
      memref.store %u, %new[%c0] : memref<4xf32>
    }
    scf.yield %new : memref<4xf32>
  }
  %r = memref.load %last[%c0] : memref<4xf32>
  memref.dealloc %last : memref<4xf32>
  return %r : f32
}

// OUT: stderr:
// OUT: lifetimes.mlir:16:12: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: lifetimes.mlir:16:12: error[E0501]: use of a buffer after it was freed
// OUT: lifetimes.mlir:8:12: note: the buffer was allocated here
// OUT: lifetimes.mlir:13:5: note: it was freed here
// OUT: exit: 1
// -----

// Wrong: a called function frees a buffer that it knows by a name without a rank, on a path that the run takes.
func.func private @free(%u: memref<*xf32>, %early: i1) {
  scf.if %early {
    memref.dealloc %u : memref<*xf32>
  }
  return
}
func.func @main(%early: i1 {warpline.input = "1"}) -> f32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<4xf32>
  memref.store %k, %m[%c0] : memref<4xf32>
  %u = memref.cast %m : memref<4xf32> to memref<*xf32>
  call @free(%u, %early) : (memref<*xf32>, i1) -> ()
  %x = memref.load %m[%c0] : memref<4xf32>
  return %x : f32
}

// OUT: stderr:
// OUT: lifetimes.mlir:16:8: error[E0501]: use of a buffer after it was freed
// OUT: exit: 1
// OUT: stderr:
// OUT: lifetimes.mlir:16:8: error[E0501]: use of a buffer after it was freed
// OUT: lifetimes.mlir:12:8: note: the buffer was allocated here
// OUT: lifetimes.mlir:5:5: note: it was freed here
// OUT: exit: 1
