// RUN: warpline compile --emit=plan --diagnostics=short
// RUN: warpline compile --emit=mlir --diagnostics=short
// RUN: warpline compile --emit=dot --diagnostics=short
// RUN: warpline check - --diagnostics=short
// RUN: warpline run --device=cpu --diagnostics=short

// Every command that refuses a program says why, in the words of the others. A launch has tokens or a stream.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @fill(%a: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %one = arith.constant 1.0 : f32
      memref.store %one, %a[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func @main() {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %a = gpu.alloc host_shared () : memref<64xf32>
    %stream = func.call @mgpuStreamCreate() : () -> !llvm.ptr
    %begun = gpu.wait async
    %done = gpu.launch_func async [%begun] <%stream : !llvm.ptr> @device::@fill
        blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
    gpu.wait [%done]
    gpu.dealloc %a : memref<64xf32>
    return
  }
}

// OUT: stderr:
// OUT: refused.mlir:24:13: error[E0301]: expected tokens or a user stream on one launch, but found both
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:24:13: error[E0301]: expected tokens or a user stream on one launch, but found both
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:24:13: error[E0301]: expected tokens or a user stream on one launch, but found both
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:24:13: error[E0301]: expected tokens or a user stream on one launch, but found both
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:24:13: error[E0301]: expected tokens or a user stream on one launch, but found both
// OUT: exit: 1
// -----

// A block of more threads than any device takes.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @fill(%a: memref<4096xf32>) kernel {
      %i = gpu.thread_id x
      %one = arith.constant 1.0 : f32
      memref.store %one, %a[%i] : memref<4096xf32>
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %n = arith.constant 4096 : index
    %a = gpu.alloc host_shared () : memref<4096xf32>
    gpu.launch_func @device::@fill blocks in (%one, %one, %one) threads in (%n, %one, %one)
        args(%a : memref<4096xf32>)
    gpu.dealloc %a : memref<4096xf32>
    return
  }
}

// OUT: stderr:
// OUT: refused.mlir:16:5: error[E0504]: expected a block of at most 1024 threads, but found 4096 x 1 x 1
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:16:5: error[E0504]: expected a block of at most 1024 threads, but found 4096 x 1 x 1
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:16:5: error[E0504]: expected a block of at most 1024 threads, but found 4096 x 1 x 1
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:16:5: error[E0301]: expected a block of at most 1024 threads, but found 4096 x 1 x 1
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:16:5: error[E0504]: expected a block of at most 1024 threads, but found 4096 x 1 x 1
// OUT: exit: 1
// -----

// Wrong: a buffer is freed twice. The proof finds it, and so does the run.
func.func @main() {
  %a = gpu.alloc() : memref<64xf32>
  gpu.dealloc %a : memref<64xf32>
  gpu.dealloc %a : memref<64xf32>
  return
}

// OUT: stderr:
// OUT: refused.mlir:6:3: error[E0504]: the buffer was already freed
// OUT: refused.mlir:4:8: note: the buffer was allocated here
// OUT: refused.mlir:5:3: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:6:3: error[E0504]: the buffer was already freed
// OUT: refused.mlir:4:8: note: the buffer was allocated here
// OUT: refused.mlir:5:3: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:6:3: error[E0504]: the buffer was already freed
// OUT: refused.mlir:4:8: note: the buffer was allocated here
// OUT: refused.mlir:5:3: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:6:3: error[E0312]: this frees a buffer that is freed already
// OUT: refused.mlir:5:3: note: it is freed here
// OUT: refused.mlir:4:8: note: the buffer is allocated here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:6:3: error[E0504]: the buffer was already freed
// OUT: refused.mlir:4:8: note: the buffer was allocated here
// OUT: refused.mlir:5:3: note: it was freed here
// OUT: exit: 1
// -----

// Wrong: a launch that cannot be scheduled, and a buffer that is freed twice. The one is refused; what is found about the other one is reported, too.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @fill(%a: memref<4096xf32>) kernel {
      gpu.return
    }
  }
  func.func @too_large(%a: memref<4096xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 2048 : index
    gpu.launch_func @device::@fill blocks in (%one, %one, %one) threads in (%n, %one, %one)
        args(%a : memref<4096xf32>)
    return
  }
  func.func @main() {
    %b = gpu.alloc() : memref<4xf32>
    gpu.dealloc %b : memref<4xf32>
    gpu.dealloc %b : memref<4xf32>
    return
  }
}

// OUT: stderr:
// OUT: refused.mlir:12:5: error[E0504]: expected a block of at most 1024 threads, but found 2048 x 1 x 1
// OUT: refused.mlir:19:5: error[E0504]: the buffer was already freed
// OUT: refused.mlir:17:10: note: the buffer was allocated here
// OUT: refused.mlir:18:5: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:12:5: error[E0504]: expected a block of at most 1024 threads, but found 2048 x 1 x 1
// OUT: refused.mlir:19:5: error[E0504]: the buffer was already freed
// OUT: refused.mlir:17:10: note: the buffer was allocated here
// OUT: refused.mlir:18:5: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:12:5: error[E0504]: expected a block of at most 1024 threads, but found 2048 x 1 x 1
// OUT: refused.mlir:19:5: error[E0504]: the buffer was already freed
// OUT: refused.mlir:17:10: note: the buffer was allocated here
// OUT: refused.mlir:18:5: note: it was freed here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:12:5: error[E0301]: expected a block of at most 1024 threads, but found 2048 x 1 x 1
// OUT: refused.mlir:19:5: error[E0312]: this frees a buffer that is freed already
// OUT: refused.mlir:18:5: note: it is freed here
// OUT: refused.mlir:17:10: note: the buffer is allocated here
// OUT: exit: 1
// OUT: stderr:
// OUT: refused.mlir:19:5: error[E0504]: the buffer was already freed
// OUT: refused.mlir:17:10: note: the buffer was allocated here
// OUT: refused.mlir:18:5: note: it was freed here
// OUT: exit: 1
